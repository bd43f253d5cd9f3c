#include "dynamics/run/frame_sums.h"

#include <algorithm>

namespace talus {

void FrameSums::over(Communicator& ranks) {
  Reduction all;
  motion.forEach([&all](ExactSum& sum) { all.sum(sum); });
  for (ExactSum* sum : {&potentialEnergy, &dissipatedEnergy, &wallWork, &contacts.elasticEnergy})
    all.sum(*sum);
  for (std::int64_t* count :
       {&contacts.pairs, &contacts.touching, &contacts.points, &contacts.recovering, &contacts.stalled})
    all.sum(*count);
  all.maximum(greatestSpeed);
  all.sum(passed);
  all.any(firstPassage, [](Passage& a, const Passage& b) { a = std::min(a, b); });
  all.over(ranks);
}

void FrameSums::store(FrameStatistics& statistics) const {
  const MotionTotals totals = motion.totals();
  statistics.kineticEnergy = totals.kineticEnergy;
  statistics.momentum = totals.momentum;
  statistics.angularMomentum = totals.angularMomentum;
  statistics.potentialEnergy = potentialEnergy.value();
  statistics.elasticEnergy = contacts.elasticEnergy.value();
  statistics.dissipatedEnergy = dissipatedEnergy.value();
  statistics.wallWork = wallWork.value();
  statistics.pairs = contacts.pairs;
  statistics.touching = contacts.touching;
  statistics.contacts = contacts.points;
  statistics.passed = passed;
  statistics.recovering = contacts.recovering;
  statistics.greatestSpeed = greatestSpeed;
}

}  // namespace talus
