#include "contact/convex/closest_features.h"

#include <cmath>

#include "contact/convex/difference_hull.h"
#include "contact/convex/edge_over_face.h"
#include "contact/convex/face_overlap.h"
#include "contact/convex/feature_descent.h"
#include "contact/convex/nearest_facet.h"

namespace talus {

namespace {

// Below this fraction of the pair's size the descent does not decide alone: the relative error of its Voronoi
// tests is the rounding error divided by the distance.
constexpr double undecidedFraction = 1e-10;
// Below this fraction the distance is only rounding error.
constexpr double touchingFraction = 1e-14;
// Directions that deviate by less are parallel, in rad.
constexpr double parallelAngle = 1e-12;

// In the frame and unit of the pair.
struct Found {
  FeaturePair features;
  Vec3 onA = Vec3::Zero(), onB = Vec3::Zero(), normal = Vec3::Zero();
  double distance = 0;
};

Index vertexOf(const ConvexBody& body, const Feature& feature) {
  switch (feature.kind) {
    case FeatureKind::Vertex:
      return feature.index;
    case FeatureKind::Edge:
      return body.edge(feature.index).vertex[0];
    default:
      return body.sides(feature.index).front().vertex;
  }
}

Vec3 middleOfFaces(const ConvexPair& pair, const FeaturePair& faces, const Vec3& normal) {
  const OverlapCorners corners = faceOverlap(pair, faces.a.index, faces.b.index, normal);
  if (corners.empty()) return pair.vertex<Of::A>(vertexOf(pair.body<Of::A>(), faces.a));
  Vec3 sum = Vec3::Zero();
  double area = 0;
  for (const OverlapCorner& c : corners) {
    sum += c.area * c.onA;
    area += c.area;
  }
  return area > 0 ? Vec3(sum / area) : corners.front().onA;
}

template <Of faceOf>
Vec3 middleOverFace(const ConvexPair& pair, Index edge, Index face) {
  const EdgeOverFace over(pair.body<faceOf>(), face, ownSegment<faceOf>(pair, edge));
  return pair.toCommon<faceOf>(over.middle());
}

// Sets the points of two features that support the bodies along the normal; they are `distance` apart along
// it.
void placePoints(const ConvexPair& pair, Found& found) {
  const auto& [a, b] = found.features;
  const Vec3 step = found.distance * found.normal;
  using enum FeatureKind;
  const auto fromA = [&](const Vec3& x) { found.onA = x, found.onB = x + step; };
  const auto fromB = [&](const Vec3& x) { found.onA = x - step, found.onB = x; };
  if (a.kind == Vertex) return fromA(pair.vertex<Of::A>(a.index));
  if (b.kind == Vertex) return fromB(pair.vertex<Of::B>(b.index));
  if (a.kind == Face && b.kind == Face) return fromA(middleOfFaces(pair, found.features, found.normal));
  if (b.kind == Face) return fromA(middleOverFace<Of::B>(pair, a.index, b.index));
  if (a.kind == Face) return fromB(middleOverFace<Of::A>(pair, b.index, a.index));
  const Segment s = pair.edge<Of::A>(a.index), t = pair.edge<Of::B>(b.index);
  return fromA(s.at(nearestPoints(s, t).s));
}

Feature largerOf(const Feature& f, const Feature& g) {
  return g.kind > f.kind ? g : f;
}

// The direction from A to B. For two edges that nearly touch, the common normal is more accurate than the
// short vector between them.
Vec3 normalOf(const ConvexPair& pair, const NearestPoints& nearest, double distance) {
  constexpr double touchingShare = 1e-4;
  const auto& [a, b] = nearest.features;
  if (distance < touchingShare * pair.size() && a.kind == FeatureKind::Edge && b.kind == FeatureKind::Edge) {
    const Vec3 normal = pair.edge<Of::A>(a.index).direction.cross(pair.edge<Of::B>(b.index).direction);
    const double sine = normal.norm();
    if (sine * pair.size() > distance)
      return normal.dot(nearest.between) < 0 ? Vec3(normal / -sine) : Vec3(normal / sine);
  }
  return nearest.between / distance;
}

// The result of the descent, with the features where it ended.
Found ended(const ConvexPair& pair, const NearestPoints& nearest) {
  const double distance = std::sqrt(nearest.squaredDistance);
  return {nearest.features, nearest.onA, nearest.onB, normalOf(pair, nearest, distance), distance};
}

// The result of the descent; its features are replaced by edges or faces there that are parallel to the other
// body.
Found found(const ConvexPair& pair, const NearestPoints& nearest) {
  Found result = ended(pair, nearest);
  const Vec3& normal = result.normal;
  const auto& [a, b] = nearest.features;
  const ConvexBody& bodyA = pair.body<Of::A>();
  const ConvexBody& bodyB = pair.body<Of::B>();
  const Vec3 inB = pair.turnedToOwn<Of::B>(normal);
  result.features = {largerOf(a, bodyA.supportFeature(normal, vertexOf(bodyA, a), parallelAngle)),
                     largerOf(b, bodyB.supportFeature(-inB, vertexOf(bodyB, b), parallelAngle))};
  if (result.features != nearest.features) placePoints(pair, result);
  return result;
}

Found found(const ConvexPair& pair, const SeparatingAxis& axis) {
  Found result;
  result.normal = axis.direction;
  result.distance = -axis.depth;
  const Vec3 inB = pair.turnedToOwn<Of::B>(axis.direction);
  result.features = {pair.body<Of::A>().supportFeature(axis.direction, axis.a, parallelAngle),
                     pair.body<Of::B>().supportFeature(-inB, axis.b, parallelAngle)};
  placePoints(pair, result);
  return result;
}

// The previous separating direction, if the features define one; otherwise the direction of the centres.
Vec3 guessAxis(const ConvexPair& pair, const FeaturePair& last) {
  const auto& [a, b] = last;
  if (a.kind == FeatureKind::Face) return pair.normal<Of::A>(a.index);
  if (b.kind == FeatureKind::Face) return -pair.normal<Of::B>(b.index);
  if (a.kind == FeatureKind::Edge && b.kind == FeatureKind::Edge) {
    const ConvexBody& body = pair.body<Of::A>();
    const Vec3 normal = pair.edge<Of::A>(a.index).direction.cross(pair.edge<Of::B>(b.index).direction);
    const auto& faces = body.edge(a.index).face;
    const Vec3 outward = body.face(faces[0]).normal + body.face(faces[1]).normal;
    return normal.dot(outward) < 0 ? Vec3(-normal) : normal;
  }
  return pair.pose().position;
}

struct Answer {
  Found found;
  int cycles;
  bool overlapping;
};

// Decides by the difference hull whether bodies overlap that the descent found to overlap or nearly touch.
Answer decide(const ConvexPair& pair, const FeatureDescent& descent, bool apart, const FeaturePair& start) {
  const double distance = apart ? std::sqrt(descent.nearest().squaredDistance) : 0;
  const std::optional<SeparatingAxis> proved = apart ? std::nullopt : axisOfNearestFacet(pair, start);
  const SeparatingAxis axis = proved ? *proved
                                     : separatingAxis(pair, guessAxis(pair, start),
                                                      vertexOf(pair.body<Of::A>(), descent.features().a),
                                                      vertexOf(pair.body<Of::B>(), descent.features().b));
  const bool parted = axis.depth < 0;
  if (apart && parted && distance > touchingFraction * pair.size())
    return {found(pair, descent.nearest()), descent.cycles(), false};
  if (!apart && -axis.depth > undecidedFraction * pair.size()) {
    FeatureDescent again(pair, {{FeatureKind::Vertex, axis.a}, {FeatureKind::Vertex, axis.b}});
    if (again.run()) return {found(pair, again.nearest()), descent.cycles() + again.cycles(), false};
  }
  return {found(pair, axis), descent.cycles(), !parted};
}

ClosestFeatures inWorld(const Answer& answer, const ConvexBody& a, const Pose& poseA) {
  const Found& found = answer.found;
  ClosestFeatures result;
  result.distance = found.distance * poseA.scale;
  result.normal = poseA.rotation * found.normal;
  result.onA = poseA.toWorld(found.onA + a.centre());
  result.onB = poseA.toWorld(found.onB + a.centre());
  result.features = found.features;
  result.cycles = answer.cycles;
  result.overlapping = answer.overlapping;
  return result;
}

ClosestFeatures inPair(const Answer& answer) {
  const Found& found = answer.found;
  return {found.distance, found.normal,  found.onA,         found.onB,
          found.features, answer.cycles, answer.overlapping};
}

// @param finish turns the end of the descent into an answer.
template <class Finish>
Answer search(const ConvexPair& pair, const FeaturePair& start, const Finish& finish) {
  FeatureDescent descent(pair, start);
  const bool apart = descent.run();
  const double limit = undecidedFraction * pair.size();
  if (apart && descent.nearest().squaredDistance > limit * limit)
    return {finish(pair, descent.nearest()), descent.cycles(), false};
  return decide(pair, descent, apart, start);
}

FeaturePair facing(const ConvexPair& pair) {
  const Vec3& towards = pair.pose().position;
  const Vec3 inB = pair.turnedToOwn<Of::B>(towards);
  return {{FeatureKind::Vertex, pair.body<Of::A>().support(towards, 0)},
          {FeatureKind::Vertex, pair.body<Of::B>().support(-inB, 0)}};
}

}  // namespace

ClosestFeatures closestFeatures(const ConvexBody& a, const Pose& poseA, const ConvexBody& b,
                                const Pose& poseB, const FeaturePair& start) {
  const auto finish = [](const ConvexPair& pair, const NearestPoints& nearest) {
    return found(pair, nearest);
  };
  return inWorld(search(ConvexPair(a, poseA, b, poseB), start, finish), a, poseA);
}

ClosestFeatures closestInPair(const ConvexPair& pair, const FeaturePair& start) {
  return inPair(search(pair, start, ended));
}

FeaturePair facingFeatures(const ConvexBody& a, const Pose& poseA, const ConvexBody& b, const Pose& poseB) {
  return facing(ConvexPair(a, poseA, b, poseB));
}

}  // namespace talus
