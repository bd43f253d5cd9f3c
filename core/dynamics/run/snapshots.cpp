#include "dynamics/run/snapshots.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "base/damaged_snapshot.h"
#include "base/error.h"
#include "dynamics/ranks/numbered_contacts.h"
#include "dynamics/run/make_integrator.h"
#include "dynamics/run/snapshot_mark.h"

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

// Of all known bodies, in the whole scene.
std::vector<Index> numbersOf(const World& world, std::size_t count) {
  std::vector<Index> numbers(count);
  for (std::size_t row = 0; row < count; ++row) numbers[row] = world.numberOf(row);
  return numbers;
}

std::unique_ptr<Integrator> emptyIntegrator(const SimulationOptions& options) {
  return makeIntegrator(options.integrator, options.implicit, {});
}

void requireEnd(const ByteReader& reader) {
  if (!reader.atEnd()) throw Error("The snapshot has extra bytes", "", "Use another one, or start again");
}

}  // namespace

/// What a rank has saved.
struct Snapshots::Part {
  explicit Part(const ContactForces& all) : wallWork(all) {}

  double time = 0;
  std::vector<Index> number;
  BodyState state;
  FrameStatistics statistics;
  BodyMemory memory;
  AcceptedContacts::Saved contacts{};
  WallWork wallWork;

  void moveTo(BodyShare& bodies, std::vector<bool>& taken) const;
};

Snapshots::Snapshots(SimulatedSystem& system, World& world, FrameStatistics& statistics,
                     std::uint64_t sceneMark, std::size_t bodies)
    : system_(system),
      world_(world),
      statistics_(statistics),
      sceneMark_(sceneMark),
      optionsMark_(snapshotMark(system.options)),
      bodies_(bodies) {}

std::vector<std::byte> Snapshots::save() const {
  if (world_.isDistributed()) return savePart();
  ByteWriter bytes;
  bytes.all(sceneMark_, optionsMark_, system_.time);
  bytes.array(std::vector<Index>());  // the numbers of all bodies
  saveBodyState(system_.state, bytes);
  statistics_.save(bytes);
  system_.integrator->save(bytes);
  system_.fields.sum.save(bytes);
  return bytes.take();
}

void Snapshots::load(const SnapshotParts& parts) {
  if (!world_.canGoBack()) return takeOver(parts);
  const std::vector<std::byte> before = save();
  try {
    takeOver(parts);
  } catch (...) {
    restore(before);
    throw;
  }
}

void Snapshots::takeOver(const SnapshotParts& parts) {
  if (parts.count == 1 && !world_.isDistributed())
    restore(parts.part(0));
  else
    loadParts(parts);
}

void Snapshots::requireMarks(ByteReader& reader) const {
  if (reader.value<std::uint64_t>() != sceneMark_)
    throw Error("The snapshot belongs to another scene", "", "Use the scene of the snapshot, unchanged");
  if (reader.value<std::uint64_t>() != optionsMark_)
    throw Error("The snapshot was taken with other options", "",
                "Use the integrator, contact law and steps of the snapshot");
}

void Snapshots::restore(std::span<const std::byte> bytes) {
  ByteReader reader(bytes);
  requireMarks(reader);
  const auto time = reader.value<double>();
  const auto numbers = reader.array<Index>();
  if (!numbers.empty())
    throw Error("The snapshot is one of several parts", "", "Load the parts of all ranks");
  BodyState state = loadBodyState(reader);
  if (state.size() != system_.scene.bodies.size() || !(time >= 0 && std::isfinite(time)))
    throw damagedSnapshot();
  statistics_.load(reader);
  system_.integrator->load(reader);
  system_.fields.sum.load(reader);
  requireEnd(reader);
  system_.time = time;
  system_.state = std::move(state);
  evaluate(system_, world_);
}

