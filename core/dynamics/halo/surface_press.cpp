#include "dynamics/halo/surface_press.h"

#include <algorithm>

#include "geometry/distance/point_distance.h"

namespace talus {

namespace {

using Place = SurfacePress::Place;

bool isFacing(const Place& place, Index triangle) {
  return !place.halo.distance().isDegenerate(triangle) &&
         place.halo.distance().heightAbove(triangle, place.x) > 0;
}

// The sum over the features of the faces that face a point.
class FeatureSum {
 public:
  FeatureSum(const Place& place, double reach) : place_(place), reach_(reach) {}

  void addFace(Index triangle) {
    if (isFacing(place_, triangle)) count(place_.halo.distance().footOn(triangle, place_.x).point, 1);
    const SurfaceCells& cells = place_.halo.cells();
    for (const Index e : cells.edgesOf(triangle)) {
      const SurfaceCells::Edge& edge = cells.edges()[static_cast<std::size_t>(e)];
      if (edge.left == triangle) addEdge(edge);
    }
    for (const Index v : cells.mesh().triangle(static_cast<std::size_t>(triangle))) vertices_.push_back(v);
  }

  void addVertices() {
    std::sort(vertices_.begin(), vertices_.end());
    vertices_.erase(std::unique(vertices_.begin(), vertices_.end()), vertices_.end());
    for (const Index v : vertices_) addVertex(v);
  }

  void count(const Vec3& nearest, double times) {
    const Vec3 away = place_.x - nearest;
    const double distance = away.norm(), depth = reach_ - place_.scale * distance;
    if (!(distance > 0 && depth > 0)) return;
    potential.energy += times * 0.5 * depth * depth;
    potential.force += (times * depth / distance) * away;
    pressure += times * depth;
  }

  SurfacePress::Potential potential;
  double pressure = 0;  // the derivative of the energy by the reach

 private:
  bool isBetweenFacing(const SurfaceCells::Edge& edge) const {
    return isFacing(place_, edge.left) && isFacing(place_, edge.right);
  }

  void addEdge(const SurfaceCells::Edge& edge) {
    const Vec3 nearest = closestOnSegment(place_.x, place_.halo.point(edge.from), place_.halo.point(edge.to));
    if (isWithinReach(nearest) && isBetweenFacing(edge)) count(nearest, -1);
  }

  void addVertex(Index v) {
    if (!isWithinReach(place_.halo.point(v))) return;
    const SurfaceCells& cells = place_.halo.cells();
    int faces = 0, edges = 0;
    for (const Index e : cells.edgesAt(v)) {
      const SurfaceCells::Edge& edge = cells.edges()[static_cast<std::size_t>(e)];
      if (isFacing(place_, edge.from == v ? edge.left : edge.right)) ++faces;  // each face once
      if (isBetweenFacing(edge)) ++edges;
    }
    if (faces > 0 && faces != edges + 1) count(place_.halo.point(v), 1 - faces + edges);
  }

  bool isWithinReach(const Vec3& nearest) const {
    return place_.scale * place_.scale * (place_.x - nearest).squaredNorm() < reach_ * reach_;
  }

  const Place& place_;
  double reach_;
  std::vector<Index> vertices_;
};

const SurfaceCells::Edge& edgeUnder(const SurfaceHalo& halo, Index triangle, const SurfaceFoot& foot) {
  return halo.cells().edges()[static_cast<std::size_t>(halo.distance().edgeOf(triangle, foot.part))];
}

bool isMinimumOnEdge(const Place& place, Index triangle, const SurfaceFoot& foot) {
  const SurfaceCells::Edge& edge = edgeUnder(place.halo, triangle, foot);
  const Index other = edge.left == triangle ? edge.right : edge.left;
  return !isFacing(place, other) ||
         !(place.halo.distance().footOn(other, place.x).squaredDistance < foot.squaredDistance);
}

bool isMinimumAtVertex(const Place& place, Index v) {
  const SurfaceCells& cells = place.halo.cells();
  const Vec3 away = place.x - place.halo.point(v);
  for (const Index e : cells.edgesAt(v)) {
    const SurfaceCells::Edge& edge = cells.edges()[static_cast<std::size_t>(e)];
    const Vec3 along = place.halo.point(edge.from == v ? edge.to : edge.from) - place.halo.point(v);
    if (along.dot(away) > 0 && (isFacing(place, edge.left) || isFacing(place, edge.right))) return false;
  }
  return true;
}

// Whether the distance has a minimum at the foot on a triangle that faces the point, to rounding.
bool isMinimum(const Place& place, Index triangle, const SurfaceFoot& foot) {
  if (foot.part == 6) return true;
  if (foot.part > 2) return isMinimumOnEdge(place, triangle, foot);
  const auto corners = place.halo.cells().mesh().triangle(static_cast<std::size_t>(triangle));
  return isMinimumAtVertex(place, corners[static_cast<std::size_t>(foot.part)]);
}

// The part of a force that acts on a point through the nearest point of the surface, which moves with it.
Vec3 throughFoot(const Place& place, const Vec3& force) {
  const int part = place.foot.part;
  if (part == 6) return force - force.dot(place.normal) * place.normal;
  if (part < 3) return Vec3::Zero();
  const SurfaceCells::Edge& edge = edgeUnder(place.halo, place.triangle, place.foot);
  const Vec3 along = (place.halo.point(edge.to) - place.halo.point(edge.from)).normalized();
  return force.dot(along) * along;
}

}  // namespace

SurfacePress::Sum SurfacePress::sumAt(const Place& place, double reach) const {
  FeatureSum sum(place, reach);
  for (const Index triangle : triangles_) sum.addFace(triangle);
  sum.addVertices();
  sum.count(place.foot.point, -1);
  return {sum.potential, sum.pressure};
}

SurfacePress::Potential SurfacePress::outside(const Place& place, double reach) const {
  const bool hasOthers = std::any_of(minima_.begin(), minima_.end(), [&](const Near& near) {
    return near.foot.squaredDistance > place.foot.squaredDistance &&
           isMinimum(place, near.triangle, near.foot);
  });
  return hasOthers ? sumAt(place, reach).potential : Potential{};
}

SurfacePress::Potential SurfacePress::inside(const Place& place, double reach) const {
  const bool hasOthers = std::any_of(triangles_.begin(), triangles_.end(),
                                     [&](Index triangle) { return isFacing(place, triangle); });
  if (!hasOthers) return {};
  const double lift = 1e-6 * reach;  // heights there are far above rounding
  Place above = place;
  above.x = place.foot.point + lift / place.scale * place.normal;
  const Sum sum = sumAt(above, reach + place.gap);
  return {sum.potential.energy, throughFoot(place, sum.potential.force) - sum.pressure * place.normal};
}

SurfacePress::Potential SurfacePress::others(const Place& place, double reach) const {
  return place.gap < 0 ? inside(place, reach) : outside(place, reach);
}

}  // namespace talus
