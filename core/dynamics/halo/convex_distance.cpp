#include "dynamics/halo/convex_distance.h"

#include <algorithm>
#include <limits>

namespace talus {

namespace {

// One step to a neighbouring feature, if x is outside of the Voronoi region of this one. False: x is inside
// the region, or behind a face.
bool step(const ConvexBody& body, const Vec3& x, Feature& at) {
  Feature next = at;
  double largest = 0;
  const auto offer = [&](double violation, FeatureKind kind, Index index) {
    if (violation <= largest) return;
    largest = violation;
    next = {kind, index};
  };
  if (at.kind == FeatureKind::Vertex) {
    const Vec3 d = x - body.vertex(at.index);
    for (const ConvexBody::Spoke& spoke : body.spokes(at.index))
      offer(spoke.direction.dot(d), FeatureKind::Edge, spoke.edge);
  } else if (at.kind == FeatureKind::Edge) {
    const ConvexBody::Edge& edge = body.edge(at.index);
    const Vec3 d = x - edge.tail;
    const double along = d.dot(edge.direction);
    offer(-along, FeatureKind::Vertex, edge.vertex[0]);
    offer(along - edge.length, FeatureKind::Vertex, edge.vertex[1]);
    if (largest > 0) return at = next, true;
    for (std::size_t k = 0; k < 2; ++k) offer(edge.inward[k].dot(d), FeatureKind::Face, edge.face[k]);
  } else {
    for (const ConvexBody::Side& side : body.sides(at.index))
      offer(side.outward.dot(x) - side.offset, FeatureKind::Edge, side.edge);
  }
  const bool moved = largest > 0;
  at = next;
  return moved;
}

ConvexDistance overPlane(const ConvexBody& body, const Vec3& x, Index f) {
  const ConvexBody::Face& face = body.face(f);
  return {face.normal.dot(x) - face.offset, face.normal, {FeatureKind::Face, f}};
}

ConvexDistance overHighestPlane(const ConvexBody& body, const Vec3& x) {
  ConvexDistance best{-std::numeric_limits<double>::infinity(), Vec3::Zero(), {}};
  for (Index f = 0; f < static_cast<Index>(body.faces().size()); ++f) {
    const ConvexDistance plane = overPlane(body, x, f);
    if (plane.distance > best.distance) best = plane;
  }
  return best;
}

Vec3 faceNormalAt(const ConvexBody& body, const Feature& at) {
  const Index edge = at.kind == FeatureKind::Edge ? at.index : body.spokes(at.index).front().edge;
  return body.face(body.edge(edge).face[0]).normal;
}

// The distance of x outside of the body, in the region of an edge or a vertex.
ConvexDistance awayFrom(const ConvexBody& body, const Vec3& x, const Feature& at) {
  Vec3 d;
  if (at.kind == FeatureKind::Vertex) {
    d = x - body.vertex(at.index);
  } else {
    const ConvexBody::Edge& edge = body.edge(at.index);
    d = x - edge.tail;
    d -= std::clamp(d.dot(edge.direction), 0.0, edge.length) * edge.direction;
  }
  const double distance = d.norm();
  if (distance > 0) return {distance, d / distance, at};
  return {0, faceNormalAt(body, at), at};
}

}  // namespace

ConvexDistance distanceTo(const ConvexBody& body, const Vec3& x, Feature start) {
  constexpr int maximumSteps = 200;  // rounding may send x back and forth between two regions
  bool asked = false;
  for (int i = 0; i < maximumSteps; ++i) {
    if (step(body, x, start)) continue;
    if (start.kind != FeatureKind::Face) return awayFrom(body, x, start);
    ConvexDistance plane = overPlane(body, x, start.index);
    if (plane.distance > 0 || asked) return plane;
    ConvexDistance highest = overHighestPlane(body, x);
    if (highest.distance <= 0) return highest;
    start = highest.feature;
    asked = true;
  }
  return start.kind == FeatureKind::Face ? overPlane(body, x, start.index) : awayFrom(body, x, start);
}

}  // namespace talus
