#include "arrangement/plane/planar_complex.h"

#include <algorithm>
#include <deque>
#include <utility>

#include "base/error.h"
#include "geometry/exact/orientation_filter.h"

namespace talus {

namespace {

constexpr std::size_t next(std::size_t corner) {
  return (corner + 1) % 3;
}
constexpr std::size_t previous(std::size_t corner) {
  return (corner + 2) % 3;
}

[[noreturn]] void throwBroken(const char* what) {
  throw Error("The planes of the surfaces could not be divided", what,
              "Please report this with the surfaces");
}

}  // namespace

PlanarComplex::PlanarComplex(const ExactGeometry& geometry, Index plane, int axis,
                             const std::array<ExactPoint, 3>& corners)
    : geometry_(geometry), plane_(plane), axis_(axis) {
  for (const ExactPoint& corner : corners) newPoint(corner);
  std::array<Index, 3> order{0, 1, 2};
  if (turn(0, 1, 2) < 0) std::swap(order[1], order[2]);
  set(newTriangle(), order, {-1, -1, -1}, {outline, outline, outline});
}

PlanarComplex::FlatPoint PlanarComplex::flat(const ExactPoint& x) const {
  return {x.rounded[(axis_ + 1) % 3], x.rounded[(axis_ + 2) % 3], x.isDouble()};
}

// That of most points whose coordinates are doubles: a filter finds it.
[[gnu::always_inline]] inline std::optional<int> PlanarComplex::turnOf(const FlatPoint& a, const FlatPoint& b,
                                                                       const FlatPoint& c) {
  if (!a.isExact || !b.isExact || !c.isExact) return std::nullopt;
  return filteredTurn(a.u, a.v, b.u, b.v, a.u, a.v, c.u, c.v);
}

int PlanarComplex::turn(Index a, Index b, Index c) const {
  if (const auto known = turnOf(flat(a), flat(b), flat(c))) return *known;
  return geometry_.turn(point(a), point(b), point(c), axis_);
}

// Counter-clockwise from triangleAt(); where that ends at the outline, clockwise from there.
template <class Condition>
Index PlanarComplex::findAround(Index p, const Condition& condition) const {
  const Index start = triangleAt(p);
  Index t = start;
  do {
    if (condition(t)) return t;
    t = at(t).beyond[next(cornerOf(t, p))];
  } while (t >= 0 && t != start);
  if (t == start) return -1;
  for (t = at(start).beyond[previous(cornerOf(start, p))]; t >= 0; t = at(t).beyond[previous(cornerOf(t, p))])
    if (condition(t)) return t;
  return -1;
}

// The corner of the neighbour beyond the edge opposite a corner that is not on that edge.
std::size_t PlanarComplex::cornerBeyond(Index t, std::size_t corner) const {
  const std::array<Index, 3>& back = at(at(t).beyond[corner]).beyond;
  const Index w = at(t).corners[previous(corner)];
  for (std::size_t j = 0; j < 3; ++j)
    if (back[j] == t && at(at(t).beyond[corner]).corners[next(j)] == w) return j;
  throwBroken("between neighbours");
}

Index PlanarComplex::newPoint(const ExactPoint& x) {
  points_.push_back(x);
  flat_.push_back(flat(x));
  triangleAt_.push_back(-1);
  return static_cast<Index>(points_.size()) - 1;
}

Index PlanarComplex::newTriangle() {
  triangles_.emplace_back();
  return static_cast<Index>(triangles_.size()) - 1;
}

void PlanarComplex::set(Index t, const std::array<Index, 3>& corners, const std::array<Index, 3>& beyond,
                        const std::array<Index, 3>& on) {
  at(t) = {corners, beyond, on};
  for (const Index p : corners) triangleAt_[static_cast<std::size_t>(p)] = t;
}

void PlanarComplex::replaceNeighbour(Index t, Index old, Index next) {
  if (t < 0) return;
  std::array<Index, 3>& beyond = at(t).beyond;
  *std::find(beyond.begin(), beyond.end(), old) = next;
}

void PlanarComplex::splitFace(Index t, Index p) {
  const auto [corners, beyond, on] = at(t);
  const auto [a, b, c] = corners;
  const Index u = newTriangle(), v = newTriangle();
  set(t, {p, b, c}, {beyond[0], u, v}, {on[0], noPlane, noPlane});
  set(u, {p, c, a}, {beyond[1], v, t}, {on[1], noPlane, noPlane});
  set(v, {p, a, b}, {beyond[2], t, u}, {on[2], noPlane, noPlane});
  replaceNeighbour(beyond[1], t, u);
  replaceNeighbour(beyond[2], t, v);
}

void PlanarComplex::splitEdge(Index t, std::size_t corner, Index p) {
  const Triangle one = at(t);
  const std::size_t i = corner, j = next(i), k = previous(i);
  const Index a = one.corners[i], b = one.corners[j], c = one.corners[k], n = one.beyond[i], line = one.on[i];
  const std::size_t l = n < 0 ? 0 : cornerBeyond(t, i);
  const Index u = newTriangle(), v = n < 0 ? -1 : newTriangle();
  set(t, {a, b, p}, {v, u, one.beyond[k]}, {line, noPlane, one.on[k]});
  set(u, {a, p, c}, {n, one.beyond[j], t}, {line, one.on[j], noPlane});
  replaceNeighbour(one.beyond[j], t, u);
  if (n < 0) return;
  const Triangle other = at(n);
  const Index d = other.corners[l], ofB = other.beyond[previous(l)], ofC = other.beyond[next(l)];
  set(n, {d, c, p}, {u, v, ofB}, {line, noPlane, other.on[previous(l)]});
  set(v, {d, p, b}, {t, ofC, n}, {line, other.on[next(l)], noPlane});
  replaceNeighbour(ofC, n, v);
}

void PlanarComplex::flip(Index t, std::size_t corner) {
  const Triangle one = at(t);
  const std::size_t i = corner, j = next(i), k = previous(i), l = cornerBeyond(t, i);
  const Index n = one.beyond[i];
  const Triangle other = at(n);
  const Index a = one.corners[i], b = one.corners[j], c = one.corners[k], d = other.corners[l];
  const std::size_t ofB = previous(l), ofC = next(l);  // corners b and c of the neighbour
  set(t, {a, b, d}, {other.beyond[ofC], n, one.beyond[k]}, {other.on[ofC], noPlane, one.on[k]});
  set(n, {a, d, c}, {other.beyond[ofB], one.beyond[j], t}, {other.on[ofB], one.on[j], noPlane});
  replaceNeighbour(other.beyond[ofC], n, t);
  replaceNeighbour(one.beyond[j], t, n);
}

bool PlanarComplex::canFlip(Index t, std::size_t corner) const {
  const Triangle& one = at(t);
  const Index a = one.corners[corner], b = one.corners[next(corner)], c = one.corners[previous(corner)];
  const Index d = at(one.beyond[corner]).corners[cornerBeyond(t, corner)];
  return turn(a, b, d) > 0 && turn(a, d, c) > 0;
}

// Whether the corner beyond an edge lies in the circle around the triangle. Only the shapes depend on it.
bool PlanarComplex::improves(Index t, std::size_t corner) const {
  const Triangle& one = at(t);
  const FlatPoint& d = flat(at(one.beyond[corner]).corners[cornerBeyond(t, corner)]);
  std::array<double, 3> x{}, y{}, square{};
  for (std::size_t k = 0; k < 3; ++k) {
    const FlatPoint& p = flat(one.corners[k]);
    x[k] = p.u - d.u, y[k] = p.v - d.v, square[k] = x[k] * x[k] + y[k] * y[k];
  }
  double det = 0, permanent = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const double term = square[k] * (x[next(k)] * y[previous(k)] - x[previous(k)] * y[next(k)]);
    det += term;
    permanent += std::abs(term);
  }
  return det > 1e-12 * permanent;
}

