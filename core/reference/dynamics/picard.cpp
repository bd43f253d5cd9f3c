#include "reference/dynamics/picard.h"

namespace talus {

void Picard::improve(LoadGuess& guess, const MovingSystem& /*system*/) {
  if (damping_ == 1) return std::swap(guess.used, guess.found);
  for (std::size_t i = 0; i < guess.used.size(); ++i) {
    guess.used.force[i] += damping_ * (guess.found.force[i] - guess.used.force[i]);
    guess.used.torque[i] += damping_ * (guess.found.torque[i] - guess.used.torque[i]);
  }
}

}  // namespace talus
