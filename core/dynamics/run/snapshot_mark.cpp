#include "dynamics/run/snapshot_mark.h"

#include <span>
#include <string>

#include "base/bytes.h"
#include "base/checksum.h"
#include "dynamics/run/simulation.h"
#include "scene/scene_json.h"

namespace talus {

std::uint64_t snapshotMark(const Scene& scene) {
  const std::string text = sceneText(scene);
  return checksum(std::as_bytes(std::span(text)));
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
  bytes.value(options.certify);
  return checksum(bytes.bytes());
}

}  // namespace talus
