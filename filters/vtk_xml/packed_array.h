#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace talus::filters {

using ArrayBytes = std::span<const std::byte>;

/// Calls one(i) for i in [0, count), in any order, maybe by several threads.
using Loop = std::function<void(std::size_t count, const std::function<void(std::size_t i)>& one)>;

/// Arrays as the inline data of VTK XML files: base64 of a header of 64-bit numbers and of blocks that zlib
/// has compressed. Blocks of real numbers that hardly shrink are stored: to compress them takes most of the
/// time otherwise, for a tenth of the file. Memory: that of all results, and of the compressed blocks.
std::vector<std::string> packedArrays(const std::vector<ArrayBytes>& arrays, const Loop& loop);

}  // namespace talus::filters
