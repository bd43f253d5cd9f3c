#pragma once

#include <span>

#include "dynamics/body/moving_body.h"
#include "dynamics/law/contact_law.h"
#include "dynamics/law/held_spring.h"
#include "dynamics/law/tangential_spring.h"

namespace talus {

/// Two bodies in contact, and the memory of their contact.
struct TouchingPair {
  const MovingBody* a = nullptr;
  const MovingBody* b = nullptr;
  PairLaw law{};
  std::span<const ContactPoint> points;       ///< with their elastic forces
  std::span<const TangentialSpring> springs;  ///< of the last accepted state
  double elapsed = 0;                         ///< time since then, s, ≥ 0
  const HeldFriction* held = nullptr;         ///< of long steps; null: the step is short
};

}  // namespace talus
