#pragma once

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "dynamics/run/snapshot_parts.h"

namespace talus {

/// A checkpoint: a file with what all ranks of a simulation have saved.
///
/// Layout, in the byte order of the machine: for each part the word `TalusChk`, a mark of the byte order, the
/// version of the format, the number of the part and the count of parts, the number of bytes and their
/// checksum, then the bytes. Raise the version whenever Simulation::save() writes other bytes than in the
/// last release.

/// Writes the file under the same name with `.part` added, syncs it to the disk and renames it. So there is
/// always a complete checkpoint, the old one or the new one. Two processes must not write the same one at
/// once. Memory: that of one part.
/// @throws Error the folder cannot be written to, or the disk is full; the old checkpoint is still there.
void writeCheckpoint(const std::string& path, const SnapshotParts& parts);

/// The parts that writeCheckpoint() was given.
class CheckpointReader {
 public:
  /// @throws Error no such file; one that is cut off or damaged; one of another program, machine or version.
  explicit CheckpointReader(const std::string& path);

  std::size_t parts() const { return parts_; }
  /// The next part. @throws as the constructor.
  std::vector<std::byte> next();

 private:
  friend void writeCheckpoint(const std::string& path, const SnapshotParts& parts);
  struct Header;
  void readHeader(Header& header);
  void check(const Header& header) const;

  std::string path_;
  std::ifstream file_;
  std::uint64_t left_ = 0;  // bytes of the file from here on
  std::size_t parts_ = 0, read_ = 0;
};

/// All parts of a checkpoint, one after the other. @throws as CheckpointReader.
SnapshotParts readCheckpoint(const std::string& path);

}  // namespace talus
