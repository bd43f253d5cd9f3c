#include "dynamics/run/shared_work.h"

#include "base/checksum.h"
#include "base/error.h"

namespace talus {

SharedWork::SharedWork(SimulatedSystem& system, Communicator& ranks)
    : World(system, Knowledge::AllRanks), work_(ranks) {
  system.fields.contacts.pairs().divideAmong(work_);
  if (system.fields.guard) system.fields.guard->bodies().divideAmong(work_);
  if (system.fields.iterates) system.fields.iterates->divideAmong(work_);
  if (system.dynamics) system.dynamics->divideAmong(work_);
}

bool SharedWork::shows(std::size_t row) const {
  const auto ranks = static_cast<std::size_t>(work_.ranks().size());
  const std::size_t rank = system_.inertia.isWall(row) ? 0 : row * ranks / system_.state.size();
  return rank == static_cast<std::size_t>(work_.ranks().rank());
}

bool SharedWork::shows(const BodyPair& rows) const {
  const auto first = static_cast<std::size_t>(rows.first), second = static_cast<std::size_t>(rows.second);
  return shows(system_.inertia.isWall(first) ? second : first);
}

void SharedWork::advance(Context& context, std::int64_t ticks) {
  try {
    context.advance(ticks);
  } catch (const Cancelled&) {
    cancelled_ = true;
  }
  if (isAnyCancelled()) throw Cancelled();
}

bool SharedWork::isAnyCancelled() {
  std::int64_t ranks = cancelled_ ? 1 : 0;
  Reduction all;
  all.sum(ranks);
  all.over(work_.ranks());
  return ranks > 0;
}

// Ranks that know all bodies must not differ in a bit: they would part sooner or later.
void SharedWork::sum(FrameSums& /*sums*/) {
  ByteWriter bytes;
  saveBodyState(system_.state, bytes);
  auto sum = static_cast<double>(checksum(bytes.bytes()) >> 16);  // exact
  double least = sum, most = sum;
  Reduction all;
  all.minimum(least);
  all.maximum(most);
  all.over(work_.ranks());
  if (least != most) throw DividedWork::difference();
}

}  // namespace talus
