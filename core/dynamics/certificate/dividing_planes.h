#pragma once

#include <vector>

#include "base/bytes.h"
#include "dynamics/certificate/closing_pair.h"
#include "dynamics/certificate/near_triangles.h"
#include "dynamics/certificate/turning_planes.h"

namespace talus {

/// A pair of parallel planes between parts of two bodies: how far each part advances towards the other one in
/// the whole motion, at most. After fractions s of the motion of A and t of that of B they have come closer
/// by at most s ofA + t ofB.
struct PlaneApproach {
  double ofA = 0, ofB = 0;  ///< m; negative: it recedes
  double allowed = 0;       ///< of both together, m, ≥ 0
  double common = 0;        ///< the fraction up to which both may move together, beside planes that turn

  bool allows(double partOfA, double partOfB) const {
    return partOfA * ofA + partOfB * ofB <= allowed || (partOfA == partOfB && partOfA <= common);
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
  double reach = 0;       ///< parts nearer to each other than this have planes, m
  bool complete = false;  ///< a wider search would be of no use

  void write(ByteWriter& to) const { to.all(planes, unplaned, reach, complete); }
  void read(ByteReader& from) { from.all(planes, unplaned, reach, complete); }
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
/// Planes that turn (TurningPlanes) move with what both bodies do together, and leave a face free to roll on
/// a corner of the other body. The pairs of triangles that limit motions most are tried with more turns, and
/// with planes along each triangle.
///
/// Cost: O(points) for one pair of planes; otherwise a search of triangles, and 0.1 µs per pair found.
class DividingPlanes {
 public:
  /// @param pair with its gap. @param near its triangles at the start. @param target at the end of the
  /// motions. @param found for the same motions before, but not complete: the search looks farther then; or
  /// new. The result does not depend on what else was found at the same start before.
  void find(const ClosingPair& pair, NearTriangles& near, const CertifiedBody (&start)[2],
            const CertifiedBody (&target)[2], const StepMotion (&motion)[2], PartedApproach& found);

 private:
  BodyPairSearch search_;
};

}  // namespace talus
