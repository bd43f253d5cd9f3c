// What a simulation does on several ranks only.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "base/checksum.h"
#include "base/damaged_snapshot.h"
#include "base/error.h"
#include "base/free_memory.h"
#include "distributed/packed.h"
#include "dynamics/ranks/numbered_contacts.h"
#include "dynamics/run/make_integrator.h"
#include "dynamics/run/simulation.h"

namespace talus {

namespace {

bool ascendWithin(const std::vector<Index>& numbers, std::size_t count) {
  const bool ascend = std::ranges::adjacent_find(numbers, std::ranges::greater_equal{}) == numbers.end();
  return ascend &&
         (numbers.empty() || (numbers.front() >= 0 && static_cast<std::size_t>(numbers.back()) < count));
}

std::vector<Index> firstNumbers(std::size_t count) {
  std::vector<Index> numbers(count);
  std::iota(numbers.begin(), numbers.end(), Index{0});
  return numbers;
}

}  // namespace

bool Simulation::knowsAllBodies(const SimulationOptions& options) {
  return options.certify || options.contacts.law == ContactLawKind::Barrier ||
         !goesBodyByBody(options.integrator);
}

// All ranks take the same steps of all bodies.
void Simulation::divideWork(Communicator& ranks) {
  work_.emplace(ranks);
  contacts_.divideAmong(*work_);
  if (guard_) guard_->divideAmong(*work_);
  if (iterates_) iterates_->divideAmong(*work_);
}

// Each body is shown by one rank, walls by the first.
bool Simulation::isShownHere(std::size_t i) const {
  if (distribution_) return inertia_.isWall(i) ? distribution_->ranks().rank() == 0 : isOwn(i);
  if (!work_) return true;
  const auto ranks = static_cast<std::size_t>(work_->ranks().size());
  const std::size_t rank = inertia_.isWall(i) ? 0 : i * ranks / state_.size();
  return rank == static_cast<std::size_t>(work_->ranks().rank());
}

/// What a body does to a wall: its load, or contact points.
struct Simulation::WallTouch {
  Index wall = -1, body = -1;  // numbers
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
  std::int64_t points = 0;
};

// Of all ranks, by walls and bodies: for each wall in the order of its pairs on one rank.
std::vector<Simulation::WallTouch> Simulation::wallTouches() {
  std::vector<WallTouch> here, all;
  const auto add = [&](const BodyPair& pair, const PairLoads& loads, std::int64_t points) {
    if (!contacts_.bodies().counts(pair)) return;
    const auto a = static_cast<std::size_t>(pair.first), b = static_cast<std::size_t>(pair.second);
    const Index first = numberOf(a), second = numberOf(b);
    if (inertia_.isWall(a)) here.push_back({first, second, -loads.force, loads.torqueA, points});
    if (inertia_.isWall(b)) here.push_back({second, first, loads.force, loads.torqueB, points});
  };
  contacts_.forEachPressed([&](const PressedPair& pair) { add(pair.bodies, pair.loads, 0); });
  for (const LinearContact* const contact : contacts()) add({contact->bodyA, contact->bodyB}, {}, 1);
  for (const std::vector<WallTouch>& some : gatherValues(here, distribution_->ranks()))
    all.insert(all.end(), some.begin(), some.end());
  std::ranges::stable_sort(all, {}, [](const WallTouch& touch) { return std::pair(touch.wall, touch.body); });
  return all;
}

// Walls touch bodies of all ranks: what they get from them is summed anew.
void Simulation::completeWalls() {
  touchedWalls_.clear();
  for (std::size_t i = 0; i < state_.size(); ++i)
    if (inertia_.isWall(i)) loads_.force[i] = loads_.torque[i] = Vec3::Zero();
  std::pair<Index, Index> counted{-1, -1};
  for (const auto& [wall, body, force, torque, points] : wallTouches()) {
    const auto row = static_cast<std::size_t>(rowOf(wall));
    loads_.force[row] += force;
    loads_.torque[row] += torque;
    if (points == 0) continue;
    Touched& touched = touchedWalls_[wall];
    touched.points += points;
    if (counted != std::pair(wall, body)) ++touched.bodies;
    counted = {wall, body};
  }
}

bool Simulation::isShownHere(const BodyPair& pair) const {
  if (!work_) return contacts_.bodies().counts(pair);
  const auto first = static_cast<std::size_t>(pair.first), second = static_cast<std::size_t>(pair.second);
  return isShownHere(inertia_.isWall(first) ? second : first);
}

// Ranks that know all bodies must not differ in a bit: they would part sooner or later.
void Simulation::requireEqualStates() const {
  ByteWriter bytes;
  saveBodyState(state_, bytes);
  auto sum = static_cast<double>(checksum(bytes.bytes()) >> 16);  // exact
  double least = sum, most = sum;
  Reduction all;
  all.minimum(least);
  all.maximum(most);
  all.over(work_->ranks());
  if (least != most) throw DividedWork::difference();
}

// The bodies that this rank knows are those that it owns, and all walls.
void Simulation::distribute(Communicator& ranks) {
  double extent = 0;
  for (std::size_t i = 0; i < state_.size(); ++i)
    if (!inertia_.isWall(i)) extent = std::max(extent, contacts_.bodies()[i].extent);
  Reduction all;
  all.maximum(extent);
  all.over(ranks);
  for (const PrescribedMotion& motion : allMotions_)
    if (const auto* removal = std::get_if<Removal>(&motion.kind))
      for (const std::int64_t id : motion.bodies) {
        double& time = removals_.try_emplace(id, removal->time).first->second;
        time = std::min(time, removal->time);
      }
  const BodyShare walls = share([this](std::size_t i) { return inertia_.isWall(i); });
  BodyShare own = share([this](std::size_t i) { return !inertia_.isWall(i); });
  distribution_.emplace(ranks, walls, extent, halo());
  field_ = FieldSum({&motions_, &*distribution_, &gravity_, &contacts_, &wallWork_});
  cut(own);
  settle(std::move(own), contacts_.takeMemory());
}

BodyMemory Simulation::bodyMemory() const {
  BodyMemory memory = integrator_->bodyMemory();
  for (auto& array : memory.arrays) array.resize(state_.size(), Vec3::Zero());
  return memory;
}

// Known bodies as they are now.
BodyShare Simulation::share(const std::function<bool(std::size_t)>& keep) const {
  const BodyMemory memory = bodyMemory();
  std::size_t count = 0;
  for (std::size_t i = 0; i < state_.size(); ++i) count += keep(i) ? 1 : 0;
  BodyShare kept;
  kept.memory = {memory.known, std::vector<std::vector<Vec3>>(memory.arrays.size())};
  kept.reserve(count);
  for (std::size_t i = 0; i < state_.size(); ++i) {
    if (!keep(i)) continue;
    kept.number.push_back(numbers_.empty() ? static_cast<Index>(i) : numbers_[i]);
    kept.bodies.add(scene_.bodies[i]);
    kept.state.position.push_back(state_.position[i]);
    kept.state.orientation.push_back(state_.orientation[i]);
    kept.state.velocity.push_back(state_.velocity[i]);
    kept.state.angularMomentum.push_back(state_.angularMomentum[i]);
    for (std::size_t k = 0; k < memory.arrays.size(); ++k)
      kept.memory.arrays[k].push_back(memory.arrays[k][i]);
  }
  return kept;
}

// The bodies of this rank are taken out of the simulation, not copied.
void Simulation::exchangeBodies() {
  BodyMemory memory = bodyMemory();
  BodyShare own{numbers_, std::move(scene_.bodies), std::move(state_), std::move(memory)};
  own.keep([this](std::size_t i) { return isOwn(i); });
  if (rebalances_) cut(own);
  AcceptedContacts::Saved contacts = contacts_.takeMemory();
  contacts.memory = toNumbers(std::move(contacts.memory), numbers_);
  settle(std::move(own), std::move(contacts));
}

// Cuts space anew.
void Simulation::cut(const BodyShare& own) {
  distribution_->cut(own, costs(own.number));
  rebalances_ = false;
}

// Takes over bodies that may belong to other ranks by now. Nothing else keeps them and their contacts by
// then, so that they need memory once. All arrays with a row for each body are given back before, and made
// anew: each would be longer or shorter, and leave a gap where it was.
void Simulation::settle(BodyShare own, AcceptedContacts::Saved contacts) {
  scene_.bodies = {};
  state_ = {};
  loads_ = {};
  release(speedBounds_);
  inertia_ = {};
  motions_ = {};
  integrator_->forget();
  returnFreeMemory();
  const auto extent = [this](const BodyShare& of, std::size_t i) {
    return contacts_.bodies().shapes()[static_cast<std::size_t>(of.bodies.shape[i])].extent *
           of.bodies.scale[i];
  };
  const auto isPresent = [this](const BodyShare& of, std::size_t i) {
    const auto removal = removals_.find(of.bodies.id[i]);
    return removal == removals_.end() || time_ < removal->second;
  };
  RankBodies known = distribution_->exchange(std::move(own), contacts.memory, extent, isPresent);
  numbers_ = std::move(known.all.number);
  scene_.bodies = std::move(known.all.bodies);
  scene_.motions = motionsOf(scene_.bodies, allMotions_);
  state_ = std::move(known.all.state);
  inertia_ = BodyInertia(scene_);
  motions_ = WallMotions(scene_);
  motions_.impose(state_, time_);
  returnFreeMemory();
  contacts.memory = toRows(std::move(contacts.memory), numbers_);
  contacts_.replaceBodies(scene_, known.ghost, std::move(contacts));
  integrator_->setBodyMemory(std::move(known.all.memory));
  returnFreeMemory();
}

// The row of a body; −1: it is not known here.
Index Simulation::rowOf(Index number) const {
  if (!distribution_) return number;
  const auto found = std::lower_bound(numbers_.begin(), numbers_.end(), number);
  return found != numbers_.end() && *found == number ? static_cast<Index>(found - numbers_.begin()) : -1;
}

// Of each body: one, and one for each pair that touches.
std::vector<std::int64_t> Simulation::costs(const std::vector<Index>& own) const {
  std::vector<std::int64_t> known(numbers_.size(), 1);
  for (const PairBlock& block : contacts_.pairBlocks())
    for (const PressedPair& pair : block.pushed)
      for (const Index row : {pair.bodies.first, pair.bodies.second}) ++known[static_cast<std::size_t>(row)];
  std::vector<std::int64_t> costs;
  for (const Index number : own) {
    const Index row = rowOf(number);
    costs.push_back(row >= 0 ? known[static_cast<std::size_t>(row)] : 1);
  }
  return costs;
}

// Whether a rank has much more to do than the mean.
bool Simulation::isUneven() const {
  std::vector<Index> own;
  for (std::size_t i = 0; i < state_.size(); ++i)
    if (isOwn(i)) own.push_back(numbers_[i]);
  const std::vector<std::int64_t> all = costs(own);
  std::int64_t sum = std::accumulate(all.begin(), all.end(), std::int64_t{0});
  auto most = static_cast<double>(sum);
  Reduction of;
  of.maximum(most);
  of.sum(sum);
  of.over(distribution_->ranks());
  return most * distribution_->ranks().size() > 1.15 * static_cast<double>(sum);
}

// Chooses ghosts anew if bodies will probably outrun them in this step.
void Simulation::prepareGhosts(double dt) {
  const double expected = 1.2 * facts_.centreSpeed * dt, allowed = distribution_->allowedMotion();
  if (expected > allowed) distribution_->allow(2 * expected);
  if (rebalances_ || facts_.motion + expected > allowed) exchangeBodies();
}

// Whether all ranks want the state after a step. Facts for the next one come with the same reduction.
bool Simulation::checkOnRanks(const BodyState& before, const BodyState& after, double time) {
  distribution_->watch(after);
  StepFacts next = localFacts(time);
  next.motion = distribution_->motion();
  next.movedTooFar = options_.moveLimit > 0 ? movedTooFar(before, after) : 0;
  next.cancelled = cancelled_;
  next.over(distribution_->ranks());
  outrun_ = next.motion > distribution_->allowedMotion();
  if (outrun_) facts_.motion = next.motion;
  if (outrun_ || next.movedTooFar > 0) return false;
  facts_ = next;
  factsKnown_ = true;
  return true;
}

// Ranks end together.
void Simulation::advanceProgress(Context& context, std::int64_t steps) {
  if (!distribution_ && !work_) return context.advance(steps);
  if (distribution_ && facts_.cancelled > 0) throw Cancelled();
  try {
    context.advance(steps);
  } catch (const Cancelled&) {
    cancelled_ = true;
  }
  if (work_ && isAnyCancelled()) throw Cancelled();
}

bool Simulation::isAnyCancelled() const {
  std::int64_t ranks = cancelled_ ? 1 : 0;
  Reduction all;
  all.sum(ranks);
  all.over(work_->ranks());
  return ranks > 0;
}

std::vector<std::byte> Simulation::savePart() const {
  const BodyShare own = share([this](std::size_t i) { return isOwn(i); });
  const std::unique_ptr<Integrator> integrator = makeIntegrator(options_.integrator, options_.implicit, {});
  integrator->setBodyMemory(own.memory);
  AcceptedContacts::Saved contacts = contacts_.memory();
  contacts.memory = toNumbers(
      selectPairs(contacts.memory, [this](const BodyPair& pair) { return contacts_.bodies().counts(pair); }),
      numbers_);
  ByteWriter bytes;
  bytes.value(sceneMark_);
  bytes.value(optionsMark_);
  bytes.value(time_);
  bytes.array(own.number);
  saveBodyState(own.state, bytes);
  statistics_.save(bytes);
  integrator->save(bytes);
  contacts.write(bytes);
  wallWork_.save(bytes);
  return bytes.take();
}

/// What a rank has saved.
struct Simulation::Part {
  explicit Part(const ContactForces& all) : wallWork(all) {}

