#pragma once

#include <cstdint>

#include "scene/scene.h"

namespace talus {

struct SimulationOptions;

/// A number that tells scenes apart, from everything in them. O(scene).
std::uint64_t snapshotMark(const Scene& scene);
/// A number that tells options apart.
std::uint64_t snapshotMark(const SimulationOptions& options);

}  // namespace talus
