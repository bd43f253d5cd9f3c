#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "vtk_xml/packed_array.h"

namespace talus::filters {

/// An array in a file.
struct ArrayPart {
  ArrayBytes values;
  std::shared_ptr<const std::string> text;  ///< what packedArrays() makes of it; null: not known yet
};

/// What a file consists of: a text, or an array.
using FilePart = std::variant<std::string, ArrayPart>;

/// Gives arrays the texts of those in the same places of another file that have the same values.
void takeTexts(std::vector<FilePart>& parts, const std::vector<FilePart>& others);

struct WritingOptions {
  bool toDisk = false;     ///< waits until the disk has all
  bool keepTexts = false;  ///< of the arrays; otherwise there are some at a time
};

/// Writes a file of these parts. @throws std::system_error the file cannot be written.
void writeParts(const std::string& path, std::vector<FilePart>& parts, const Loop& loop,
                const WritingOptions& options);

}  // namespace talus::filters
