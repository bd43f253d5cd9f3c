#include "dynamics/certificate/travel.h"

#include <algorithm>

namespace talus {

void Travel::list(std::span<const double> rooms) {
  bodies_.clear();
  for (const double room : rooms) bodies_.push_back({.room = room});
}

void Travel::proceed() {
  for (Way& way : bodies_) way.start = way.end;
}

// Lengths have a relative error, rotations an absolute one: they come from quaternions. It also covers the
// rounding of sums.
void Travel::move(std::size_t body, const StepMotion& motion, double extent) {
  constexpr double aboveRounding = 1 + 1e-12, ofRotation = 1e-15;
  Way& way = bodies_[body];
  const double length = motion.length();
  way.end = length > 0 ? way.start + aboveRounding * length + ofRotation * extent : way.start;
}

bool Travel::hasRoom() const {
  return std::all_of(bodies_.begin(), bodies_.end(), [](const Way& way) { return way.end <= way.room; });
}

}  // namespace talus
