#include "dynamics/run/ghost_ranks.h"

#include <utility>

#include "base/error.h"
#include "dynamics/run/body_rows.h"

namespace talus {

GhostRanks::GhostRanks(SimulatedSystem& system, Communicator& ranks, std::vector<Index> numbers,
                       std::vector<PrescribedMotion> motions)
    : World(system, Knowledge::EachRankSome),
      bodies_(system, ranks, std::move(numbers), std::move(motions)) {}

// Walls by the first rank.
bool GhostRanks::shows(std::size_t row) const {
  return system_.inertia.isWall(row) ? distribution().ranks().rank() == 0 : system_.isOwn(row);
}

void GhostRanks::beginFrame() {
  cancelled_ = false;
  rebalances_ = bodies_.areUneven();
}

void GhostRanks::advance(Context& context, std::int64_t ticks) {
  if (ends_) throw Cancelled();
  try {
    context.advance(ticks);
  } catch (const Cancelled&) {
    cancelled_ = true;
  }
}

void GhostRanks::share(StepFacts& facts) {
  facts.motion = distribution().motion();
  facts.cancelled = cancelled_;
  facts.over(distribution().ranks());
  ends_ = facts.cancelled > 0;
}

void GhostRanks::sum(std::vector<std::int64_t>& counts) {
  Reduction all;
  all.sum(counts);
  all.over(distribution().ranks());
}

void GhostRanks::exchange() {
  bodies_.exchange(std::exchange(rebalances_, false));
}

// Chooses ghosts anew if bodies will probably outrun them in this step.
void GhostRanks::prepareStep(const StepFacts& facts, double dt) {
  const double expected = 1.2 * facts.centreSpeed * dt, allowed = distribution().allowedMotion();
  if (expected > allowed) bodies_.distribution().allow(2 * expected);
  if (rebalances_ || facts.motion + expected > allowed) exchange();
}

// Facts for the next step come with the same reduction.
bool GhostRanks::accepts(const BodyState& after, StepFacts& next) {
  bodies_.distribution().watch(after);
  next.motion = distribution().motion();
  next.cancelled = cancelled_;
  next.over(distribution().ranks());
  ghostsIncomplete_ = next.motion > distribution().allowedMotion();
  if (ghostsIncomplete_) motion_ = next.motion;
  if (ghostsIncomplete_ || next.movedTooFar > 0) return false;
  ends_ = next.cancelled > 0;
  return true;
}

bool GhostRanks::repeats(int again) {
  if (!ghostsIncomplete_) return false;
  if (again > 0) bodies_.distribution().allow(2 * motion_);
  exchange();
  return true;
}

BodyShare GhostRanks::ownBodies() const {
  return shareOf(system_, bodies_.numbers(), [this](std::size_t i) { return system_.isOwn(i); });
}

void GhostRanks::takeOver(BodyShare bodies, AcceptedContacts::Saved contacts) {
  if (distribution().ranks().rank() > 0) {  // rank 0 goes on with the sums
    contacts.dissipated = {};
    contacts.powers.clear();
    system_.fields.wallWork.clear();
  }
  rebalances_ = false;
  bodies_.replace(std::move(bodies), std::move(contacts));
}

SnapshotParts GhostRanks::partsOf(const SnapshotParts::Bytes& own) const {
  return partsOfRanks(own, distribution().ranks());
}

}  // namespace talus
