#include "dynamics/contact_forces/lagged_contacts.h"

#include <algorithm>

#include "base/free_memory.h"
#include "base/parallel_items.h"
#include "dynamics/contact_forces/held_friction.h"

namespace talus {

namespace {

// Copies the parts of all blocks, in their order.
template <class Part>
void joinParts(std::span<const PairBlock> blocks, std::vector<Part> PairBlock::*parts,
               std::vector<Part>& all) {
  constexpr std::size_t blocksAtATime = 16;
  std::vector<std::size_t> begins;
  std::size_t count = 0;
  for (const PairBlock& block : blocks) {
    begins.push_back(count);
    count += (block.*parts).size();
  }
  all.resize(count);
  if (count == 0) return;  // such as rolling springs without rolling resistance
  parallelItems(blocks.size(), blocksAtATime, [&](std::size_t n) {
    std::ranges::copy(blocks[n].*parts, all.begin() + static_cast<std::ptrdiff_t>(begins[n]));
  });
}

}  // namespace

// Evaluations of other modes have blocks of their own, so that the next one as FrictionLagged keeps what has
// not moved.
void LaggedContacts::begin(const BodyState& state, const ForceBodies& bodies, double time, bool starts,
                           std::vector<PairBlock>& blocks) {
  if (mode_ == ContactMode::FrictionUpdated && starts) {
    start_.clear();
    for (const MovingBody& body : bodies.placed().all()) start_.push_back(body.pose);
    startOrientations_ = state.orientation;
  }
  if (mode_ != evaluated_ &&
      (mode_ == ContactMode::FrictionLagged || evaluated_ == ContactMode::FrictionLagged))
    blocks.swap(heldBlocks_);
  evaluated_ = mode_;
  if (mode_ == ContactMode::FrictionLagged) unmoved_.update(bodies.placed().all(), time);
}

void LaggedContacts::describe(PairForces::Trial& trial) const {
  trial.mode = mode_;
  trial.acted = springs_;
  trial.start = start_;
  trial.startOrientations = startOrientations_;
  trial.actedRolling = rolling_;
}

bool LaggedContacts::isKept(std::span<const BodyPair> pairs, const PairBlock& block) const {
  return mode_ == ContactMode::FrictionLagged &&
         std::ranges::equal(pairs, block.memory.pairs, {}, {}, &PairMemory::bodies) &&
         std::ranges::all_of(pairs, [this](const BodyPair& pair) { return unmoved_.both(pair); });
}

void LaggedContacts::finish(const ForceBodies& bodies, std::span<const PairBlock> blocks, Loads& loads) {
  contacts_.clear();
  energy_ = 0;
  if (mode_ == ContactMode::FrictionLagged)
    energy_ = addHeldFriction(springs_, bodies, loads, contacts_) +
              addHeldRolling(rolling_, bodies, loads, contacts_);
  if (mode_ != ContactMode::FrictionUpdated) return;
  joinParts(blocks, &PairBlock::held, springs_);
  joinParts(blocks, &PairBlock::heldRolling, rolling_);
}

void LaggedContacts::forget() {
  unmoved_.forget();
  heldBlocks_.clear();
}

void LaggedContacts::release() {
  talus::release(heldBlocks_);
}

}  // namespace talus
