#pragma once

#include <string>

namespace talus {

/// Formats a number for a message: up to ten digits, no trailing zeros.
std::string numberText(double value);

}  // namespace talus