void PlanarComplex::improveAround(Index p, std::vector<Index> triangles) {
  constexpr int maximumFlips = 1000;
  for (int flips = 0; !triangles.empty() && flips < maximumFlips;) {
    const Index t = triangles.back();
    triangles.pop_back();
    const std::size_t corner = cornerOf(t, p);
    const Index n = at(t).beyond[corner];
    if (n < 0 || at(t).on[corner] != noPlane || !improves(t, corner) || !canFlip(t, corner)) continue;
    flip(t, corner);
    ++flips;
    triangles.push_back(t);
    triangles.push_back(n);
  }
}

// Walks towards the point; where the walk is too long, it may go round, so all triangles are tested. The
// point is on the inner side of the edge through which the walk enters a triangle.
Index PlanarComplex::locate(const ExactPoint& x, std::array<int, 3>& turns) const {
  const FlatPoint flatX = flat(x);
  const auto turnTo = [&](Index a, Index b) {
    if (const auto known = turnOf(flat(a), flat(b), flatX)) return *known;
    return geometry_.turn(point(a), point(b), x, axis_);
  };
  const auto outer = [&](Index t, std::size_t start, std::size_t entered) {
    for (std::size_t step = 0; step < 3; ++step) {
      const std::size_t k = (start + step) % 3;
      const std::array<Index, 3>& corners = at(t).corners;
      turns[k] = k == entered ? 1 : turnTo(corners[next(k)], corners[previous(k)]);
      if (turns[k] < 0) return k;
    }
    return std::size_t{3};
  };
  auto t = static_cast<Index>(triangles_.size()) - 1;
  std::size_t entered = 3;
  for (std::size_t step = 0; step < triangles_.size() + 16; ++step) {
    const std::size_t k = outer(t, step % 3, entered);
    if (k == 3) return t;
    if (at(t).beyond[k] < 0) break;
    entered = cornerBeyond(t, k);
    t = at(t).beyond[k];
  }
  for (t = 0; t < static_cast<Index>(triangles_.size()); ++t)
    if (outer(t, 0, 3) == 3) return t;
  throwBroken("a point lies outside of its triangle");
}

