#include "dynamics/run/snapshot_mark.h"

#include <span>
#include <string>

#include "base/bytes.h"
#include "dynamics/run/simulation.h"
#include "scene/scene_json.h"

namespace talus {

namespace {

/// Fowler, Noll and Vo's hash, FNV-1a of 64 bits.
std::uint64_t hashOf(std::span<const std::byte> bytes) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const std::byte byte : bytes) hash = (hash ^ static_cast<std::uint64_t>(byte)) * 0x100000001b3U;
  return hash;
}

}  // namespace

std::uint64_t snapshotMark(const Scene& scene) {
  const std::string text = sceneText(scene);
  return hashOf(std::as_bytes(std::span(text)));
}

std::uint64_t snapshotMark(const SimulationOptions& options) {
  ByteWriter bytes;
  bytes.value(options.integrator);
  bytes.value(options.implicit.solver);
  bytes.value(options.implicit.tolerance);
  bytes.value(options.implicit.mostIterations);
  bytes.value(options.implicit.damping);
  bytes.value(options.implicit.depth);
  bytes.value(options.contacts.law);
  bytes.value(options.contacts.halo);
  bytes.value(options.contacts.separationSpeed);
  bytes.value(options.contacts.startsAtRest);
  bytes.value(options.contacts.search.search);
  bytes.value(options.contacts.search.method);
  bytes.value(options.contacts.search.iterationTolerance);
  bytes.value(options.contacts.refinement.method);
  bytes.value(options.contacts.refinement.skin);
  bytes.value(options.contacts.refinement.coarseForce);
  bytes.value(options.contacts.refinement.memorySet);
  bytes.value(options.timeStep);
  bytes.value(options.moveLimit);
  bytes.value(options.mostHalvings);
  return hashOf(bytes.bytes());
}

}  // namespace talus
