#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dynamics/run/world.h"

namespace talus {

/// Saves and restores a simulation: all on which later steps depend, bit for bit. Where bodies are
/// distributed, each rank saves a part; any number of parts can be loaded by any number of ranks.
class Snapshots {
 public:
  /// @param system must outlive this, as the others. @param sceneMark of the whole scene, which has `bodies`.
  Snapshots(SimulatedSystem& system, World& world, FrameStatistics& statistics, std::uint64_t sceneMark,
            std::size_t bodies);

  std::vector<std::byte> save() const;
  /// @throws Error bytes that are cut off or of another scene or other options. If World::canGoBack(),
  /// nothing has changed then; otherwise the simulation must not be used any more.
  void load(const SnapshotParts& parts);
  /// Restores a saved state of one rank. @throws as load(); then the state is undefined.
  void restore(std::span<const std::byte> bytes);

 private:
  struct Part;
  std::vector<std::byte> savePart() const;
  void loadParts(const SnapshotParts& parts);
  void takeOver(const SnapshotParts& parts);
  Part readPart(std::span<const std::byte> bytes) const;
  void requireMarks(ByteReader& reader) const;

  SimulatedSystem& system_;
  World& world_;
  FrameStatistics& statistics_;
  std::uint64_t sceneMark_, optionsMark_;
  std::size_t bodies_;  // of the whole scene
};

}  // namespace talus
