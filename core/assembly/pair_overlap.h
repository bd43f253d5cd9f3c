#pragma once

#include <array>
#include <string>

#include "arrangement/result/surface_arrangement.h"
#include "assembly/assembly_overlap.h"
#include "assembly/prepared_part.h"
#include "base/context.h"
#include "contact/scene/contact_body.h"
#include "contact/verdict/solid_relation.h"

namespace talus {

/// How two closed parts lie to each other, and which contains the other one.
struct PairVerdict {
  Relation relation = Relation::Apart;
  bool firstContains = false;  ///< Contained: the second part lies in the first one
};

/// The exact arrangement of two closed parts: their verdict, however they are triangulated, and what they
/// have in common. About 2.5 µs a triangle; where parts do not intersect themselves, of those near the
/// overlap.
class PairArrangement {
 public:
  PairArrangement(const PreparedPart& a, const PreparedPart& b, Context& context);
  /// @param names for errors.
  PairArrangement(const std::array<TriangleMesh, 2>& meshes, const std::array<std::string, 2>& names,
                  Context& context);

  /// Touching if they share no volume: what is only known of parts that share a point.
  PairVerdict verdict() const { return verdict_; }
  ArrangementBody common(Context& context) const;
  /// Of what common() gives, without its surface.
  SolidMoments commonMoments() const;

 private:
  explicit PairArrangement(SurfaceArrangement arrangement);

  SurfaceArrangement arrangement_;
  PairVerdict verdict_;
};

/// The body of a closed part, for parts that lie inside another one. @param number of the part in the pair: 0
/// or 1.
ArrangementBody bodyOf(const PreparedPart& part, Index number, Context& context);

/// Sets penetration and deepest point of two closed parts that overlap. @pre overlap.computed
void findPenetration(const PreparedPart& a, const PreparedPart& b, PairOverlap& overlap);

/// Sets depth, direction and depthIsLeast of two closed bodies that overlap.
void findDepth(const ContactBody& a, const ContactBody& b, PairOverlap& overlap);

}  // namespace talus
