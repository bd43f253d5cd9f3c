#include "dynamics/certificate/travel.h"

#include <algorithm>
#include <limits>

namespace talus {

void Travel::list(std::span<const double> rooms, std::span<const BodyPair> pairs) {
  std::swap(pairs_, earlier_);
  pairs_.clear();
  auto known = earlier_.begin();
  for (const BodyPair& pair : pairs) {
    while (known != earlier_.end() && known->bodies < pair) ++known;
    const bool found = known != earlier_.end() && known->bodies == pair;
    pairs_.push_back({pair, found ? known->ways - startOf(pair) : -std::numeric_limits<double>::infinity()});
  }
  bodies_.clear();
  for (const double room : rooms) bodies_.push_back({.room = room});
}

void Travel::forget() {
  bodies_.clear();
  pairs_.clear();
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

void Travel::allow(std::size_t pair, double distance) {
  pairs_[pair].ways = startOf(pairs_[pair].bodies) + distance;
}

bool Travel::exceeds(std::size_t pair) const {
  const auto& [bodies, ways] = pairs_[pair];
  return way(bodies.first).end + way(bodies.second).end > ways;
}

}  // namespace talus
