#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace talus {

/// A file that is written from its beginning. All calls throw std::system_error with the system's reason.
class OutputFile {
 public:
  /// Replaces the content of a regular file that is there, and nothing else: a pipe may have no reader.
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::span<const std::byte> bytes);
  /// Waits until the disk has all bytes.
  void sync();
  /// Some file systems tell only here that the disk is full.
  void close();

 private:
  int descriptor_ = -1;
};

}  // namespace talus
