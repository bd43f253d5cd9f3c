#include "dynamics/contact_forces/pair_forces.h"

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

// Null: there is none.
const RollingSpring* rollingSpringOf(const MemoryWalk::Found& known) {
  if (known.pair == nullptr || known.pair->rolling < 0) return nullptr;
  return &known.block->rolling[static_cast<std::size_t>(known.pair->rolling)];
}

// Those of a pair, from the springs of all.
template <class Spring>
std::span<const Spring> springsOf(const BodyPair& pair, std::span<const Spring> all) {
  const auto bodies = [](const Spring& spring) { return BodyPair{spring.bodyA, spring.bodyB}; };
  const auto found = std::ranges::equal_range(all, pair, {}, bodies);
  return {found.begin(), found.end()};
}

// Into the cache.
template <class Object>
void fetchWhole(const Object& object) {
  constexpr std::size_t line = 64;
  const char* const begin = reinterpret_cast<const char*>(&object);
  for (std::size_t at = 0; at < sizeof(Object); at += line) __builtin_prefetch(begin + at);
}

// Calls visit(array) for each array of a block.
template <class Block, class Visitor>
void forEachList(Block& block, const Visitor& visit) {
  visit(block.memory.pairs);
  visit(block.memory.springs);
  visit(block.memory.rolling);
  visit(block.contacts);
  visit(block.frequencies);
  visit(block.dashpots);
  visit(block.pushed);
  visit(block.passed);
  visit(block.held);
  visit(block.heldRolling);
}

// Writes or reads a block.
template <class Block, class Bytes>
void transfer(Block& block, Bytes& bytes) {
  forEachList(block, [&bytes](auto& array) { bytes.all(array); });
  bytes.all(block.statistics, block.searches, block.slip);
}

}  // namespace

void PairBlock::clear() {
  forEachList(*this, [](auto& array) { array.clear(); });
  statistics = {};
  searches.clear();
  slip = {};
}

void PairBlock::write(ByteWriter& bytes) const {
  transfer(*this, bytes);
}

void PairBlock::read(ByteReader& bytes) {
  transfer(*this, bytes);
}

std::int64_t PairBlock::byteCount() const {
  std::size_t count = 2 * sizeof(ExactSum);
  forEachList(*this, [&count](const auto& array) { count += array.size() * sizeof(*array.data()); });
  return static_cast<std::int64_t>(count);
}

void PairBlock::count(const PairMemory& pair, const PairResponse& response, std::size_t points) {
  ++statistics.touching;
  statistics.points += static_cast<std::int64_t>(points);
  statistics.recovering += pair.recovery.overlap > 0 ? 1 : 0;
  statistics.stalled += pair.recovery.stalled > 0 ? 1 : 0;
  statistics.elasticEnergy.add(response.energy);
  slip.add(response.slip);
}

void PairForces::add(const MemoryWalk::Found& before, const Trial& trial, ContactPointFinder& finder,
                     KeptSearch& kept, PairBlock& block) const {
  const BodyPair pair = kept.bodies;
  const PairMemory* last = before.pair;
  if (bodies_.counts(pair)) ++block.statistics.pairs;
  PairMemory& memory = block.memory.pairs.emplace_back();
  memory.bodies = pair;
  memory.firstSpring = static_cast<Index>(block.memory.springs.size());
  if (last != nullptr && isStillSeparated(*last, kept)) {
    memory.features = last->features;
    memory.axis = last->axis;
    return;
  }
  kept.apart = KeptSearch::unknown;
  PairLaw law = lawOf(pair);
  if (last != nullptr) memory.withheld = last->withheld;
  law.reach = law.range - memory.withheld;
  if (trial.mode != ContactMode::Explicit) {
    law.damping = {};
    law.sight = trial.sight;  // also where friction is updated: one search serves both
  }
  if (trial.mode == ContactMode::FrictionLagged) law.friction = law.rollingResistance = 0;
  ElasticAction& action =
      finder.find(bodies_.contacting(pair.first), bodies_.contacting(pair.second), law,
                  {.start = last != nullptr ? &last->features : nullptr,
                   .refinement = trial.refinement != nullptr ? trial.refinement->find(pair) : nullptr,
                   .near = &kept.near,
                   .last = trial.mode != ContactMode::Explicit ? &kept.last : nullptr,
                   .surfaces = &kept.surfaces,
                   .ahead = trial.sight});
  if (finder.counts() != nullptr) block.searches.add(*finder.counts());
  memory.features = action.features;
  if (trial.mode != ContactMode::Explicit) storeAhead(pair, law, trial, action, block);
  if (action.points.empty())
    rememberSeparated(before, law, trial, action, finder, block);
  else
    press(before, law, trial, action, block);
  if (trial.mode == ContactMode::Explicit) judgeOverlap(last, law, action, block);
}

