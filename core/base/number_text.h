#pragma once

#include <cstdint>
#include <string>

#include "base/types.h"

namespace talus {

/// Formats a number for a message: up to ten digits, no trailing zeros.
std::string numberText(double value);

/// The same with up to three digits.
std::string roundedText(double value);

/// "(0.5, 0, 2)".
std::string placeText(const Vec3& place);

/// "1 edge belongs", "12 edges belong".
std::string counted(std::int64_t count, const char* one, const char* many);

}  // namespace talus
