#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "contact/convex/convex_manifold.h"
#include "contact/overlap/surface_intersection.h"
#include "contact/scene/contact.h"
#include "contact/scene/contact_body.h"
#include "contact/scene/contact_merge.h"
#include "contact/scene/contact_summary.h"
#include "contact/scene/solid_separation.h"
#include "contact/search/body_pair.h"
#include "options/body_contact_options.h"

namespace talus {

/// @throws Error a halo that is negative or not finite.
void requireHalo(double halo);

/// Finds the contacts of two bodies of any kind. Use one per thread: it keeps buffers.
///
/// * Both convex: a manifold from the closest features and their faces (convexManifold), whether the bodies
///   overlap or not.
/// * Bodies that overlap: one contact for each overlap region, with its normal and depth (intersectSurfaces),
///   and merged points of near triangles elsewhere. With exactDepth, moving B by the depth of the deepest
///   contact along its normal frees it, with points rounded in the world, unless B fits as exactly as
///   rounding allows. That is the region's normal, or where the bodies touch elsewhere on that way, faces are
///   flush or the region is thin, the least of the translations along several directions
///   (SolidSeparation::least). An open surface counts as solid where its winding number exceeds ½; the
///   summary reports it.
/// * Surfaces that touch: merged points of near triangles, with a gap of 0. With exactDepth it is decided
///   exactly whether surfaces that meet overlap or touch (relationOf), for the solids with their points
///   rounded in the world. Overlaps that rounding explains have such contacts, too, the deepest with a gap
///   of a few units in the last place.
/// * Other surfaces within the reach, ε of A + ε of B: pairs of near triangles (BodyPairSearch), merged
///   (mergeContacts).
/// * A body entirely inside the other: one contact at the nearest pair of points of the two surfaces. Its
///   normal and gap are those of the least translation that is found; without exactDepth, the normal is
///   parallel to the line between the points, and the gap minus the distance until the inner body's last
///   point has passed the plane through the outer surface's nearest point.
///
/// Cost: that of the methods used; exactDepth takes about half as long as the region itself,
/// and several ms where other directions are tried. Only buffers are kept between calls.
class BodyContactFinder {
 public:
  explicit BodyContactFinder(const BodyContactOptions& options = {});

  /// Appends the contacts of two bodies. Normals point from A to B; swapping the bodies swaps them.
  /// @throws Error a halo that is negative or not finite, a pose that is not usable.
  BodyContactSummary find(const ContactBody& a, const ContactBody& b, std::vector<Contact>& contacts);
  /// The same for consecutive steps.
  /// @param features where the search for the closest features of convex bodies starts: the result of the
  /// previous step, or firstFeatures(). Replaced by the features found.
  BodyContactSummary find(const ContactBody& a, const ContactBody& b, std::vector<Contact>& contacts,
                          FeaturePair& features);

  /// The same from all pairs of triangles within the reach, found by another search. Only for bodies for
  /// which takesTriangles() is true.
  BodyContactSummary findAmong(const ContactBody& a, const ContactBody& b,
                               const std::vector<TriangleContact>& near, std::vector<Contact>& contacts);
  /// Whether the contacts of two bodies come from near triangles; if not, from a manifold.
  bool takesTriangles(const ContactGeometry& a, const ContactGeometry& b) const {
    return !options_.convexManifold || a.convex() == nullptr || b.convex() == nullptr;
  }

  /// The start features of two bodies that have no previous step. Meaningless for bodies that are not convex.
  FeaturePair firstFeatures(const ContactBody& a, const ContactBody& b) const;

  /// Numbers of comparisons in the last search of surrogate trees.
  const SearchCounts& counts() const { return search_.counts(); }

 private:
  BodyContactSummary addNear(const ContactBody& a, const ContactBody& b, std::vector<Contact>& contacts);
  BodyContactSummary addSolid(const ContactBody& a, const ContactBody& b, std::vector<Contact>& contacts);
  BodyContactSummary addNested(const ContactBody& a, const ContactBody& b, std::vector<Contact>& contacts);
  BodyContactSummary addContained(const ContactBody& a, const ContactBody& b, std::vector<Contact>& contacts);
  BodyContactSummary findManifold(const ContactBody& a, const ContactBody& b, std::vector<Contact>& contacts,
                                  FeaturePair& features) const;
  SurfaceIntersection intersection(const ContactBody& a, const ContactBody& b);
  void findTouching(const ContactBody& a, const ContactBody& b);
  void addTouchingClosing(const ContactBody& a, const ContactBody& b);
  std::size_t addRegions(const ContactBody& a, const ContactBody& b, const SurfaceIntersection& hit,
                         std::vector<Contact>& contacts);
  Translation wayOut(const ContactBody& a, const ContactBody& b, const SurfaceIntersection& hit);
  void deepenByRounding(const ContactBody& a, const ContactBody& b, std::span<Contact> contacts);
  Contact innerContact(const ContactBody& a, const ContactBody& b, bool aHolds);
  void addMerged(const ContactBody& a, const ContactBody& b, bool meet, std::vector<Contact>& contacts);
  void findAreas(const ContactBody& a, const ContactBody& b, double distance);
  static void nameFeatures(const ContactBody& a, const ContactBody& b, std::span<Contact> contacts);

  BodyContactOptions options_;
  BodyPairSearch search_;
  BodyPairSearch solidSearch_;  // besides the other, whose counts are asked for
  SolidSeparation separation_;
  std::vector<TriangleContact> near_;
  std::vector<TrianglePair> touching_;   // of the solids: among them are all that intersect
  std::vector<double> weights_, areas_;  // of the near triangles
};

}  // namespace talus
