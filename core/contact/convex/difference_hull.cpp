#include "contact/convex/difference_hull.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "contact/convex/difference_corner.h"

namespace talus {

namespace {

using Corner = DifferenceCorner;
using Slot = std::size_t;  // index of a corner or facet

struct Facet {
  std::array<Slot, 3> corner{};     // counter-clockwise seen from outside
  std::array<Slot, 3> neighbour{};  // across the side from corner i to corner i + 1
  Vec3 normal = Vec3::Zero();       // unit; zero for a sliver, whose normal would be meaningless
  double offset = 0;
  bool alive = true;
};

struct Side {
  Slot from, to;
  Slot outer;  // the facet on the other side, which remains
};

struct Candidate {
  double offset;
  Slot facet;
  // The heap's top has the smallest offset; ties are resolved by number, so that the result does not depend
  // on the heap's internal order.
  friend bool operator<(const Candidate& c, const Candidate& d) {
    return c.offset != d.offset ? c.offset > d.offset : c.facet > d.facet;
  }
};

// Facets thinner than this fraction of the pair's size are slivers, without a plane of their own.
constexpr double leastHeight = 1e-13;
// A support point does not lie beyond a facet if it is above its plane by less than this fraction of the
// pair's size.
constexpr double sameHeight = 4e-15;
constexpr int maximumCorners = 20000;

// Invariants from the first tetrahedron on:
// * All corners are points of A − B, so the hull lies inside it, and the smallest offset of a facet is a
//   lower bound of the depth.
// * best_ is the smallest support value of A − B in all directions tried so far: an upper bound of the depth.
//   The search ends when both bounds agree.
// * The live facets form a closed hull: neighbours refer to each other, and normals point outward. Slivers
//   keep it closed, but have no plane and are never the nearest.
// * The heap contains every live facet that has a plane, and dead ones, which are skipped: its top is the
//   nearest.
class DifferenceHull {
 public:
  SeparatingAxis search(const ConvexPair& pair, const Vec3& guess, Index startA, Index startB) {
    pair_ = &pair;
    a_ = startA;
    b_ = startB;
    best_ = {Vec3::UnitX(), std::numeric_limits<double>::infinity(), startA, startB, 0};
    corners_.clear();
    facets_.clear();
    heap_.clear();
    if (makeSimplex(guess)) grow();
    polish();
    best_.corners = static_cast<int>(corners_.size());
    return best_;
  }

 private:
  bool apart() const { return best_.depth < -sameHeight * pair_->size(); }

  // The support point of A − B along a unit direction; updates the bound of the depth.
  Corner support(const Vec3& direction) {
    const Corner corner = Corner::along(direction, *pair_, a_, b_);
    a_ = corner.a;
    b_ = corner.b;
    const double depth = direction.dot(corner.point);
    if (depth < best_.depth) best_ = {direction, depth, a_, b_, 0};
    return corner;
  }

  // The support point along the direction or against it, whichever is farther from `origin` along it.
  Corner widest(const Vec3& direction, const Vec3& origin) {
    const Corner up = support(direction);
    const Corner down = support(-direction);
    const double rise = direction.dot(up.point - origin);
    const double fall = -direction.dot(down.point - origin);
    return rise >= fall ? up : down;
  }

  // Makes the initial tetrahedron; returns false if the bodies are found to be apart.
  bool makeSimplex(const Vec3& guess) {
    const double length = guess.norm();
    const Vec3 first = length > 0 && std::isfinite(length) ? Vec3(guess / length) : Vec3(Vec3::UnitX());
    const Corner p = support(first);
    if (apart()) return false;
    const Corner q = support(-first);
    if (apart()) return false;
    const Vec3 u = (q.point - p.point).normalized();
    const Vec3 across = u.unitOrthogonal();
    Corner r = widest(across, p.point);
    const Corner other = widest(u.cross(across), p.point);
    const auto off = [&](const Corner& c) { return u.cross(c.point - p.point).squaredNorm(); };
    if (off(other) > off(r)) r = other;
    const Vec3 normal = (q.point - p.point).cross(r.point - p.point).normalized();
    const Corner s = widest(normal, p.point);
    if (apart()) return false;
    corners_ = {p, q, r, s};
    if (normal.dot(s.point - p.point) > 0) std::swap(corners_[1], corners_[2]);
    addFacet({0, 1, 2}, {1, 2, 3});
    addFacet({0, 3, 1}, {3, 2, 0});
    addFacet({1, 3, 2}, {1, 3, 0});
    addFacet({2, 3, 0}, {2, 1, 0});
    return true;
  }

  Slot addFacet(const std::array<Slot, 3>& corner, const std::array<Slot, 3>& neighbour) {
    Facet facet{corner, neighbour};
    const Vec3& p = corners_[corner[0]].point;
    const Vec3 u = corners_[corner[1]].point - p;
    const Vec3 v = corners_[corner[2]].point - p;
    const Vec3 area = u.cross(v);
    const double longest = std::sqrt(std::max({u.squaredNorm(), v.squaredNorm(), (u - v).squaredNorm()}));
    const double length = area.norm();
    const Slot slot = facets_.size();
    if (length > leastHeight * pair_->size() * longest) {
      facet.normal = area / length;
      facet.offset = facet.normal.dot(p);
      heap_.push_back({facet.offset, slot});
      std::push_heap(heap_.begin(), heap_.end());
    }
    facets_.push_back(facet);
    return slot;
  }

