#pragma once

#include <string>
#include <vector>

namespace talus::filters {

/// The numbers in a text, between which are spaces, commas or semicolons: "1, 2.5 3e-4".
/// @param name what to call the text in a message. @throws Error a word that is no number.
std::vector<double> numberList(const std::string& text, const std::string& name);

}  // namespace talus::filters
