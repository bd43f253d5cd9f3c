#pragma once

#include <span>
#include <vector>

#include "dynamics/contact_forces/force_bodies.h"
#include "dynamics/contact_points/contact_point_finder.h"
#include "dynamics/contact_points/contact_refinement.h"

namespace talus {

/// The pairs of bodies whose triangles are searched, with their search data. For laws that act between near
/// triangles: HaloSpring for all bodies, LinearSpringDashpot and HertzMindlin if a body is not convex.
class RefinedPairs {
 public:
  /// @param finder any of the law's. @param keepsData from one evaluation to the next.
  RefinedPairs(std::span<const LawShape> shapes, const ContactPointFinder& finder, bool keepsData);

  /// Whether some pairs of shapes are searched so.
  bool searchTriangles() const { return searchTriangles_; }
  /// @param pairs of the next evaluation.
  void arrange(std::span<const BodyPair> pairs, const ForceBodies& bodies, const ContactPointFinder& finder);
  /// Clears data that only save time.
  void forget() { refinement_.forget(); }
  /// For the next evaluation; null: there is none.
  ContactRefinement* data() { return keepsData_ ? &refinement_ : nullptr; }

 private:
  bool searchTriangles_ = false;
  bool keepsData_ = false;
  std::vector<BodyPair> pairs_;
  ContactRefinement refinement_;
};

}  // namespace talus
