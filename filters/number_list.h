#pragma once

#include <string>
#include <vector>

namespace talus::filters {

/// The numbers in a text, separated by spaces, commas or semicolons: "1, 2.5 3e-4".
/// @param name name of the text in messages. @throws Error for a word that is not a number.
std::vector<double> numberList(const std::string& text, const std::string& name);

}  // namespace talus::filters
