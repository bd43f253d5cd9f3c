#pragma once

#include <cstdint>
#include <string>

namespace talus {

/// Rejects files that are too large, and anything but a regular file, since a pipe or a device may never end.
/// @param largest maximum size in bytes. @throws Error also if there is no such file.
void requireRegularFile(const std::string& path, std::uint64_t largest);

/// All bytes of a regular file. @throws Error as requireRegularFile, and if the file cannot be read.
std::string contentOfFile(const std::string& path, std::uint64_t largest);

}  // namespace talus
