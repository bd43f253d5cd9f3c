#include "dynamics/run/step_notices.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/number_text.h"
#include "dynamics/run/step_text.h"

namespace talus {

// Whether somebody listens who has not heard of that.
bool StepNotices::isNew(Matter matter) {
  return notice_ && !std::exchange(told_[matter], true);
}

void StepNotices::beginFrame() {
  slowSteps_ = 0;
  compared_ = system_.fields.contacts.pairs().searches().comparisons;
  if (!system_.hasImpulses() || !isNew(Unused)) return;
  const std::string unused = unusedText(system_.options);
  if (!unused.empty()) notice_(NoticeKind::Steps, unused);
}

// Not of impacts under Barrier, which take few hundred very short steps.
void StepNotices::warnIfSlow(double interval, double dt, bool crushed, const StepChoice& choice) {
  constexpr double manySteps = 1e6;  // steps per frame
  const int lasting = system_.hasBarrier() ? 1000 : 10;
  slowSteps_ = crushed || interval > manySteps * dt ? slowSteps_ + 1 : 0;
  if (slowSteps_ < lasting || !isNew(Slowness)) return;
  notice_(NoticeKind::Steps, "From " + roundedText(system_.time) + " s on steps are " + roundedText(dt) +
                                 " s long, so that a frame takes " + roundedText(interval / dt) +
                                 " of them: " + (crushed ? hardText(choice.body) : slowText(choice)));
}

std::vector<std::int64_t> StepNotices::comparisons() const {
  std::vector<std::int64_t> now = system_.fields.contacts.pairs().searches().comparisons;
  for (std::size_t level = 0; level < compared_.size(); ++level) now[level] -= compared_[level];
  return now;
}

// Where surfaces are finer than the halos, each triangle is near many others.
void StepNotices::warnIfCrowded(std::int64_t steps) {
  constexpr std::int64_t manyComparisons = 20'000'000;  // comparisons per step
  if (!notice_ || told_[Crowding]) return;
  const std::vector<std::int64_t>& now = system_.fields.contacts.pairs().searches().comparisons;
  const std::int64_t compared = std::accumulate(now.begin(), now.end(), std::int64_t{0}) -
                                std::accumulate(compared_.begin(), compared_.end(), std::int64_t{0});
  steps = std::max<std::int64_t>(1, steps);
  if (compared <= manyComparisons * steps) return;
  told_[Crowding] = true;
  notice_(NoticeKind::Steps, "At " + roundedText(system_.time) + " s steps compare " +
                                 roundedText(static_cast<double>(compared) / static_cast<double>(steps)) +
                                 " pairs of triangles each, since halos of " + roundedText(system_.halo()) +
                                 " m reach far over fine surfaces. Use a narrower halo, or coarser surfaces");
}

void StepNotices::warnOfResidual() {
  const ContactDynamics* dynamics = system_.dynamics;
  if (dynamics == nullptr || !(dynamics->residual() > system_.options.contactDynamics.lawResidual)) return;
  if (!isNew(Residual)) return;
  notice_(NoticeKind::Steps,
          "At " + roundedText(system_.time) + " s a step violates the contact laws by " +
              roundedText(dynamics->residual()) +
              " of the mean contact force; LawResidual tells the largest violation of each frame. Allow more "
              "sweeps, or take shorter steps");
}

void StepNotices::warnOfPassage(const FrameStatistics& statistics, const Passage& first) {
  if (statistics.passed == 0 || !isNew(PassageSeen)) return;
  notice_(NoticeKind::Passage,
          "At " + roundedText(first.time) + " s bodies " + std::to_string(first.first) + " and " +
              std::to_string(first.second) +
              " passed through each other, or half-way into the thinner one; PassedPairs counts such pairs. "
              "Harder materials, shorter steps, a certificate or the law Barrier hold them apart");
}

}  // namespace talus
