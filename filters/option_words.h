#pragma once

#include <initializer_list>
#include <string>

namespace talus::filters {

/// The word of a choice, or the number as text if it has no word.
inline std::string wordOf(int value, std::initializer_list<const char*> words) {
  const bool known = value >= 0 && value < static_cast<int>(words.size());
  return known ? words.begin()[value] : std::to_string(value);
}

}  // namespace talus::filters
