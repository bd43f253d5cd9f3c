#include "dynamics/certificate/closing_pair.h"

namespace talus {

// The rest of a closing gap exceeds the rounding error in the next proof. An opening gap may open, however
// small it is.
double ClosingPair::allowed(const StepMotion& a, const StepMotion& b) const {
  const bool opens = gap.normal.dot(b.way - a.way) > a.turn + b.turn;
  return std::max(0.0, usable(gap.length) - (opens ? 0 : 4 * rounding));
}

double ClosingPair::motionReach(const StepMotion& a, const StepMotion& b) const {
  const double most = closing(a, b, 1, 1);
  return std::min(most / share, most + kept) + 8 * rounding;
}

double ClosingPair::closing(const StepMotion& a, const StepMotion& b, double partA, double partB) const {
  const Vec3 way = partB * b.way - partA * a.way;
  const double straight = gap.divided ? -gap.normal.dot(way) : way.norm();
  return straight + partA * a.turn + partB * b.turn;
}

double ClosingPair::closingOf(const StepMotion& motion, const Vec3& towardsOther) const {
  if (!gap.divided) return motion.length();
  return std::max(0.0, towardsOther.dot(motion.way) + motion.turn);
}

}  // namespace talus
