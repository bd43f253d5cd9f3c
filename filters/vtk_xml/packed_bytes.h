#pragma once

#include <cstdint>
#include <string>

#include "vtk_xml/encoded_bytes.h"

namespace talus::filters {

/// The compression of a file's arrays.
enum class Compressor { None, ZLib, Lz4, Lzma };

/// The encoding of a file's arrays.
struct ArrayCoding {
  Compressor compressor = Compressor::None;
  std::size_t headerSize = 4;  ///< bytes of each number in the header before the data
  bool swapped = false;        ///< the byte order differs from the machine's
};

/// The bytes of an array, without the header with their size. O(size).
/// @param size the expected number of bytes.
/// @throws Error for another number of bytes, damaged compressed data, or an implausible compression ratio.
std::string arrayBytes(const EncodedBytes& from, const ArrayCoding& coding, std::uint64_t size);

}  // namespace talus::filters
