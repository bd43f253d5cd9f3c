#include "dynamics/contact_forces/accepted_contacts.h"

#include "base/damaged_snapshot.h"
#include "base/error.h"
#include "base/parallel_items.h"

namespace talus {

namespace {

void requireFeatures(const PairMemory& pair, const ForceBodies& bodies) {
  const auto has = [&](Index body, const Feature& feature) {
    const ConvexBody* convex = bodies[body].shape->geometry->convex();
    return convex == nullptr ? pair.axis.isZero(0) : convex->has(feature);
  };
  if (has(pair.bodies.first, pair.features.a) && has(pair.bodies.second, pair.features.b)) return;
  throw Error("The contacts of the snapshot do not fit the scene's shapes", "",
              "It belongs to another scene: use the scene that was simulated");
}

}  // namespace

void AcceptedContacts::begin(double time, MemoryBlocks blocks) {
  time_ = time;
  blocks_ = std::move(blocks);
}

Overlap AcceptedContacts::overlapOf(const BodyPair& pair) const {
  const PairMemory* const memory = from(pair).find(pair).pair;
  return memory == nullptr ? Overlap::None : memory->overlap;
}

bool AcceptedContacts::notePassed(const BodyPair& pair) {
  const MemoryWalk::Found found = from(pair).find(pair);
  if (found.pair == nullptr) return true;
  auto& pairs = blocks_[static_cast<std::size_t>(found.block - blocks_.data())].pairs;
  Overlap& overlap = pairs[static_cast<std::size_t>(found.pair - pairs.data())].overlap;
  return std::exchange(overlap, Overlap::Passed) != Overlap::Passed;
}

ExactSum AcceptedContacts::dissipated() const {
  ExactSum sum = dissipated_;
  for (const DampingPower& power : powers_) sum.add(power.work(half_, 0));
  return sum;
}

void AcceptedContacts::accept(std::span<PairBlock> trial, std::vector<DampingPower>& powers, double time) {
  passed_.clear();
  for (PairBlock& block : trial) {
    passed_.insert(passed_.end(), block.passed.begin(), block.passed.end());
    block.passed.clear();
  }
  constexpr std::size_t some = 4;
  const double half = 0.5 * (time - time_);
  for (const DampingPower& power : powers_) dissipated_.add(power.work(half_, half));
  blocks_.resize(trial.size());
  parallelItems(trial.size(), some, [&](std::size_t i) { std::swap(blocks_[i], trial[i].memory); });
  for (PairBlock& block : trial) {
    dissipated_.add(block.slip);
    block.slip = {};
  }
  std::swap(powers_, powers);
  half_ = half;
  time_ = time;
}

void AcceptedContacts::Saved::write(ByteWriter& bytes) const {
  bytes.all(time, dissipated, half, powers, memory);
}

AcceptedContacts::Saved AcceptedContacts::Saved::read(ByteReader& bytes, std::size_t bodyCount) {
  Saved saved;
  bytes.all(saved.time, saved.dissipated, saved.half, saved.powers);
  saved.memory.load(bytes, bodyCount);
  const auto isFinite = [](const DampingPower& p) {
    return std::isfinite(p.power) && std::isfinite(p.change);
  };
  if (!std::isfinite(saved.time) || !(saved.half >= 0 && std::isfinite(saved.half)) ||
      !std::ranges::all_of(saved.powers, isFinite))
    throw damagedSnapshot();
  return saved;
}

void AcceptedContacts::restore(Saved saved) {
  time_ = saved.time;
  dissipated_ = saved.dissipated;
  half_ = saved.half;
  powers_ = std::move(saved.powers);
  blocks_.clear();
  blocks_.push_back(std::move(saved.memory));
}

void AcceptedContacts::load(ByteReader& bytes, const ForceBodies& bodies) {
  Saved saved = Saved::read(bytes, bodies.size());
  requireFit(saved.memory, bodies);
  restore(std::move(saved));
}

void AcceptedContacts::requireFit(const ContactMemory& memory, const ForceBodies& bodies) {
  for (const PairMemory& pair : memory.pairs) requireFeatures(pair, bodies);
}

}  // namespace talus
