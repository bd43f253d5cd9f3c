#include "dynamics/contact_points/fine_contact.h"

#include <algorithm>

namespace talus {

namespace {

// The squared extent of a facet over the mean area: 2.3 for equilateral triangles; facets vary.
constexpr double extentOfArea = 4;
// The spread of contactCentre over the mean area: for facets with corners on a circle of radius ρ, ρ² is up
// to 1.6 times the area.
constexpr double spreadOfArea = 2.4;

// The faces that meet at a feature.
void facesAround(const ConvexBody& body, const Feature& feature, std::vector<Index>& faces) {
  faces.clear();
  const auto add = [&faces](Index f) {
    if (std::find(faces.begin(), faces.end(), f) == faces.end()) faces.push_back(f);
  };
  if (feature.kind == FeatureKind::Face) {
    add(feature.index);
  } else if (feature.kind == FeatureKind::Edge) {
    for (const Index f : body.edge(feature.index).face) add(f);
  } else {
    for (const ConvexBody::Spoke& spoke : body.spokes(feature.index))
      for (const Index f : body.edge(spoke.edge).face) add(f);
  }
}

}  // namespace

bool FineContact::isFine(const Bodies& bodies, const ConvexManifold& manifold) {
  const double extent = extentOfArea * bodies.meanArea;
  if (9 * extent > bodies.radius * bodies.radius) return false;
  const Vec3& first = manifold.points.front().position;
  return std::all_of(manifold.points.begin(), manifold.points.end(), [&](const ManifoldPoint& p) {
    return (p.position - first).squaredNorm() <= 2 * extent;
  });
}

FineContact::Found FineContact::find(const Bodies& bodies, const ConvexManifold& manifold) {
  corners_.clear();
  places_.clear();
  overlaid_.clear();
  normal_ = manifold.closest.normal;
  origin_ = manifold.points.front().position;
  u_ = normal_.unitOrthogonal();
  v_ = normal_.cross(u_);
  for (const ManifoldPoint& point : manifold.points)
    add(point.features, point.position, bodies.reach - point.gap);
  const ConvexPair pair(*bodies.a, bodies.poseA, *bodies.b, bodies.poseB);
  ContactCentre centre;
  for (bool grows = true; grows;) {
    grows = false;
    centre = contactCentre(places_, bodies.radius, spreadOfArea * bodies.meanArea);
    for (std::size_t i = 0; i < centre.bearers; ++i) {
      Corner& corner = corners_[centre.bearing[i]];
      if (corner.known) continue;
      corner.known = grows = true;
      overlayAround(bodies, pair, FeaturePair(corner.features));
    }
  }
  Found found{origin_, centre.depth, centre.gain};
  for (std::size_t i = 0; i < centre.bearers; ++i)
    found.point += centre.weights[i] * (corners_[centre.bearing[i]].position - origin_);
  return found;
}

void FineContact::add(const FeaturePair& features, const Vec3& position, double depth) {
  const auto same = [&](const Corner& corner) { return corner.features == features; };
  if (std::any_of(corners_.begin(), corners_.end(), same)) return;
  corners_.push_back({features, position});
  const Vec3 x = position - origin_;
  places_.push_back({{u_.dot(x), v_.dot(x)}, depth});
}

void FineContact::overlayAround(const Bodies& bodies, const ConvexPair& pair, const FeaturePair& features) {
  facesAround(*bodies.a, features.a, aroundA_);
  facesAround(*bodies.b, features.b, aroundB_);
  for (const Index f : aroundA_)
    for (const Index g : aroundB_) overlay(bodies, pair, f, g);
}

void FineContact::overlay(const Bodies& bodies, const ConvexPair& pair, Index faceA, Index faceB) {
  const std::array<Index, 2> faces{faceA, faceB};
  if (std::find(overlaid_.begin(), overlaid_.end(), faces) != overlaid_.end()) return;
  overlaid_.push_back(faces);
  const Pose& pose = bodies.poseA;
  for (const OverlapCorner& corner : faceOverlap(pair, faceA, faceB, pose.rotation.transpose() * normal_)) {
    const Vec3 position = pose.toWorld((corner.onA + corner.onB) / 2 + bodies.a->centre());
    add(corner.features, position, bodies.reach - corner.gap * pose.scale);
  }
}

}  // namespace talus
