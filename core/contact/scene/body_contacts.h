#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "contact/convex/convex_manifold.h"
#include "contact/scene/contact.h"
#include "contact/scene/contact_geometry.h"
#include "contact/scene/contact_merge.h"
#include "contact/search/body_pair.h"
#include "options/body_contact_options.h"

namespace talus {

/// A shape where a body has it, and the body's halo.
struct ContactBody {
  const ContactGeometry* geometry = nullptr;
  Pose pose;
  double halo = 0;  ///< ε, a length ≥ 0
};

/// @throws Error a halo that is negative or not finite.
void requireHalo(double halo);

/// What is uncertain about the contacts of two bodies, because a surface is open.
struct BodyContactSummary {
  /// The surfaces do not intersect, and one of them is open whose box holds the other body: whether that lies
  /// within is undecided. Or they intersect, but with its openings closed it holds nothing there: how deep
  /// they overlap is undecided, and the gap is 0.
  bool undecided = false;
  /// The surfaces intersect, and one of them is open: the overlap follows from its winding number.
  bool byWinding = false;

  bool operator==(const BodyContactSummary&) const = default;
};

/// Finds where two bodies of any kind touch. One for each thread: it keeps buffers.
///
/// * Both convex: a manifold of closest features and faces (convexManifold), overlapping or not.
/// * Surfaces that intersect: one contact for each region of overlap, with its normal and depth
///   (intersectSurfaces), and merged points of near triangles elsewhere. An open surface counts as solid
///   where its winding number exceeds ½; the summary says so.
/// * Surfaces within ε of A + ε of B: pairs of near triangles (BodyPairSearch), merged (mergeContacts).
/// * A body entirely inside the other: one contact at the nearest pair of points of both surfaces. Its normal
///   points back from there; its gap is minus the distance along that line by which the inner body must move
///   to be free; without exactDepth until its last point has passed the plane there.
///
/// Cost: that of the methods; exactDepth takes two to three times as long as the region itself;
/// nothing is kept between calls but memory.
class BodyContactFinder {
 public:
  explicit BodyContactFinder(const BodyContactOptions& options = {});

  /// Appends the contacts of two bodies. Normals point from A to B; swapping the bodies swaps them.
  /// @throws Error a halo that is negative or not finite, a pose that is not usable.
  BodyContactSummary find(const ContactBody& a, const ContactBody& b, std::vector<Contact>& contacts);
  /// The same, step after step.
  /// @param features where the search for the closest features of convex bodies begins: those of the step
  /// before, or firstFeatures(). Becomes those that were found.
  BodyContactSummary find(const ContactBody& a, const ContactBody& b, std::vector<Contact>& contacts,
                          FeaturePair& features);

  /// The same by triangles whose search was another one: all that are within the halos. Not for bodies of
  /// which a manifold is taken.
  BodyContactSummary findAmong(const ContactBody& a, const ContactBody& b,
                               const std::vector<TriangleContact>& near, std::vector<Contact>& contacts);
  /// Whether the contacts of two bodies come from triangles that are near.
  bool takesTriangles(const ContactGeometry& a, const ContactGeometry& b) const {
    return !options_.convexManifold || a.convex() == nullptr || b.convex() == nullptr;
  }

  /// Where to begin with bodies that are new to each other. Any pair will do for bodies that are not convex.
  FeaturePair firstFeatures(const ContactBody& a, const ContactBody& b) const;

  /// What the last search of surrogate trees compared.
  const SearchCounts& counts() const { return search_.counts(); }

 private:
  BodyContactSummary addNear(const ContactBody& a, const ContactBody& b, std::vector<Contact>& contacts);
  static void findManifold(const ContactBody& a, const ContactBody& b, std::vector<Contact>& contacts,
                           FeaturePair& features);
  std::size_t addRegions(const ContactBody& a, const ContactBody& b, std::vector<Contact>& contacts);
  double depthAlong(const ContactBody& a, const ContactBody& b, const Vec3& normal, double estimate) const;
  void addMerged(const ContactBody& a, const ContactBody& b, std::vector<Contact>& contacts);
  static void nameFeatures(const ContactBody& a, const ContactBody& b, std::span<Contact> contacts);
  BodyContactSummary addContained(const ContactBody& a, const ContactBody& b, std::vector<Contact>& contacts);

  BodyContactOptions options_;
  BodyPairSearch search_;
  std::vector<TriangleContact> near_;
  std::vector<double> areas_;
};

}  // namespace talus
