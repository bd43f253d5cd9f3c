#include "arrangement/cut/triangle_contacts.h"

#include <algorithm>
#include <array>

#include "geometry/exact/orientation_filter.h"
#include "geometry/exact/predicates.h"
#include "geometry/mesh/axis_across.h"

namespace talus {

namespace {

constexpr std::array<std::size_t, 3> following{1, 2, 0};

// As orient2d; the filter decides nearly always.
inline int turnOf(const Vec3& a, const Vec3& b, const Vec3& c, int axis) {
  const auto u = static_cast<Eigen::Index>((axis + 1) % 3), v = static_cast<Eigen::Index>((axis + 2) % 3);
  const auto filtered = filteredTurn(a[u], a[v], b[u], b[v], a[u], a[v], c[u], c[v]);
  return filtered ? *filtered : orient2d(a, b, c, axis);
}

// A triangle with the side of each corner with respect to the plane of the other one.
struct PlacedTriangle {
  Index number;
  std::array<Index, 3> ids;
  std::array<Vec3, 3> corners;
  std::array<int, 3> sides{};

  PlacedTriangle(const TriangleMesh& mesh, Index t)
      : number(t),
        ids(mesh.triangle(static_cast<std::size_t>(t))),
        corners(mesh.corners(static_cast<std::size_t>(t))) {
    const int axis = axisAcross(corners);
    isAcrossAxis_ = axis >= 0;
    if (!isAcrossAxis_) return;
    axis_ = axis;
    turn_ = turnOf(corners[0], corners[1], corners[2], axis_);
  }

  void placeAgainst(const PlacedTriangle& other) {
    for (std::size_t i = 0; i < 3; ++i) sides[i] = other.sideOf(corners[i]);
  }
  // As orient3d. Faces across an axis are frequent.
  int sideOf(const Vec3& p) const {
    const auto& [a, b, c] = corners;
    if (!isAcrossAxis_) return orient3d(a, b, c, p);
    return p[axis_] < a[axis_] ? turn_ : p[axis_] > a[axis_] ? -turn_ : 0;
  }
  // Whether edge k has a point in the other plane. A point of both planes lies on the inner side of the
  // others, if it does of these: their line passes through these only.
  bool touchesPlane(std::size_t k) const { return sides[k] * sides[following[k]] <= 0; }
  // Whether a point of both planes lies on it.
  bool contains(const Vec3& p) {
    project();
    for (std::size_t k = 0; k < 3; ++k)
      if (touchesPlane(k) && turnOf(corners[k], corners[following[k]], p, axis_) == -turn_) return false;
    return true;
  }
  // Of a projection in which it has an area.
  int axis() const { return isAcrossAxis_ ? axis_ : projectionAxis(corners[0], corners[1], corners[2]); }
  // Strictly.
  bool isOnOneSide() const { return sides[0] != 0 && sides[0] == sides[1] && sides[1] == sides[2]; }
  bool isInPlane() const { return sides[0] == 0 && sides[1] == 0 && sides[2] == 0; }

 private:
  void project() {
    if (turn_ != 0) return;
    axis_ = projectionAxis(corners[0], corners[1], corners[2]);
    turn_ = turnOf(corners[0], corners[1], corners[2], axis_);
  }

  int axis_ = 0, turn_ = 0;  // of a projection; 0: not known yet
  bool isAcrossAxis_ = false;
};

// How the edges of one triangle turn around those of another one, seen from either.
class EdgeTurns {
 public:
  EdgeTurns(const PlacedTriangle& s, const PlacedTriangle& t) : s_(s), t_(t) { turns_.fill(unknown); }

  // The sign of orient3d of edge i of the first and edge k of the second.
  int of(std::size_t i, std::size_t k) {
    int& turn = turns_[3 * i + k];
    if (turn == unknown)
      turn = orient3d(s_.corners[i], s_.corners[following[i]], t_.corners[k], t_.corners[following[k]]);
    return turn;
  }

 private:
  static constexpr int unknown = 2;

  const PlacedTriangle &s_, &t_;
  std::array<int, 9> turns_;
};

// How two triangles of one plane lie to each other, in a projection.
class CoplanarTriangles {
 public:
  CoplanarTriangles(const PlacedTriangle& s, const PlacedTriangle& t) : axis_(s.axis()) {
    place(s, t, first_);
    place(t, s, second_);
  }

  bool isInFirst(std::size_t corner) const { return isWithin(second_[corner]); }
  bool isInSecond(std::size_t corner) const { return isWithin(first_[corner]); }
  // Whether edge i of the first and edge k of the second cross in the interior of both.
  bool cross(std::size_t i, std::size_t k) const {
    return first_[i][k] * first_[following[i]][k] < 0 && second_[k][i] * second_[following[k]][i] < 0;
  }
  // Whether they share an area: no edge of one has all of the other on its outer side, or on its line.
  bool overlap() const { return !edgeSeparates(first_) && !edgeSeparates(second_); }