// Half of the thickness is the middle of a plate: from there on it is pushed out on the other side. A pair
// counts once, until it is apart again. Of bodies that are not convex only boxes tell this: some pierce each
// other without a contact.
void PairForces::judgeOverlap(const PairMemory* last, const PairLaw& law, const ElasticAction& action,
                              PairBlock& block) const {
  PairMemory& memory = block.memory.pairs.back();
  const bool apart = action.points.empty() && bodies_.areConvex(memory.bodies);
  if (last != nullptr && last->overlap == Overlap::Passed && !apart) {
    memory.overlap = Overlap::Passed;
    return;
  }
  double depth = 0;
  for (const ContactPoint& point : action.points) depth = std::max(depth, point.depth - law.reach);
  if (!(depth > 0)) return;
  const auto [a, b] = memory.bodies;
  const bool passes = depth > 0.5 * std::min(bodies_[a].thickness, bodies_[b].thickness);
  memory.overlap = passes ? Overlap::Passed : Overlap::Shallow;
  if (passes && bodies_.counts(memory.bodies)) block.passed.push_back(memory.bodies);
}

void PairForces::fetch(const KeptSearch& next) const {
  fetchWhole(bodies_.placed()[next.bodies.second]);
  if (next.near) fetchWhole(*next.near);
}

// Whether the last separating direction of two convex bodies still separates them.
bool PairForces::isStillSeparated(const PairMemory& before, KeptSearch& kept) const {
  if (before.axis.isZero(0)) return false;
  const auto [i, j] = before.bodies;
  const double reach = 2 * bodies_.margin(),
               path = bodies_.placed().pathLength(i) + bodies_.placed().pathLength(j);
  if (path + reach < kept.apart) return true;
  const auto sieved = [this](Index body) {
    const LawShape& shape = *bodies_[body].shape;
    return SievedBody{shape.geometry->convex(), &shape.convex->sieve, &bodies_.placed()[body].pose};
  };
  const AxisGap gap = gapAlong(before.axis, sieved(i), sieved(j));
  // The bound of a later test is lower by the motion and twice that test's error, which is below 2.8 times
  // this one's: no body has moved by more than the distance.
  kept.apart = path + gap.least - 6 * gap.error;
  return gap.least > reach;
}

// Points ahead of two bodies, where they exert no force yet.
void PairForces::storeAhead(const BodyPair& pair, const PairLaw& law, const Trial& trial,
                            ElasticAction& action, PairBlock& block) {
  std::erase_if(action.points, [&](const ContactPoint& point) {
    if (point.depth > 0) return false;
    if (trial.mode != ContactMode::FrictionLagged) return true;
    LinearContact& contact = block.contacts.emplace_back();
    contact.bodyA = pair.first;
    contact.bodyB = pair.second;
    contact.point = point.point;
    contact.normal = point.normal;
    contact.depth = point.depth + (law.range - law.reach);
    contact.barrier = {point.weight, law.reach, law.range};
    return true;
  });
}

