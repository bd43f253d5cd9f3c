#pragma once

#include <string>

namespace talus {

/// Formats a number for a message: up to ten digits, no trailing zeros.
std::string numberText(double value);

/// The same with up to three digits.
std::string roundedText(double value);

}  // namespace talus