Index PlanarComplex::addPoint(const ExactPoint& x) {
  std::array<int, 3> turns{};
  const Index t = locate(x, turns);
  const auto zeros = std::count(turns.begin(), turns.end(), 0);
  if (zeros == 2) {  // at the corner that both edges have in common
    const auto positive = std::find(turns.begin(), turns.end(), 1) - turns.begin();
    return at(t).corners[static_cast<std::size_t>(positive)];
  }
  const Index p = newPoint(x);
  if (zeros == 0)
    splitFace(t, p);
  else
    splitEdge(t, static_cast<std::size_t>(std::find(turns.begin(), turns.end(), 0) - turns.begin()), p);
  improveAround(p, fanOf(p));
  return p;
}

std::vector<Index> PlanarComplex::fanOf(Index p) const {
  std::vector<Index> fan;
  findAround(p, [&fan](Index t) {
    fan.push_back(t);
    return false;
  });
  return fan;
}

void PlanarComplex::mark(Index t, std::size_t corner, Index on) {
  Index& own = at(t).on[corner];
  if (own < 0) own = std::max(own, on);
  if (const Index n = at(t).beyond[corner]; n >= 0) at(n).on[cornerBeyond(t, corner)] = own;
}

// @return whether there is such an edge.
bool PlanarComplex::markEdge(Index p, Index q, Index on) {
  const Index t = findAround(p, [&](Index candidate) { return hasCorner(candidate, q); });
  if (t >= 0) mark(t, 3 - cornerOf(t, p) - cornerOf(t, q), on);
  return t >= 0;
}

// Divides a marked edge where a segment on another plane crosses it.
Index PlanarComplex::splitCrossing(Index t, std::size_t corner, Index on) {
  const Index other = at(t).on[corner];
  if (other < 0 || on < 0) throwBroken("two outlines cross at an unknown point");
  const Index p = newPoint(geometry_.point(PointOrigin::ofPlanes(plane_, other, on)));
  splitEdge(t, corner, p);
  return p;
}

// Follows a segment that is no edge to the first point on it: its end, another point, or a new one on a
// marked edge. @param crossed the edges on the way.
Index PlanarComplex::pass(const Segment& segment, Index on, std::vector<Segment>& crossed) {
  const auto [from, to] = segment;
  Index onWay = -1;
  Index t = findAround(from, [&](Index candidate) {
    const std::size_t corner = cornerOf(candidate, from);
    const Index u = at(candidate).corners[next(corner)], w = at(candidate).corners[previous(corner)];
    const int right = turn(from, to, u);
    if (right > 0) return false;
    const int left = turn(from, to, w);
    if (right == 0 && left > 0) onWay = u;
    if (left == 0 && right < 0) onWay = w;
    return onWay >= 0 || (right < 0 && left > 0);
  });
  if (onWay >= 0) return onWay;
  if (t < 0) throwBroken("a segment leaves the plane's triangles");
  std::size_t i = cornerOf(t, from);  // opposite the edge through which the segment leaves t
  for (;;) {
    if (at(t).on[i] != noPlane) return splitCrossing(t, i, on);
    crossed.push_back({at(t).corners[next(i)], at(t).corners[previous(i)]});
    const Index n = at(t).beyond[i];
    if (n < 0) throwBroken("a segment leaves the plane's triangles");
    const std::size_t j = cornerBeyond(t, i);
    const Index x = at(n).corners[j];
    const int side = x == to ? 0 : turn(from, to, x);
    if (side == 0) return x;
    t = n;
    i = side > 0 ? next(j) : previous(j);
  }
}

// Flips the edges that cross a segment until it is an edge itself.
void PlanarComplex::clear(const Segment& segment, const std::vector<Segment>& crossed) {
  const auto [from, to] = segment;
  std::deque<Segment> edges(crossed.begin(), crossed.end());
  const std::size_t maximumSteps = 64 + 16 * edges.size() * edges.size();
  for (std::size_t step = 0; !edges.empty(); ++step) {
    if (step == maximumSteps) throwBroken("a segment cannot be inserted");
    const auto [u, w] = edges.front();
    edges.pop_front();
    const Index t = findAround(u, [&, from = u, to = w](Index candidate) {
      return at(candidate).corners[next(cornerOf(candidate, from))] == to;
    });
    const std::size_t i = previous(cornerOf(t, u));
    if (!canFlip(t, i)) {
      edges.push_back({u, w});
      continue;
    }
    const Index p = at(t).corners[i], q = at(at(t).beyond[i]).corners[cornerBeyond(t, i)];
    flip(t, i);
    if (p == from || p == to || q == from || q == to) continue;
    if (turn(from, to, p) * turn(from, to, q) < 0) edges.push_back({p, q});
  }
}

void PlanarComplex::addSegment(Index from, Index to, Index on) {
  std::vector<Segment> crossed;
  while (from != to && !markEdge(from, to, on)) {
    crossed.clear();
    const Index reached = pass({from, to}, on, crossed);
    if (!crossed.empty()) clear({from, reached}, crossed);
    if (!markEdge(from, reached, on)) throwBroken("an edge is missing");
    from = reached;
  }
}

}  // namespace talus