// Updates the memory of a pair that does not touch.
void PairForces::rememberSeparated(const MemoryWalk::Found& before, const PairLaw& law, const Trial& trial,
                                   const ElasticAction& action, ContactPointFinder& finder,
                                   PairBlock& block) const {
  PairMemory& memory = block.memory.pairs.back();
  const PairMemory* last = before.pair;
  if (action.distance >= law.reach) memory.axis = action.normal;
  if (memory.withheld > 0)
    memory.withheld = std::min(memory.withheld, shortOfRange(memory.bodies, finder, memory.features));
  if (last != nullptr && bodies_.counts(memory.bodies)) block.slip.add(energyLeft(before, trial));
}

// The stored energy, except that of elastic forces, of two bodies that no longer touch: it is lost.
double PairForces::energyLeft(const MemoryWalk::Found& known, const Trial& trial) const {
  const auto [i, j] = known.pair->bodies;
  const bool atStart =
      trial.mode == ContactMode::FrictionUpdated;  // in a long step bodies may be far apart by now
  const auto poseOf = [&](Index k) -> const Pose& {
    return atStart ? trial.start[static_cast<std::size_t>(k)] : bodies_.placed()[k].pose;
  };
  const MovingBody &a = bodies_.placed()[i], &b = bodies_.placed()[j];
  double energy = pushEnergy(known.pair->recovery, a, b);
  for (const TangentialSpring& spring : known.block->springsOf(*known.pair))
    energy += spring.energy(poseOf(i), poseOf(j));
  if (const RollingSpring* rolling = rollingSpringOf(known))
    energy += rolling->energy(bodies_.placed().orientation(i), bodies_.placed().orientation(j));
  return energy;
}

// The forces of a pair that touches.
void PairForces::press(const MemoryWalk::Found& before, const PairLaw& law, const Trial& trial,
                       ElasticAction& action, PairBlock& block) const {
  PairMemory& memory = block.memory.pairs.back();
  const BodyPair pair = memory.bodies;
  const MovingBody &a = bodies_.placed()[pair.first], &b = bodies_.placed()[pair.second];
  if (before.pair != nullptr) memory.recovery = before.pair->recovery;
  Recovery recovery;
  if (!needNoRecovery(law.range, law.range - law.reach, action, memory.recovery))
    recovery = recoverFromOverlap(recoveryOf(pair, law), a, b, action, memory.recovery);
  TouchingPair touching{.a = &a, .b = &b, .law = law, .points = action.points, .springs = {}};
  touching.elapsed = trial.elapsed;
  HeldFriction friction;
  if (trial.mode == ContactMode::FrictionUpdated) {
    const auto startOf = [&](Index i) { return &trial.start[static_cast<std::size_t>(i)]; };
    friction.next = &block.held;
    friction.acted = springsOf(pair, trial.acted);
    friction.startA = startOf(pair.first);
    friction.startB = startOf(pair.second);
    touching.held = &friction;
  }
  if (before.pair != nullptr) touching.springs = before.block->springsOf(*before.pair);
  const std::size_t contacts = block.contacts.size(), held = block.held.size();
  PairResponse response = respond(touching, block.memory.springs, block.contacts);
  memory.springs = static_cast<Index>(block.memory.springs.size()) - memory.firstSpring;
  if (law.rollingResistance > 0) rollOver(before, touching, trial, friction, block, response);
  const auto name = [&pair](auto& all, std::size_t first) {
    for (std::size_t i = first; i < all.size(); ++i) {
      all[i].bodyA = pair.first;
      all[i].bodyB = pair.second;
    }
  };
  name(block.contacts, contacts);
  name(block.held, held);
  record(law, contacts, trial.records, block);
  response.loads.add(action.sideForce, action.sidePoint, a, b);
  response.loads.addCouple(action.couple);
  response.loads.add(recovery.push);
  response.energy += recovery.energy;
  response.damping.add(recovery.lost);
  block.pushed.push_back({pair, response.loads, response.damping, response.energy,
                          response.energy - response.springs + response.springsBefore});
  if (bodies_.counts(pair)) block.count(memory, response, action.points.size());
}