  double time = 0;
  std::vector<Index> number;
  BodyState state;
  FrameStatistics statistics;
  BodyMemory memory;
  AcceptedContacts::Saved contacts{};
  WallWork wallWork;
};

Simulation::Part Simulation::readPart(std::span<const std::byte> bytes) const {
  ByteReader reader(bytes);
  requireMarks(reader);
  Part part(contacts_);
  part.time = reader.value<double>();
  part.number = reader.array<Index>();
  part.state = loadBodyState(reader);
  if (part.number.empty()) part.number = firstNumbers(part.state.size());
  if (part.number.size() != part.state.size() || !ascendWithin(part.number, wholeSize_) ||
      !(part.time >= 0 && std::isfinite(part.time)))
    throw damagedSnapshot();
  part.statistics.load(reader);
  const std::unique_ptr<Integrator> integrator = makeIntegrator(options_.integrator, options_.implicit, {});
  integrator->load(reader);
  part.memory = integrator->bodyMemory();
  for (auto& array : part.memory.arrays) array.resize(part.number.size(), Vec3::Zero());
  part.contacts = AcceptedContacts::Saved::read(reader, wholeSize_);
  part.wallWork.load(reader);
  if (!reader.atEnd()) throw Error("The snapshot has extra bytes", "", "Use another one, or start again");
  return part;
}

// Takes over the states of those bodies that a part has, and marks them.
void Simulation::take(const Part& part, BodyShare& bodies, std::vector<bool>& taken) {
  bodies.memory.known = part.memory.known;
  bodies.memory.arrays.resize(part.memory.arrays.size());
  for (auto& array : bodies.memory.arrays) array.resize(bodies.size(), Vec3::Zero());
  for (std::size_t row = 0; row < bodies.size(); ++row) {
    const auto found = std::lower_bound(part.number.begin(), part.number.end(), bodies.number[row]);
    if (found == part.number.end() || *found != bodies.number[row]) continue;
    const auto i = static_cast<std::size_t>(found - part.number.begin());
    bodies.state.position[row] = part.state.position[i];
    bodies.state.orientation[row] = part.state.orientation[i];
    bodies.state.velocity[row] = part.state.velocity[i];
    bodies.state.angularMomentum[row] = part.state.angularMomentum[i];
    for (std::size_t k = 0; k < bodies.memory.arrays.size(); ++k)
      bodies.memory.arrays[k][row] = part.memory.arrays[k][i];
    taken[row] = true;
  }
}

// Each rank takes what it owns now; then bodies go to the ranks that own their new places.
void Simulation::loadParts(const SnapshotParts& parts) {
  BodyShare bodies = share([this](std::size_t i) { return !distribution_ || isOwn(i); });
  const auto isHere = [&bodies](Index number) {
    return std::binary_search(bodies.number.begin(), bodies.number.end(), number);
  };
  std::vector<bool> taken(bodies.size(), false);
  AcceptedContacts::Saved contacts{};
  std::vector<ContactMemory> memories;
  WallWork work(contacts_);
  for (std::size_t n = 0; n < parts.count; ++n) {
    const Part part = readPart(parts.part(n));
    take(part, bodies, taken);
    memories.push_back(selectPairs(part.contacts.memory, [&](const BodyPair& pair) {
      return isHere(pair.first) || isHere(pair.second);
    }));
    contacts.time = part.contacts.time;
    contacts.dissipated.add(part.contacts.dissipated);
    contacts.half = part.contacts.half;
    const std::vector<DampingPower>& powers = part.contacts.powers;
    contacts.powers.insert(contacts.powers.end(), powers.begin(), powers.end());
    work.add(part.wallWork);
    statistics_ = part.statistics;
    time_ = part.time;
  }
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (!taken[i] && bodies.bodies.motion[i] == Motion::Dynamic)
      throw Error("Parts of the snapshot are missing", "", "Load the parts of all ranks");
  contacts.memory = mergePairs(std::move(memories));
  wallWork_ = work;
  if (distribution_ && distribution_->ranks().rank() > 0) {  // rank 0 goes on with the sums
    contacts.dissipated = {};
    contacts.powers.clear();
    wallWork_.clear();
  }
  if (distribution_) {
    distribution_->scatter();
    cut(bodies);
    contacts_.takeMemory();
    settle(std::move(bodies), std::move(contacts));
  } else {
    state_ = std::move(bodies.state);
    contacts_.replaceBodies(scene_, {}, std::move(contacts));
    integrator_->setBodyMemory(std::move(bodies.memory));
  }
  contacts_.requireMemoryFits();
  evaluate();
}

}  // namespace talus
