#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "base/temporary_file.h"

namespace talus {

/// Snapshots of a simulation by the number of their frame: in memory up to a limit, then in a temporary file
/// that is removed with the store. Snapshots in memory stay there.
class SnapshotStore {
 public:
  using Bytes = std::vector<std::byte>;

  /// @param memory bytes that may be held in memory; 0: all go to the file.
  /// @param folder of the file; empty: the system's for temporary files.
  explicit SnapshotStore(std::size_t memory, std::filesystem::path folder = {});

  /// Keeps a frame's snapshot, in place of the one it had. O(bytes + log frames).
  /// @throws Error the file cannot be made or the disk is full: then all other frames are still there.
  void put(std::int64_t frame, Bytes bytes);
  /// @throws Error no such frame; the file cannot be read.
  Bytes get(std::int64_t frame) const;
  bool has(std::int64_t frame) const { return places_.contains(frame); }
  /// The last frame that is kept and not after this one.
  std::optional<std::int64_t> latestUpTo(std::int64_t frame) const;
  /// Drops the frames from `begin` to before `end`. O(frames).
  void drop(std::int64_t begin, std::int64_t end);
  /// Drops this frame and all after it. O(frames).
  void dropFrom(std::int64_t frame) { drop(frame, std::numeric_limits<std::int64_t>::max()); }

  /// Applies to later snapshots.
  void setMemory(std::size_t memory) { memory_ = memory; }
  std::size_t inMemory() const { return inMemory_; }   ///< bytes
  std::uint64_t inFile() const { return endOfFile_; }  ///< bytes
  std::size_t size() const { return places_.size(); }  ///< frames

 private:
  // Where a snapshot lies: in memory, or else in the file.
  struct Place {
    Bytes memory;
    std::uint64_t offset = 0, size = 0;  // in the file
  };
  void writeToFile(const Bytes& bytes, Place& place);

  std::size_t memory_;
  std::filesystem::path folder_;
  std::map<std::int64_t, Place> places_;
  std::size_t inMemory_ = 0;
  std::unique_ptr<TemporaryFile> file_;
  std::uint64_t endOfFile_ = 0;
};

}  // namespace talus
