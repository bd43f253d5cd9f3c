#pragma once

#include <array>
#include <cstdint>

#include "base/types.h"
#include "distributed/communicator.h"

namespace talus {

/// A body that limits the length of a step.
struct LimitingBody {
  Index number = -1;      ///< row in the whole scene; −1: none
  std::int32_t wall = 0;  ///< 1: it is a wall
  std::int64_t id = -1;
  double amount = 0;                             ///< its speed, m/s, or ω², s⁻²
  Vec3 low = Vec3::Zero(), high = Vec3::Zero();  ///< its box

  Box box() const { return {low, high}; }
  /// Whether it is the first one by amount, then by number.
  bool leads(const LimitingBody& other) const {
    return amount > other.amount || (amount == other.amount && number < other.number);
  }
};

/// What the length of the next step depends on, of all bodies of all ranks.
struct StepFacts {
  static constexpr std::size_t maximumAlone = 16;  ///< bodies that may be tested for reaching no other

  LimitingBody stiffest;                                 ///< the highest ω² of contacts
  std::array<LimitingBody, maximumAlone + 1> fastest{};  ///< the fastest bodies, the first one first
  double motion = 0;                                     ///< of bodies since ghosts were chosen, m
  double centreSpeed = 0;                                ///< the maximum of dynamic bodies, m/s
  std::int64_t movedTooFar = 0;  ///< bodies that moved farther in the last step than is allowed
  std::int64_t cancelled = 0;    ///< ranks

  /// Inserts a body into `fastest`, unless enough others are faster.
  void insert(const LimitingBody& body);
  /// Makes them those of all ranks. One reduction.
  void over(Communicator& ranks);
};

}  // namespace talus
