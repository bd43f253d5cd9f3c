#include "dynamics/run/scene_division.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "base/free_memory.h"
#include "dynamics/contact_forces/force_bodies.h"
#include "dynamics/field/wall_motions.h"
#include "dynamics/run/snapshot_mark.h"
#include "scene/scene_bytes.h"

namespace talus {

namespace {

// Rank 0 looks at the whole scene: its mark, its halo, its overlaps.
void examine(Scene& whole, const SimulationOptions& options, Context& context, SceneShare& found) {
  requireValid(whole);
  forEachArray(whole.bodies, [](auto& array) { array.shrink_to_fit(); });
  found.mark = snapshotMark(whole);
  found.bodies = whole.bodies.size();
  const BodyInertia inertia(whole);
  ForceBodies bodies(whole, inertia, options.contacts.halo, context);
  found.halo = bodies.halo();
  bodies.release();  // shapes are enough
  BodyState state = inertia.stateOf(whole.bodies);
  withBodyIds(whole.bodies.id, [&] { requireSound(state); });
  found.overlaps = resolveOverlaps(options, whole, bodies.library(), found.halo, inertia, state, context);
  for (std::size_t i = 0; i < whole.bodies.size(); ++i)
    if (!inertia.isWall(i)) whole.bodies.position[i] = state.position[i];
}

struct Facts {
  std::uint64_t mark, bodies;
  double halo;
};

void writeShapes(const Scene& scene, ByteWriter& bytes) {
  bytes.value(static_cast<std::uint64_t>(scene.shapes.size()));
  for (const BodyShape& shape : scene.shapes) write(shape, bytes);
}

void readShapes(ByteReader& bytes, Scene& scene) {
  scene.shapes.resize(static_cast<std::size_t>(bytes.value<std::uint64_t>()));
  for (BodyShape& shape : scene.shapes) shape = readShape(bytes);
}

// What all ranks know.
Message messageToAll(const Scene& whole, const SceneShare& found) {
  ByteWriter bytes;
  writeWorld(whole, bytes);
  bytes.value(Facts{found.mark, found.bodies, found.halo});
  writeShapes(whole, bytes);
  return bytes.take();
}

SceneShare readMessageToAll(const Message& message) {
  ByteReader bytes(message);
  SceneShare share;
  readWorld(bytes, share.scene);
  share.motions = std::move(share.scene.motions);
  const auto facts = bytes.value<Facts>();
  share.mark = facts.mark;
  share.bodies = static_cast<std::size_t>(facts.bodies);
  share.halo = facts.halo;
  readShapes(bytes, share.scene);
  return share;
}

// The bodies of a rank.
Message messageTo(int rank, int ranks, const Bodies& whole) {
  std::vector<Index> numbers;
  Bodies bodies;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    const bool isOwn = i % static_cast<std::size_t>(ranks) == static_cast<std::size_t>(rank);
    if (!isOwn && whole.motion[i] == Motion::Dynamic) continue;
    numbers.push_back(static_cast<Index>(i));
    bodies.add(whole[i]);
  }
  ByteWriter bytes;
  write(bodies, bytes);
  bytes.array(numbers);
  return bytes.take();
}

// Rank 0 sends each rank its bodies.
Message deal(const Bodies& whole, Communicator& ranks) {
  if (ranks.rank() > 0) return ranks.exchange(std::vector<int>{0}, {Message{}}).front();
  std::vector<int> others(static_cast<std::size_t>(ranks.size()) - 1);
  std::iota(others.begin(), others.end(), 1);
  std::vector<Message> messages;
  for (const int rank : others) messages.push_back(messageTo(rank, ranks.size(), whole));
  ranks.exchange(others, std::move(messages));
  return messageTo(0, ranks.size(), whole);
}

}  // namespace

SceneShare divide(Scene whole, const SimulationOptions& options, Context& context, Communicator& ranks) {
  SceneShare found;
  if (ranks.rank() == 0) examine(whole, options, context, found);
  returnFreeMemory();
  SceneShare share =
      readMessageToAll(ranks.broadcast(ranks.rank() == 0 ? messageToAll(whole, found) : Message{}, 0));
  share.overlaps = found.overlaps;
  const Message dealt = deal(whole.bodies, ranks);
  ByteReader bytes(dealt);
  share.scene.bodies = readBodies(bytes);
  share.numbers = bytes.array<Index>();
  share.scene.motions = motionsOf(share.scene.bodies, share.motions);
  return share;
}

Scene sharedScene(Scene whole, Communicator& ranks) {
  ByteWriter written;
  if (ranks.rank() == 0) {
    requireValid(whole);
    writeWorld(whole, written);
    writeShapes(whole, written);
    write(whole.bodies, written);
  }
  const Message message = ranks.broadcast(written.bytes(), 0);
  if (ranks.rank() == 0) return whole;
  ByteReader bytes(message);
  Scene scene;
  readWorld(bytes, scene);
  readShapes(bytes, scene);
  scene.bodies = readBodies(bytes);
  return scene;
}

std::vector<PrescribedMotion> motionsOf(const Bodies& bodies, const std::vector<PrescribedMotion>& all) {
  std::vector<std::int64_t> known = bodies.id;
  std::sort(known.begin(), known.end());
  const auto isUnknown = [&](std::int64_t id) { return !std::binary_search(known.begin(), known.end(), id); };
  std::vector<PrescribedMotion> motions = all;
  for (PrescribedMotion& motion : motions) std::erase_if(motion.bodies, isUnknown);
  std::erase_if(motions, [](const PrescribedMotion& motion) { return motion.bodies.empty(); });
  return motions;
}

}  // namespace talus
