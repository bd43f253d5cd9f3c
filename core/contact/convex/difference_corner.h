#pragma once

#include "contact/convex/convex_pair.h"

namespace talus {

/// A support point of the Minkowski difference A − B.
struct DifferenceCorner {
  Vec3 point = Vec3::Zero();
  Index a = 0, b = 0;  ///< vertices: point is their difference

  /// @param direction unit. @param startA, startB vertices where the searches start, best near the result.
  static DifferenceCorner along(const Vec3& direction, const ConvexPair& pair, Index startA, Index startB) {
    const Vec3 inB = pair.turnedToOwn<Of::B>(direction);
    const Index a = pair.body<Of::A>().support(direction, startA);
    const Index b = pair.body<Of::B>().support(-inB, startB);
    return {pair.vertex<Of::A>(a) - pair.vertex<Of::B>(b), a, b};
  }
};

}  // namespace talus
