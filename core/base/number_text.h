#pragma once

#include <string>

namespace talus {

/// A number for a message: up to ten digits, no trailing zeros.
std::string numberText(double value);

}  // namespace talus
