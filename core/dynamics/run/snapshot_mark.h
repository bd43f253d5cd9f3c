#pragma once

#include <cstdint>

#include "scene/scene.h"

namespace talus {

struct SimulationOptions;

/// A checksum of everything in a scene. O(scene).
std::uint64_t snapshotMark(const Scene& scene);
/// A checksum of all options.
std::uint64_t snapshotMark(const SimulationOptions& options);

}  // namespace talus
