#pragma once

#include <cstdint>
#include <string>

#include "vtk_xml/encoded_bytes.h"

namespace talus::filters {

/// What packs the arrays of a file.
enum class Compressor { None, ZLib, Lz4, Lzma };

/// How the arrays of a file are written.
struct ArrayCoding {
  Compressor compressor = Compressor::None;
  std::size_t headerSize = 4;  ///< bytes of each number before the data
  bool swapped = false;        ///< the byte order is not the machine's
};

/// The bytes of an array behind the numbers that tell their size. O(size)
/// @param size how many there must be
/// @throws Error there are more or fewer, damaged packed data, or few that would unpack to very many
std::string arrayBytes(const EncodedBytes& from, const ArrayCoding& coding, std::uint64_t size);

}  // namespace talus::filters
