#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/types.h"

namespace talus {

/// A count with its digits in groups of three: "1 965".
std::string groupedText(std::int64_t count);

/// "1 edge", "1 965 edges".
std::string groupedText(std::int64_t count, const char* one, const char* many);

/// Parts of an answer in one line, separated by " · ". Empty parts are left out.
std::string answerLine(std::span<const std::string> parts);

/// Items of a list, separated by ", ". Empty items are left out.
std::string listText(std::span<const std::string> items);

/// The sizes of a box, or of a voxel: "2 x 1 x 0.5"; "2" if they are equal.
std::string sizesText(const Vec3& sizes);

}  // namespace talus
