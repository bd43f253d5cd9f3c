#include "base/temporary_file.h"

#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "base/error.h"

namespace talus {

namespace {

std::filesystem::path usualFolder() {
  std::error_code failed;
  std::filesystem::path folder = std::filesystem::temp_directory_path(failed);
  return failed ? std::filesystem::path("/tmp") : folder;
}

[[noreturn]] void fail(const char* what, int code, const std::filesystem::path& folder) {
  throw Error(std::string(what) + ": " + std::generic_category().message(code), "folder " + folder.string(),
              "Free disk space there, or set TMPDIR to another folder");
}

}  // namespace

TemporaryFile::TemporaryFile(const std::filesystem::path& folder)
    : folder_(folder.empty() ? usualFolder() : folder) {
  std::string name = (folder_ / "talus-XXXXXX").string();
  descriptor_ = mkstemp(name.data());
  if (descriptor_ < 0) fail("No temporary file can be made", errno, folder_);
  unlink(name.c_str());
}

TemporaryFile::~TemporaryFile() {
  close(descriptor_);
}

void TemporaryFile::write(std::uint64_t offset, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t done = pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) fail("A temporary file cannot be written", done < 0 ? errno : ENOSPC, folder_);
    bytes = bytes.subspan(static_cast<std::size_t>(done));
    offset += static_cast<std::uint64_t>(done);
  }
}

void TemporaryFile::read(std::uint64_t offset, std::span<std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t done = pread(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) fail("A temporary file cannot be read", done < 0 ? errno : EIO, folder_);
    bytes = bytes.subspan(static_cast<std::size_t>(done));
    offset += static_cast<std::uint64_t>(done);
  }
}

}  // namespace talus
