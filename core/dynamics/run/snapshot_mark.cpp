#include "dynamics/run/snapshot_mark.h"

#include <span>
#include <string>

#include "base/bytes.h"
#include "base/checksum.h"
#include "options/time_stepping_options.h"
#include "scene/scene_json.h"

namespace talus {

std::uint64_t snapshotMark(const Scene& scene) {
  const std::string text = sceneText(scene);
  return checksum(std::as_bytes(std::span(text)));
}

std::uint64_t snapshotMark(const SimulationOptions& options) {
  ByteWriter bytes;
  append(bytes, options);
  return checksum(bytes.bytes());
}

}  // namespace talus
