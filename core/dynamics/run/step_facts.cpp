#include "dynamics/run/step_facts.h"

#include "distributed/reduction.h"

namespace talus {

void StepFacts::insert(const LimitingBody& body) {
  if (body.number < 0 || !(body.amount > 0) || !body.leads(fastest.back())) return;
  for (const LimitingBody& other : fastest)
    if (other.number == body.number) return;  // a wall, which all ranks know
  std::size_t k = fastest.size() - 1;
  for (; k > 0 && body.leads(fastest[k - 1]); --k) fastest[k] = fastest[k - 1];
  fastest[k] = body;
}

void StepFacts::over(Communicator& ranks) {
  using Fastest = decltype(fastest);
  Reduction all;
  all.any(stiffest, [](LimitingBody& own, const LimitingBody& other) {
    if (other.number >= 0 && (own.number < 0 || other.leads(own))) own = other;
  });
  all.any(fastest, [](Fastest& own, const Fastest& others) {
    StepFacts joined;
    joined.fastest = own;
    for (const LimitingBody& other : others) joined.insert(other);
    own = joined.fastest;
  });
  all.maximum(motion);
  all.maximum(centreSpeed);
  all.sum(movedTooFar);
  all.sum(cancelled);
  all.over(ranks);
}

}  // namespace talus
