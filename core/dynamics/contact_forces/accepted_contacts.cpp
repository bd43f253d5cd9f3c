#include "dynamics/contact_forces/accepted_contacts.h"

#include <utility>

#include "base/error.h"

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

void AcceptedContacts::accept(std::span<PairBlock> trial, double time) {
  for (PairBlock& block : trial) {
    dissipated_.add(block.slip);
    for (const double power : block.dampingPowers) dissipated_.add(power * (time - time_));
    block.slip = {};
    block.dampingPowers.clear();
  }
  time_ = time;
  blocks_.resize(trial.size());
  for (std::size_t i = 0; i < trial.size(); ++i) std::swap(blocks_[i], trial[i].memory);
}

void AcceptedContacts::Saved::write(ByteWriter& bytes) const {
  bytes.value(time);
  dissipated.save(bytes);
  memory.save(bytes);
}

AcceptedContacts::Saved AcceptedContacts::Saved::read(ByteReader& bytes, std::size_t bodyCount) {
  Saved saved{bytes.value<double>(), {}, {}};
  saved.dissipated.load(bytes);
  saved.memory.load(bytes, bodyCount);
  return saved;
}

void AcceptedContacts::restore(Saved saved) {
  time_ = saved.time;
  dissipated_ = saved.dissipated;
  blocks_.clear();
  blocks_.push_back(std::move(saved.memory));
}

void AcceptedContacts::load(ByteReader& bytes, const ForceBodies& bodies) {
  Saved saved = Saved::read(bytes, bodies.size());
  for (const PairMemory& pair : saved.memory.pairs) requireFeatures(pair, bodies);
  restore(std::move(saved));
}

}  // namespace talus
