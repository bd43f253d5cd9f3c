#pragma once

#include <cstddef>
#include <string>

namespace talus {

/// A word from a file as it is shown in a message: its beginning, if it is very long.
std::string shortened(const std::string& word, std::size_t longest = 100);

}  // namespace talus
