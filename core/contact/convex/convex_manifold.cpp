#include "contact/convex/convex_manifold.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace talus {

namespace {

// The face at a feature whose normal is closest to a direction, in the body's frame.
Index faceTowards(const ConvexBody& body, const Feature& feature, const Vec3& direction) {
  Index best = -1;
  double most = -2;
  const auto offer = [&](Index f) {
    const double along = body.face(f).normal.dot(direction);
    if (along > most || (along == most && f < best)) {
      most = along;
      best = f;
    }
  };
  if (feature.kind == FeatureKind::Face) return feature.index;
  if (feature.kind == FeatureKind::Edge) {
    for (const Index f : body.edge(feature.index).face) offer(f);
  } else {
    for (const ConvexBody::Spoke& spoke : body.spokes(feature.index))
      for (const Index f : body.edge(spoke.edge).face) offer(f);
  }
  return best;
}

// A vertex whose nearest feature is a vertex or an edge lies over no face, and edges cross there only by
// rounding.
bool liesBesideFaces(const FeaturePair& features) {
  const auto& [a, b] = features;
  using enum FeatureKind;
  return (a.kind == Vertex && b.kind != Face) || (b.kind == Vertex && a.kind != Face);
}

// Merges the corners at the closest points into one, with the closest features as its identity.
void nameClosest(const ConvexPair& pair, const Vec3& onA, const FeaturePair& features,
                 OverlapCorners& corners) {
  const double near = 1e-8 * pair.size();
  OverlapCorner* named = nullptr;
  for (std::size_t i = 0; i < corners.size();) {
    OverlapCorner& corner = corners[i];
    if ((corner.onA - onA).squaredNorm() > near * near) {
      ++i;
    } else if (named) {
      named->area += corner.area;
      corners.erase(corners.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      corner.features = features;
      named = &corner;
      ++i;
    }
  }
}

void startAtLeast(OverlapCorners& corners) {
  const auto name = [](const OverlapCorner& c) {
    return std::tuple(c.features.a.kind, c.features.a.index, c.features.b.kind, c.features.b.index);
  };
  const auto first = std::min_element(corners.begin(), corners.end(),
                                      [&](const auto& c, const auto& d) { return name(c) < name(d); });
  std::rotate(corners.begin(), first, corners.end());
}

OverlapCorners cornersOf(const ConvexPair& pair, const Pose& poseA, const ClosestFeatures& closest) {
  const Vec3 axis = poseA.rotation.transpose() * closest.normal;
  const Vec3 inB = pair.turnedToOwn<Of::B>(axis);
  const Index faceA = faceTowards(pair.body<Of::A>(), closest.features.a, axis);
  const Index faceB = faceTowards(pair.body<Of::B>(), closest.features.b, -inB);
  OverlapCorners corners = faceOverlap(pair, faceA, faceB, axis);
  if (liesBesideFaces(closest.features)) {
    const Vec3 onA = poseA.toBody(closest.onA) - pair.body<Of::A>().centre();
    nameClosest(pair, onA, closest.features, corners);
  }
  startAtLeast(corners);
  return corners;
}

}  // namespace

ConvexManifold convexManifold(const ConvexBody& a, const Pose& poseA, const ConvexBody& b, const Pose& poseB,
                              double reach, const FeaturePair& start) {
  ConvexManifold result;
  result.closest = closestFeatures(a, poseA, b, poseB, start);
  const ClosestFeatures& closest = result.closest;
  if (!(closest.distance <= reach)) return result;
  const ConvexPair pair(a, poseA, b, poseB);
  const double scale = poseA.scale;
  double least = std::numeric_limits<double>::infinity();
  for (const OverlapCorner& c : cornersOf(pair, poseA, closest)) {
    const double gap = c.gap * scale;
    if (!(gap <= reach)) continue;
    least = std::min(least, gap);
    const Vec3 position = poseA.toWorld((c.onA + c.onB) / 2 + a.centre());
    result.points.push_back({position, gap, reach - gap, c.area * scale * scale, c.features});
  }
  constexpr double sameGap = 1e-9;
  result.fromClosest = least > closest.distance + sameGap * pair.size() * scale;
  if (result.fromClosest)
    result.points.push_back(
        {(closest.onA + closest.onB) / 2, closest.distance, reach - closest.distance, 0, closest.features});
  return result;
}

}  // namespace talus
