#include "dynamics/run/snapshot_mark.h"

#include "base/bytes.h"
#include "base/checksum.h"
#include "options/time_stepping_options.h"
#include "scene/scene_bytes.h"

namespace talus {

namespace {

template <class Part>
std::uint64_t checksumOf(const Part& part) {
  ByteWriter bytes;
  write(part, bytes);
  return checksum(bytes.bytes());
}

}  // namespace

std::uint64_t snapshotMark(const Scene& scene) {
  ByteWriter sums;
  writeWorld(scene, sums);
  for (const BodyShape& shape : scene.shapes) sums.value(checksumOf(shape));
  sums.value(checksumOf(scene.bodies));
  return checksum(sums.bytes());
}

std::uint64_t snapshotMark(const SimulationOptions& options) {
  ByteWriter bytes;
  append(bytes, options);
  return checksum(bytes.bytes());
}

}  // namespace talus