std::vector<std::byte> Snapshots::savePart() const {
  const BodyShare own = world_.ownBodies();
  const std::unique_ptr<Integrator> integrator = emptyIntegrator(system_.options);
  integrator->setBodyMemory(own.memory);
  const ContactForces& forces = system_.fields.contacts;
  AcceptedContacts::Saved contacts = forces.pairs().accepted().saved();
  contacts.memory = toNumbers(
      selectPairs(contacts.memory, [&](const BodyPair& pair) { return forces.bodies().counts(pair); }),
      numbersOf(world_, system_.state.size()));
  ByteWriter bytes;
  bytes.all(sceneMark_, optionsMark_, system_.time, own.number);
  saveBodyState(own.state, bytes);
  statistics_.save(bytes);
  integrator->save(bytes);
  contacts.write(bytes);
  system_.fields.wallWork.save(bytes);
  return bytes.take();
}

Snapshots::Part Snapshots::readPart(std::span<const std::byte> bytes) const {
  ByteReader reader(bytes);
  requireMarks(reader);
  Part part(system_.fields.contacts);
  part.time = reader.value<double>();
  part.number = reader.array<Index>();
  part.state = loadBodyState(reader);
  if (part.number.empty()) part.number = firstNumbers(part.state.size());
  if (part.number.size() != part.state.size() || !ascendWithin(part.number, bodies_) ||
      !(part.time >= 0 && std::isfinite(part.time)))
    throw damagedSnapshot();
  part.statistics.load(reader);
  const std::unique_ptr<Integrator> integrator = emptyIntegrator(system_.options);
  integrator->load(reader);
  part.memory = integrator->bodyMemory();
  for (auto& array : part.memory.arrays) array.resize(part.number.size(), Vec3::Zero());
  part.contacts = AcceptedContacts::Saved::read(reader, bodies_);
  part.wallWork.load(reader);
  requireEnd(reader);
  return part;
}

// Sets the states of those bodies that the part has, and marks them.
void Snapshots::Part::moveTo(BodyShare& bodies, std::vector<bool>& taken) const {
  bodies.memory.known = memory.known;
  bodies.memory.arrays.resize(memory.arrays.size());
  for (auto& array : bodies.memory.arrays) array.resize(bodies.size(), Vec3::Zero());
  for (std::size_t row = 0; row < bodies.size(); ++row) {
    const auto found = std::lower_bound(number.begin(), number.end(), bodies.number[row]);
    if (found == number.end() || *found != bodies.number[row]) continue;
    const auto i = static_cast<std::size_t>(found - number.begin());
    bodies.state.position[row] = state.position[i];
    bodies.state.orientation[row] = state.orientation[i];
    bodies.state.velocity[row] = state.velocity[i];
    bodies.state.angularMomentum[row] = state.angularMomentum[i];
    for (std::size_t k = 0; k < bodies.memory.arrays.size(); ++k)
      bodies.memory.arrays[k][row] = memory.arrays[k][i];
    taken[row] = true;
  }
}

// Each rank takes what it owns now; then bodies go to the ranks that own their new places.
void Snapshots::loadParts(const SnapshotParts& parts) {
  BodyShare bodies = world_.ownBodies();
  const auto isHere = [&bodies](Index number) {
    return std::binary_search(bodies.number.begin(), bodies.number.end(), number);
  };
  std::vector<bool> taken(bodies.size(), false);
  AcceptedContacts::Saved contacts{};
  std::vector<ContactMemory> memories;
  WallWork work(system_.fields.contacts);
  for (std::size_t n = 0; n < parts.count; ++n) {
    const Part part = readPart(parts.part(n));
    part.moveTo(bodies, taken);
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
    system_.time = part.time;
  }
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (!taken[i] && bodies.bodies.motion[i] == Motion::Dynamic)
      throw Error("Parts of the snapshot are missing", "", "Load the parts of all ranks");
  contacts.memory = mergePairs(std::move(memories));
  system_.fields.wallWork = work;
  world_.takeOver(std::move(bodies), std::move(contacts));
  system_.fields.contacts.pairs().accepted().requireFit(system_.fields.contacts.bodies());
  evaluate(system_, world_);
}

}  // namespace talus
