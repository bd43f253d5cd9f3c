#include "repair/touching_fans.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "geometry/exact/predicates.h"

namespace talus {

namespace {

// The triangles of an edge in the order in which a half-plane meets them that turns around it, from one of
// them. Exact: wedges may be thinner than the rounding of angles, and triangles than that of heights.
class TurnAroundEdge {
 public:
  // @param turn 1: counter-clockwise, seen from the second point; -1: clockwise.
  TurnAroundEdge(const TriangleMesh& mesh, const TouchingFans::Edge& edge, Index from, int turn)
      : mesh_(mesh), low_(mesh.point(edge[0])), high_(mesh.point(edge[1])), from_(from), turn_(turn) {}

  // Whether the triangle of one opposite corner is met before that of another one.
  bool isBefore(Index one, Index other) const {
    const int half = halfOf(one), otherHalf = halfOf(other);
    return half != otherHalf ? half < otherHalf : turnOf(one, other) > 0;
  }

 private:
  // The first half of the turn, opposite, or the second half. No triangle lies in the plane of the first one
  // on the same side: they would intersect.
  int halfOf(Index corner) const { return 1 - turnOf(from_, corner); }
  int turnOf(Index one, Index other) const {
    return -turn_ * orient3d(low_, high_, mesh_.point(one), mesh_.point(other));
  }

  const TriangleMesh& mesh_;
  Vec3 low_, high_;
  Index from_;
  int turn_;
};

}  // namespace

TouchingFans::TouchingFans(const TriangleMesh& mesh, Parts parts, const std::optional<Edge>& other)
    : mesh_(mesh), parts_(parts), other_(other), joined_(3 * mesh.triangleCount()) {
  EdgeTable(mesh).forEachEdge([this](Index low, std::span<const EdgeUse> uses) { join(low, uses); });
  collectFans();
}

std::vector<std::vector<Index>> TouchingFans::places() const {
  UnionFind joined(mesh_.pointCount());
  for (const auto& [low, high] : edges_)
    if (fans_.contains(low) && fans_.contains(high)) joined.unite(low, high);
  std::map<Index, std::vector<Index>> byRoot;
  for (const auto& [point, fans] : fans_) byRoot[joined.find(point)].push_back(point);
  std::vector<std::vector<Index>> places;
  for (auto& [root, points] : byRoot) places.push_back(std::move(points));
  return places;
}

TriangleMesh TouchingFans::separated(std::span<const std::vector<Index>> places, double distance,
                                     Stays which) const {
  TriangleMesh apart = mesh_;
  for (const std::vector<Index>& place : places)
    for (const Index point : place) separate(point, fans_.at(point), distance, which, apart);
  return apart;
}

void TouchingFans::separate(Index point, const std::vector<Fan>& fans, double distance, Stays which,
                            TriangleMesh& apart) const {
  const auto byAngle = [](const Fan& one, const Fan& other) { return one.angle < other.angle; };
  const auto stays = which == Stays::Greatest ? std::max_element(fans.begin(), fans.end(), byAngle)
                                              : std::min_element(fans.begin(), fans.end(), byAngle);
  for (auto fan = fans.begin(); fan != fans.end(); ++fan) {
    if (fan == stays || !(fan->ahead.norm() > 0)) continue;
    const Index own = apart.addPoint(mesh_.point(point) + distance * fan->ahead.normalized());
    for (const std::size_t corner : fan->corners)
      (corner % 3 == 0 ? apart.a : corner % 3 == 1 ? apart.b : apart.c)[corner / 3] = own;
  }
}

// Joins the triangles that bound the same wedge of the inside, or of the outside.
void TouchingFans::join(Index low, std::span<const EdgeUse> uses) {
  if (uses.size() == 2) return join(uses[0], uses[1]);
  edges_.push_back({low, uses[0].high});
  const bool areBodies = (parts_ == Parts::Bodies) != (other_ == edges_.back());
  for (const EdgeUse& use : uses) {
    if (!use.forward) continue;
    // The inside of a triangle that uses the edge forwards lies clockwise around it.
    const TurnAroundEdge turn(mesh_, edges_.back(), use.opposite, areBodies ? -1 : 1);
    const EdgeUse* beside = nullptr;
    for (const EdgeUse& other : uses)
      if (!other.forward && (!beside || turn.isBefore(other.opposite, beside->opposite))) beside = &other;
    if (beside) join(use, *beside);
  }
}

void TouchingFans::join(const EdgeUse& one, const EdgeUse& other) {
  const auto cornerOf = [](const EdgeUse& use, int corner) { return 3 * use.triangle + corner; };
  joined_.unite(cornerOf(one, one.cornerAtLow()), cornerOf(other, other.cornerAtLow()));
  joined_.unite(cornerOf(one, one.cornerAtHigh()), cornerOf(other, other.cornerAtHigh()));
}

void TouchingFans::collectFans() {
  std::vector<std::set<Index>> roots(mesh_.pointCount());
  for (std::size_t t = 0; t < mesh_.triangleCount(); ++t)
    for (std::size_t k = 0; k < 3; ++k)
      roots[static_cast<std::size_t>(mesh_.triangle(t)[k])].insert(
          joined_.find(static_cast<Index>(3 * t + k)));
  std::map<Index, Fan> byRoot;
  for (std::size_t t = 0; t < mesh_.triangleCount(); ++t)
    for (std::size_t k = 0; k < 3; ++k)
      if (roots[static_cast<std::size_t>(mesh_.triangle(t)[k])].size() > 1)
        addCorner(byRoot[joined_.find(static_cast<Index>(3 * t + k))], t, k);
  for (auto& [root, fan] : byRoot) {
    const std::size_t corner = fan.corners.front();
    fans_[mesh_.triangle(corner / 3)[corner % 3]].push_back(std::move(fan));
  }
}

void TouchingFans::addCorner(Fan& fan, std::size_t t, std::size_t k) const {
  const std::array<Vec3, 3> corners = mesh_.corners(t);
  const Vec3 u = corners[(k + 1) % 3] - corners[k], v = corners[(k + 2) % 3] - corners[k];
  const double angle = std::atan2(u.cross(v).norm(), u.dot(v));
  fan.corners.push_back(3 * t + k);
  fan.angle += angle;
  fan.ahead += angle * (u.normalized() + v.normalized());
}

std::vector<TouchingFans::Edge> touchingEdges(const TriangleMesh& mesh) {
  std::vector<TouchingFans::Edge> edges;
  EdgeTable(mesh).forEachEdge([&](Index low, std::span<const EdgeUse> uses) {
    if (uses.size() > 2) edges.push_back({low, uses[0].high});
  });
  return edges;
}

}  // namespace talus