 private:
  // Of each corner, the side of each edge of the other triangle on which it lies; positive: the inner one.
  using Sides = std::array<std::array<int, 3>, 3>;

  void place(const PlacedTriangle& s, const PlacedTriangle& t, Sides& sides) const {
    const int turn = turnOf(t.corners[0], t.corners[1], t.corners[2], axis_);
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t k = 0; k < 3; ++k)
        sides[i][k] = turn * turnOf(t.corners[k], t.corners[following[k]], s.corners[i], axis_);
  }

  static bool isWithin(const std::array<int, 3>& sides) {
    return sides[0] >= 0 && sides[1] >= 0 && sides[2] >= 0;
  }

  static bool edgeSeparates(const Sides& sides) {
    for (std::size_t k = 0; k < 3; ++k)
      if (sides[0][k] <= 0 && sides[1][k] <= 0 && sides[2][k] <= 0) return true;
    return false;
  }

  int axis_;
  Sides first_{}, second_{};
};

class ContactSearch {
 public:
  ContactSearch(const ExactGeometry& geometry, TriangleContacts& contacts)
      : geometry_(geometry), contacts_(contacts) {}

  void addCrossing(PlacedTriangle& s, PlacedTriangle& t) {
    EdgeTurns turns(s, t);
    addOneWay(s, t, [&](std::size_t i, std::size_t k) { return turns.of(i, k); });
    addOneWay(t, s, [&](std::size_t k, std::size_t i) { return turns.of(i, k); });
  }

  void addCoplanar(const PlacedTriangle& s, const PlacedTriangle& t) {
    const CoplanarTriangles pair(s, t);
    for (std::size_t i = 0; i < 3; ++i) {
      if (pair.isInSecond(i)) add(PointOrigin::corner(s.ids[i]));
      if (pair.isInFirst(i)) add(PointOrigin::corner(t.ids[i]));
      for (std::size_t k = 0; k < 3; ++k)
        if (pair.cross(i, k)) addEdges(s, i, t, k);
    }
    contacts_.coplanar = true;
    contacts_.overlap = pair.overlap();
  }

 private:
  // @param turnOf the turn of an edge of s and one of t.
  template <class TurnOf>
  void addOneWay(const PlacedTriangle& s, PlacedTriangle& t, const TurnOf& turnOf) {
    for (std::size_t i = 0; i < 3; ++i) {
      if (s.sides[i] == 0) addCorner(s, i, t);
      if (s.sides[i] * s.sides[following[i]] < 0)
        addPiercing(s, i, t, [&](std::size_t k) { return turnOf(i, k); });
    }
  }

  void add(const PointOrigin& origin) {
    if (std::find(contacts_.points.begin(), contacts_.points.end(), origin) == contacts_.points.end())
      contacts_.points.push_back(origin);
  }

  void addCorner(const PlacedTriangle& s, std::size_t i, PlacedTriangle& t) {
    if (t.contains(s.corners[i])) add(PointOrigin::corner(s.ids[i]));
  }

  void addEdges(const PlacedTriangle& s, std::size_t i, const PlacedTriangle& t, std::size_t k) {
    add(geometry_.crossing(s.ids[i], s.ids[following[i]], t.ids[k], t.ids[following[k]]));
  }

  // The point where edge i of s, whose ends lie on different sides of the plane of t, passes through t.
  template <class TurnOf>
  void addPiercing(const PlacedTriangle& s, std::size_t i, const PlacedTriangle& t, const TurnOf& turnOf) {
    const int inner = -s.sides[i];
    std::array<bool, 3> touches{};
    for (std::size_t k = 0; k < 3; ++k) {
      if (!t.touchesPlane(k)) continue;
      const int turn = turnOf(k);
      if (turn == -inner) return;
      touches[k] = turn == 0;
    }
    const auto touched = std::count(touches.begin(), touches.end(), true);
    for (std::size_t k = 0; k < 3; ++k) {
      if (touched == 1 && touches[k]) addEdges(s, i, t, k);
      if (touched == 2 && touches[k] && touches[following[k]]) add(PointOrigin::corner(t.ids[following[k]]));
    }
    if (touched == 0) add(PointOrigin::onEdge(s.ids[i], s.ids[following[i]], t.number));
  }

  const ExactGeometry& geometry_;
  TriangleContacts& contacts_;
};

}  // namespace

void findContacts(const ExactGeometry& geometry, Index s, Index t, TriangleContacts& contacts) {
  contacts.points.clear();
  contacts.coplanar = contacts.overlap = false;
  PlacedTriangle first(geometry.mesh(), s), second(geometry.mesh(), t);
  first.placeAgainst(second);
  ContactSearch search(geometry, contacts);
  if (first.isInPlane()) return search.addCoplanar(first, second);
  if (first.isOnOneSide()) return;
  second.placeAgainst(first);
  if (second.isOnOneSide()) return;
  search.addCrossing(first, second);
}

}  // namespace talus
