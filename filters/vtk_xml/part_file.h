#pragma once

#include <string>
#include <variant>
#include <vector>

#include "vtk_xml/packed_array.h"

namespace talus::filters {

/// What a file consists of: a text, or an array, which packedArrays() makes a text of.
using FilePart = std::variant<std::string, ArrayBytes>;

/// Writes a file of these parts. Memory: some compressed arrays.
/// @param toDisk waits until the disk has all. @throws std::system_error the file cannot be written.
void writeParts(const std::string& path, const std::vector<FilePart>& parts, const Loop& loop, bool toDisk);

}  // namespace talus::filters
