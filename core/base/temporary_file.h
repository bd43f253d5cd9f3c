#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace talus {

/// A file without a name, for what does not fit into memory: it vanishes with the object, and with the
/// process, however that ends.
class TemporaryFile {
 public:
  /// @param folder empty: the system's for temporary files (TMPDIR, or /tmp). @throws Error it cannot be
  /// written to.
  explicit TemporaryFile(const std::filesystem::path& folder = {});
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  /// Writes all bytes from an offset on. @throws Error the disk is full, or fails; what lies elsewhere in the
  /// file stays.
  void write(std::uint64_t offset, std::span<const std::byte> bytes);
  /// Fills `bytes` from an offset on. @throws Error the file ends before, or fails.
  void read(std::uint64_t offset, std::span<std::byte> bytes) const;

 private:
  std::filesystem::path folder_;
  int descriptor_ = -1;
};

}  // namespace talus
