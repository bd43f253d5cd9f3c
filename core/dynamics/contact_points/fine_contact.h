#pragma once

#include <array>
#include <vector>

#include "contact/convex/convex_manifold.h"
#include "dynamics/law/contact_share.h"

namespace talus {

/// The contact of two convex bodies of which at least one is finely meshed at the contact: one point, as
/// between smooth bodies, whatever facets are near.
///
/// The contact manifold has one face of each body, but neighbouring faces may carry load, too. Starting
/// with the corners of the manifold, the faces around each corner of nonzero weight (ContactCentre) are
/// intersected, until no such corner is left. So depth and position are continuous as a body rolls from
/// facet to facet.
///
/// Cost: about ten overlaps of faces, about 5 µs. Keeps its buffers: use one object per thread.
class FineContact {
 public:
  /// Two bodies that touch.
  struct Bodies {
    const ConvexBody* a = nullptr;
    Pose poseA;
    const ConvexBody* b = nullptr;
    Pose poseB;
    double meanArea = 0;  ///< mean area of a face, for the body with the smaller one, m²
    double reach = 0;     ///< the gap below which they touch: at most that of the manifold, m
    double radius = 0;    ///< R*, m
  };

  /// Whether the facets at a contact are finer than a third of R*.
  static bool isFine(const Bodies& bodies, const ConvexManifold& manifold);

  struct Found {
    Vec3 point = Vec3::Zero();   ///< in the world
    double depth = 0, gain = 1;  ///< as of ContactCentre
  };
  /// @param manifold with points.
  Found find(const Bodies& bodies, const ConvexManifold& manifold);

 private:
  struct Corner {
    FeaturePair features;
    Vec3 position = Vec3::Zero();
    bool known = false;  ///< the faces around it have been intersected
  };

  void add(const FeaturePair& features, const Vec3& position, double depth);
  void overlayAround(const Bodies& bodies, const ConvexPair& pair, const FeaturePair& features);
  void overlay(const Bodies& bodies, const ConvexPair& pair, Index faceA, Index faceB);

  std::vector<Corner> corners_;
  std::vector<SharePoint> places_;
  std::vector<std::array<Index, 2>> overlaid_;
  std::vector<Index> aroundA_, aroundB_;
  Vec3 normal_ = Vec3::Zero(), origin_ = Vec3::Zero(), u_ = Vec3::Zero(), v_ = Vec3::Zero();
};

}  // namespace talus
