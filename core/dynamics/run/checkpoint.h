#pragma once

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "dynamics/run/snapshot_parts.h"

namespace talus {

/// A checkpoint: a file with what all ranks of a simulation have saved.
///
/// Layout, in the byte order of the machine: for each part the word `TalusChk`, a mark of the byte order, the
/// version of the format, the number of the part and the count of parts, the number of bytes and their
/// checksum, then the bytes. A note follows in the same form, as part `count`. Raise the version whenever
/// Simulation::save() writes other bytes than in the last release.

/// Writes the file under the same name with `.part` added, syncs it to the disk and renames it. So there is
/// always a complete checkpoint, the old one or the new one. Two processes must not write the same one at
/// once. Memory: that of one part.
/// @throws Error something else than a file has the name, the folder cannot be written to, or the disk is
/// full; the old checkpoint is still there.
void writeCheckpoint(const std::string& path, const SnapshotParts& parts);

/// The same while the caller goes on. The file with `.part` is removed unless finish() puts it in place.
class CheckpointWriter {
 public:
  /// When a simulation's only part is written: in the background from now on, or by finish().
  enum class Start { Now, AtFinish };

  /// Parts of several ranks are written at once, since each of them comes when the one before is written.
  /// @throws Error the latter cannot be written.
  CheckpointWriter(const std::string& path, const SnapshotParts& parts, Start start = Start::Now);
  ~CheckpointWriter();
  /// Writes what is not written, adds the note, and renames the file. @param note of the caller, such as
  /// digests of other files; empty: there is none. @throws Error as writeCheckpoint().
  void finish(const std::string& note = {});

 private:
  class File;
  struct Writing;
  friend void writeCheckpoint(const std::string& path, const SnapshotParts& parts);
  std::unique_ptr<Writing> writing_;
};

struct CheckpointHeader;

/// The parts that writeCheckpoint() was given.
class CheckpointReader {
 public:
  /// @throws Error no such file; one that is cut off or damaged; one of another program, machine or version.
  explicit CheckpointReader(const std::string& path);

  std::size_t parts() const { return parts_; }
  /// The next part. @throws as the constructor.
  std::vector<std::byte> next();
  /// The note, once all parts are read; empty if there is none.
  const std::string& note() const { return note_; }

 private:
  std::vector<std::byte> read();
  void readHeader(CheckpointHeader& header);
  void check(const CheckpointHeader& header) const;

  std::string path_;
  std::ifstream file_;
  std::uint64_t left_ = 0;  // bytes of the file from here on
  std::size_t parts_ = 0, read_ = 0;
  std::string note_;
};

/// All parts of a checkpoint, one after the other. @throws as CheckpointReader.
SnapshotParts readCheckpoint(const std::string& path);
/// The note of a checkpoint; empty if it has none. @throws as CheckpointReader.
std::string readCheckpointNote(const std::string& path);

}  // namespace talus
