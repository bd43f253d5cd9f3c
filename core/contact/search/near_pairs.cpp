#include "contact/search/near_pairs.h"

#include <algorithm>
#include <limits>

namespace talus {

// The smaller of two bounds. The first is the change of the map for points x of A. The second is the
// displacement D y + d for the current positions y in B; it is better if A is large and rotates about a point
// near B.
double greatestMotion(const RelativePlacement& before, const RelativePlacement& now, double extentA,
                      double extentB) {
  const Vec3 shift = before.shift - now.shift;
  const double asA = (before.linear - now.linear).norm() * extentA + shift.norm();
  const Eigen::Matrix3d turn = before.linear * now.linear.transpose() / (now.ratio * now.ratio) -
                               Eigen::Matrix3d(Eigen::Matrix3d::Identity());
  const double asB = turn.norm() * extentB + (shift - turn * now.shift).norm();
  return std::min(asA, asB);
}

double NearPairs::motionTo(const PairFrame& frame) const {
  constexpr double boundRounding = 1 + 1e-9;  // covers rounding errors of the bound
  if (!known) return std::numeric_limits<double>::infinity();
  const double extentB = frame.b->extent() + frame.reachInB();
  return boundRounding * greatestMotion(seen, frame.aToB, frame.a->extent(), extentB);
}

}  // namespace talus
