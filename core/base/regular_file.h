#pragma once

#include <cstdint>
#include <string>

namespace talus {

/// Rejects anything but a regular file, since a pipe or a device may never end, and files that are too large.
/// @param largest bytes. @throws Error also if there is no such file.
void requireRegularFile(const std::string& path, std::uint64_t largest);

/// All bytes of a regular file. @throws Error as of requireRegularFile, or it cannot be read.
std::string contentOfFile(const std::string& path, std::uint64_t largest);

}  // namespace talus
