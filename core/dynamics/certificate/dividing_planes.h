#pragma once

#include <limits>
#include <vector>

#include "dynamics/certificate/closing_pair.h"
#include "dynamics/certificate/near_triangles.h"

namespace talus {

/// How much closer two bodies have come after the same fraction t of both motions, at most: t straight +
/// t² bent.
struct CommonApproach {
  double straight = std::numeric_limits<double>::infinity();  ///< m
  double bent = 0;                                            ///< m, ≥ 0

  double after(double part) const { return part * (straight + part * bent); }
  /// The greatest fraction with no more than that approach, but for rounding.
  double partWithin(double allowed) const;
};

/// A pair of parallel planes between parts of two bodies: how far each part advances towards the other one in
/// the whole motion, at most. After fractions s of the motion of A and t of that of B they have come closer
/// by at most s ofA + t ofB.
struct PlaneApproach {
  double ofA = 0, ofB = 0;  ///< m; negative: it recedes
  double allowed = 0;       ///< of both together, m, ≥ 0
  CommonApproach turning;   ///< beside planes that turn with one of the bodies

  bool allows(double partOfA, double partOfB) const {
    return partOfA * ofA + partOfB * ofB <= allowed ||
           (partOfA == partOfB && turning.after(partOfA) <= allowed);
  }
  /// The greatest fraction that both may carry out, but for rounding.
  double commonPart() const;
};

/// How two bodies approach each other in a motion, part by part.
struct PartedApproach {
  std::vector<PlaneApproach> planes;
  /// Parts that have no planes stay apart if the bodies approach each other by at most this (without their
  /// normal), m; infinite: all have.
  double unplaned = 0;
};

/// Finds planes between two bodies and how both approach them. Unlike ClosingPair this counts rotations only
/// as far as they bring points nearer to a plane: rolling, sliding and spinning bodies are free to move.
///
/// Convex bodies that a pair of planes separates have this one pair, and so have others that are far apart
/// and as far from such planes. Others have one for each pair of triangles near each other: each triangle is
/// convex. Use one object per thread.
///
/// After the fraction t of a motion (StepMotion) the height h of a point above a plane is at most
/// (1 − t) h₀ + t h₁ + t (1 − t)/2 max(−h″), with its first and last heights, which the bounds include: a
/// point that turns ahead of its body rises farther than both, one behind it does not.
///
/// Planes that turn with one body move with what both do together, and leave a face free to roll on a corner
/// of the other body: in the frame of the body with the planes, a point of the other one at u has the
/// velocity u′ − ω × u, which changes by no more than `bent` tells.
///
/// Cost: O(points) for one pair of planes; otherwise a search of triangles, and 0.1 µs per pair found.
class DividingPlanes {
 public:
  /// @param pair with its gap. @param near its triangles at the start. @param target at the end of the
  /// motions. The result does not depend on what was found at the same start before.
  void find(const ClosingPair& pair, NearTriangles& near, const CertifiedBody (&start)[2],
            const CertifiedBody (&target)[2], const StepMotion (&motion)[2], PartedApproach& found);

 private:
  BodyPairSearch search_;
};

}  // namespace talus