  // Expands the hull at the facet nearest to the origin until no point lies beyond that facet.
  void grow() {
    const double tolerance = sameHeight * pair_->size();
    while (!heap_.empty() && corners_.size() < maximumCorners) {
      std::pop_heap(heap_.begin(), heap_.end());
      const Candidate nearest = heap_.back();
      heap_.pop_back();
      if (!facets_[nearest.facet].alive) continue;
      if (best_.depth - nearest.offset <= tolerance) return;
      const Vec3 normal = facets_[nearest.facet].normal;
      const Corner corner = support(normal);
      if (apart()) return;
      const double height = normal.dot(corner.point) - nearest.offset;
      if (height <= tolerance || isKnown(nearest.facet, corner)) return;
      corners_.push_back(corner);
      if (!cover(nearest.facet)) return;
    }
  }

  bool isKnown(Slot facet, const Corner& corner) const {
    return std::any_of(facets_[facet].corner.begin(), facets_[facet].corner.end(),
                       [&](Slot c) { return corners_[c].a == corner.a && corners_[c].b == corner.b; });
  }

  // Removes the facets visible from the last corner and connects it to the rim of the hole. Returns false if
  // rounding left a rim that is not a single loop.
  bool cover(Slot seen) {
    const Slot top = corners_.size() - 1;
    collectRim(seen);
    if (!orderRim()) return false;
    const Slot first = facets_.size();
    const Slot count = rim_.size();
    for (Slot i = 0; i < count; ++i) {
      const Slot next = first + (i + 1) % count, previous = first + (i + count - 1) % count;
      addFacet({rim_[i].from, rim_[i].to, top}, {rim_[i].outer, next, previous});
      Facet& outer = facets_[rim_[i].outer];
      for (Slot k = 0; k < 3; ++k)
        if (outer.corner[k] == rim_[i].to && outer.corner[(k + 1) % 3] == rim_[i].from)
          outer.neighbour[k] = first + i;
    }
    return true;
  }

  bool sees(const Vec3& point, const Facet& facet) const {
    if (facet.normal.isZero(0)) return true;  // a sliver is removed with its neighbours
    return facet.normal.dot(point) - facet.offset > sameHeight / 4 * pair_->size();
  }

  void collectRim(Slot seen) {
    const Vec3 point = corners_.back().point;
    rim_.clear();
    stack_.assign(1, seen);
    facets_[seen].alive = false;
    while (!stack_.empty()) {
      const Slot f = stack_.back();
      stack_.pop_back();
      for (Slot i = 0; i < 3; ++i) {
        const Slot g = facets_[f].neighbour[i];
        if (!facets_[g].alive) continue;
        if (sees(point, facets_[g])) {
          facets_[g].alive = false;
          stack_.push_back(g);
        } else {
          rim_.push_back({facets_[f].corner[i], facets_[f].corner[(i + 1) % 3], g});
        }
      }
    }
  }

  bool orderRim() {
    for (Slot i = 0; i + 1 < rim_.size(); ++i) {
      const auto next = std::find_if(rim_.begin() + static_cast<std::ptrdiff_t>(i) + 1, rim_.end(),
                                     [&](const Side& s) { return s.from == rim_[i].to; });
      if (next == rim_.end()) return false;
      std::swap(rim_[i + 1], *next);
    }
    return rim_.size() >= 3 && rim_.back().to == rim_.front().from;
  }

  // Tries the exact normals near the best direction: of faces and of pairs of edges.
  void polish() {
    constexpr double nearAngle = 1e-5;
    const SeparatingAxis rough = best_;
    if (apart()) return;
    const ConvexBody& a = pair_->body<Of::A>();
    const ConvexBody& b = pair_->body<Of::B>();
    const Vec3 inB = pair_->turnedToOwn<Of::B>(rough.direction);
    best_.depth += sameHeight * pair_->size();  // an exact normal is preferred if both agree to rounding
    const auto tryNormal = [&](const Vec3& direction) {
      const double length = direction.norm();
      if (length > 0) support(direction / length);
    };
    for (const ConvexBody::Spoke& s : a.spokes(rough.a)) {
      if (std::abs(s.direction.dot(rough.direction)) > nearAngle) continue;
      for (const Index f : a.edge(s.edge).face)
        if ((a.face(f).normal - rough.direction).squaredNorm() < nearAngle * nearAngle)
          tryNormal(a.face(f).normal);
    }
    for (const ConvexBody::Spoke& s : b.spokes(rough.b)) {
      if (std::abs(s.direction.dot(inB)) > nearAngle) continue;
      for (const Index f : b.edge(s.edge).face)
        if ((b.face(f).normal + inB).squaredNorm() < nearAngle * nearAngle)
          tryNormal(-pair_->normal<Of::B>(f));
    }
    for (const ConvexBody::Spoke& s : a.spokes(rough.a)) {
      if (std::abs(s.direction.dot(rough.direction)) > nearAngle) continue;
      for (const ConvexBody::Spoke& t : b.spokes(rough.b)) {
        if (std::abs(t.direction.dot(inB)) > nearAngle) continue;
        const Vec3 normal = s.direction.cross(pair_->turnedToCommon<Of::B>(t.direction));
        tryNormal(normal.dot(rough.direction) < 0 ? Vec3(-normal) : normal);
      }
    }
    if (best_.direction == rough.direction) best_ = rough;
  }

  const ConvexPair* pair_ = nullptr;
  Index a_ = 0, b_ = 0;  // the last support vertices, where the next search starts
  SeparatingAxis best_;
  std::vector<Corner> corners_;
  std::vector<Facet> facets_;
  std::vector<Candidate> heap_;
  std::vector<Slot> stack_;
  std::vector<Side> rim_;
};

}  // namespace

SeparatingAxis separatingAxis(const ConvexPair& pair, const Vec3& guess, Index startA, Index startB) {
  static thread_local DifferenceHull hull;
  return hull.search(pair, guess, startA, startB);
}

}  // namespace talus