// Of the contacts of a pair from that one on.
void PairForces::record(const PairLaw& law, std::size_t first, const ContactRecords& records,
                        PairBlock& block) const {
  for (std::size_t i = first; records.frequencies && i < block.contacts.size(); ++i) {
    const LinearContact& contact = block.contacts[i];
    const MovingBody &a = bodies_.placed()[contact.bodyA], &b = bodies_.placed()[contact.bodyB];
    ContactFrequency& frequency = block.frequencies.emplace_back(frequencyOf(contact, a, b));
    if (records.dashpots)
      block.dashpots.push_back(
          {contact.point, contact.normal, contact.along.damping, contact.across.damping});
    if (!law.barrier) continue;
    const double opening = (b.velocityAt(contact.point) - a.velocityAt(contact.point)).dot(contact.normal);
    frequency.gapRate = std::abs(opening) / (2 * bodies_.halo() - contact.depth);
  }
  if (!records.contacts) block.contacts.resize(first);
}

void PairForces::rollOver(const MemoryWalk::Found& before, const TouchingPair& touching, const Trial& trial,
                          HeldFriction& held, PairBlock& block, PairResponse& response) const {
  PairMemory& memory = block.memory.pairs.back();
  const Quaternion &a = bodies_.placed().orientation(memory.bodies.first),
                   &b = bodies_.placed().orientation(memory.bodies.second);
  RollingSpring spring{Vec3::Zero(), a, b};
  if (const RollingSpring* last = rollingSpringOf(before)) {
    spring.angle = last->angleAt(a, b);
    spring.stiffness = last->stiffness;
  }
  if (touching.held != nullptr) {
    const auto startOf = [&](Index i) { return trial.startOrientations[static_cast<std::size_t>(i)]; };
    const auto [i, j] = memory.bodies;
    const RollingSpring* last = rollingSpringOf(before);
    const auto acted = springsOf(memory.bodies, trial.actedRolling);
    held.actedRolling = acted.empty() ? nullptr : &acted.front();
    held.rolling = &block.heldRolling.emplace_back(
        HeldRolling{i, j, last != nullptr ? *last : RollingSpring{Vec3::Zero(), startOf(i), startOf(j)}});
  }
  addRollingResistance(touching, spring, response);
  memory.rolling = static_cast<Index>(block.memory.rolling.size());
  block.memory.rolling.push_back(spring);
}

double PairForces::shortOfRange(const BodyPair& pair, ContactPointFinder& finder,
                                FeaturePair& features) const {
  const double range = 2 * bodies_.halo();
  const double gap =
      finder.distance(bodies_.contacting(pair.first), bodies_.contacting(pair.second), features);
  constexpr double rounding = 1e-9;  // of the range: rounding of a gap stores no energy
  return range * (1 - std::clamp(gap / range - rounding, 0.0, 1.0));
}

PairLaw PairForces::lawOf(const BodyPair& pair) const {
  return laws_.between(bodies_[pair.first].law, bodies_[pair.second].law, 2 * bodies_.halo());
}

double PairForces::maximumSeparationSpeed(const BodyPair& pair, const PairLaw& law) const {
  if (separationSpeed_ > 0) return separationSpeed_;
  const ForceBody &a = bodies_[pair.first], &b = bodies_[pair.second];
  const double stiffness = 0.25 * law.foundation * std::min(a.area, b.area);
  return 2 * law.range * std::sqrt(stiffness * (a.law.inverseMass + b.law.inverseMass));
}

RecoveryRule PairForces::recoveryOf(const BodyPair& pair, const PairLaw& law) const {
  return {law.range, law.range - law.reach, maximumSeparationSpeed(pair, law),
          bodies_[pair.first].extent + bodies_[pair.second].extent};
}

}  // namespace talus
