#pragma once

#include "contact/verdict/solid_relation.h"

namespace talus {

/// How two bodies lie to each other, and what is uncertain about their contacts, because a surface is open.
struct BodyContactSummary {
  /// Decided exactly with exactDepth: then the least gap is below 0 if the bodies are interfering, contained
  /// or duplicate, 0 if they are touching, above 0 if they are apart. Else Undecided.
  Relation relation = Relation::Undecided;
  /// The surfaces do not intersect, but one of them is open and its box contains the other body: whether that
  /// body lies inside is undecided. Or they intersect, but the open surface encloses no volume there when its
  /// openings are closed: the depth of the overlap is undecided, and the gap is 0.
  bool undecided = false;
  /// The surfaces intersect, and one of them is open: the overlap is computed from its winding number.
  bool byWinding = false;
  /// No translation shorter than minus the least gap frees B: the bodies are convex, or do not overlap. Else
  /// there may be a shorter one along another direction. False without exactDepth.
  bool depthIsLeast = false;

  bool operator==(const BodyContactSummary&) const = default;
};

}  // namespace talus
