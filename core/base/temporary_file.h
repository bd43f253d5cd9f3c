#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace talus {

/// An unnamed file for data that do not fit into memory. The system removes it when the object is destroyed,
/// and when the process ends for any reason.
class TemporaryFile {
 public:
  /// @param folder empty: the system's folder for temporary files (TMPDIR, or /tmp). @throws Error if the
  /// folder is not writable.
  explicit TemporaryFile(const std::filesystem::path& folder = {});
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  /// Writes all bytes from an offset on. The rest of the file does not change. @throws Error if the disk is
  /// full or fails.
  void write(std::uint64_t offset, std::span<const std::byte> bytes);
  /// Fills `bytes` from an offset on. @throws Error if the file ends too early or reading fails.
  void read(std::uint64_t offset, std::span<std::byte> bytes) const;

 private:
  std::filesystem::path folder_;
  int descriptor_ = -1;
};

}  // namespace talus
