#include "dynamics/run/passage_count.h"

#include <algorithm>

namespace talus {

void PassageCount::beginFrame() {
  pairs_ = 0;
  first_ = {};
}

// Guards let nothing pass.
void PassageCount::beginStep(double dt, double fastest) {
  constexpr double speedGrowth = 1.5;  // bodies may become in the step
  mayHide_ = !system_.fields.guard && !unseen_.areImpossible(speedGrowth * dt * fastest);
  if (mayHide_) earlier_ = system_.state;
}

void PassageCount::endStep() {
  AcceptedContacts& contacts = system_.fields.contacts.pairs().accepted();
  for (const BodyPair& pair : contacts.passed()) count(pair);
  if (!mayHide_) return;
  for (const BodyPair& pair : unseen_.find(earlier_, system_.state, system_.time))
    if (contacts.notePassed(pair)) count(pair);
}

void PassageCount::count(const BodyPair& pair) {
  ++pairs_;
  const auto [first, second] = std::minmax({system_.idOf(pair.first), system_.idOf(pair.second)});
  first_ = std::min(first_, Passage{system_.time, first, second});
}

}  // namespace talus
