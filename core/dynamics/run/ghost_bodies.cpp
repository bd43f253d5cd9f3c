#include "dynamics/run/ghost_bodies.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/free_memory.h"
#include "dynamics/ranks/numbered_contacts.h"
#include "dynamics/run/body_rows.h"

namespace talus {

namespace {

double maximumExtent(const SimulatedSystem& system, Communicator& ranks) {
  double extent = 0;
  for (std::size_t i = 0; i < system.state.size(); ++i)
    if (!system.inertia.isWall(i)) extent = std::max(extent, system.fields.contacts.bodies()[i].extent);
  Reduction all;
  all.maximum(extent);
  all.over(ranks);
  return extent;
}

std::unordered_map<std::int64_t, double> removalsOf(const std::vector<PrescribedMotion>& motions) {
  std::unordered_map<std::int64_t, double> removals;
  for (const PrescribedMotion& motion : motions)
    if (const auto* removal = std::get_if<Removal>(&motion.kind))
      for (const std::int64_t id : motion.bodies) {
        double& time = removals.try_emplace(id, removal->time).first->second;
        time = std::min(time, removal->time);
      }
  return removals;
}

}  // namespace

GhostBodies::GhostBodies(SimulatedSystem& system, Communicator& ranks, std::vector<Index> numbers,
                         std::vector<PrescribedMotion> motions)
    : system_(system),
      numbers_(std::move(numbers)),
      motions_(std::move(motions)),
      removals_(removalsOf(motions_)) {
  const double extent = maximumExtent(system, ranks);
  const BodyInertia& inertia = system.inertia;
  const BodyShare walls = shareOf(system, numbers_, [&](std::size_t i) { return inertia.isWall(i); });
  BodyShare own = shareOf(system, numbers_, [&](std::size_t i) { return !inertia.isWall(i); });
  distribution_.emplace(ranks, walls, extent, system.halo());
  ActingFields& fields = system.fields;
  fields.sum =
      FieldSum({&fields.motions, &*distribution_, &fields.gravity, &fields.contacts, &fields.wallWork});
  cut(own);
  settle(std::move(own), fields.contacts.takeMemory());
}

Index GhostBodies::rowOf(Index number) const {
  const auto found = std::lower_bound(numbers_.begin(), numbers_.end(), number);
  return found != numbers_.end() && *found == number ? static_cast<Index>(found - numbers_.begin()) : -1;
}

// The bodies of this rank are taken out of the simulation, not copied.
void GhostBodies::exchange(bool rebalances) {
  BodyMemory memory = memoryOfBodies(system_);
  BodyShare own{numbers_, std::move(system_.scene.bodies), std::move(system_.state), std::move(memory)};
  own.keep([this](std::size_t i) { return system_.isOwn(i); });
  if (rebalances) cut(own);
  AcceptedContacts::Saved contacts = system_.fields.contacts.takeMemory();
  contacts.memory = toNumbers(std::move(contacts.memory), numbers_);
  settle(std::move(own), std::move(contacts));
}

void GhostBodies::replace(BodyShare own, AcceptedContacts::Saved contacts) {
  distribution_->scatter();
  cut(own);
  system_.fields.contacts.takeMemory();
  settle(std::move(own), std::move(contacts));
}

// Cuts space anew.
void GhostBodies::cut(const BodyShare& own) {
  distribution_->cut(own, costs(own.number));
}

// All arrays with a row for each body are given back before bodies come, and made anew: each would be longer
// or shorter, and leave a gap where it was.
void GhostBodies::release() {
  system_.scene.bodies = {};
  system_.state = {};
  system_.loads = {};
  talus::release(system_.speedBounds);
  system_.inertia = {};
  system_.fields.motions = {};
  system_.integrator->forget();
  returnFreeMemory();
}

// Takes over bodies that may belong to other ranks by now. Nothing else keeps them and their contacts by
// then, so that they need memory once.
void GhostBodies::settle(BodyShare own, AcceptedContacts::Saved contacts) {
  release();
  ContactForces& forces = system_.fields.contacts;
  const auto extent = [&forces](const BodyShare& of, std::size_t i) {
    return forces.bodies().shapes()[static_cast<std::size_t>(of.bodies.shape[i])].extent * of.bodies.scale[i];
  };
  const auto isPresent = [this](const BodyShare& of, std::size_t i) {
    const auto removal = removals_.find(of.bodies.id[i]);
    return removal == removals_.end() || system_.time < removal->second;
  };
  RankBodies known = distribution_->exchange(std::move(own), contacts.memory, extent, isPresent);
  numbers_ = std::move(known.all.number);
  system_.scene.bodies = std::move(known.all.bodies);
  system_.scene.motions = motionsOf(system_.scene.bodies, motions_);
  system_.state = std::move(known.all.state);
  system_.inertia = BodyInertia(system_.scene);
  system_.fields.motions = WallMotions(system_.scene);
  system_.fields.motions.impose(system_.state, system_.time);
  returnFreeMemory();
  contacts.memory = toRows(std::move(contacts.memory), numbers_);
  forces.replaceBodies(system_.scene, known.ghost, std::move(contacts));
  system_.integrator->setBodyMemory(std::move(known.all.memory));
  returnFreeMemory();
}

// Of each body: one, and one for each pair that touches.
std::vector<std::int64_t> GhostBodies::costs(const std::vector<Index>& own) const {
  std::vector<std::int64_t> known(numbers_.size(), 1);
  for (const PairBlock& block : std::as_const(system_.fields.contacts).pairs().blocks())
    for (const PressedPair& pair : block.pushed)
      for (const Index row : {pair.bodies.first, pair.bodies.second}) ++known[static_cast<std::size_t>(row)];
  std::vector<std::int64_t> costs;
  for (const Index number : own) {
    const Index row = rowOf(number);
    costs.push_back(row >= 0 ? known[static_cast<std::size_t>(row)] : 1);
  }
  return costs;
}

bool GhostBodies::areUneven() const {
  constexpr double unevenRatio = 1.15;  // times the mean
  std::vector<Index> own;
  for (std::size_t i = 0; i < system_.state.size(); ++i)
    if (system_.isOwn(i)) own.push_back(numbers_[i]);
  const std::vector<std::int64_t> all = costs(own);
  std::int64_t sum = std::accumulate(all.begin(), all.end(), std::int64_t{0});
  auto most = static_cast<double>(sum);
  Reduction of;
  of.maximum(most);
  of.sum(sum);
  of.over(distribution_->ranks());
  return most * distribution_->ranks().size() > unevenRatio * static_cast<double>(sum);
}

}  // namespace talus
