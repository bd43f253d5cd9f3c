// The reason why a file cannot be read, in words that follow "Not a readable STEP file: ".
#pragma once

#include <stdexcept>

namespace talus::step {

class Refused : public std::runtime_error {
  using runtime_error::runtime_error;
};

}  // namespace talus::step
