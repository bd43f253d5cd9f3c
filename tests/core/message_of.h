#pragma once

#include <string>

#include "base/error.h"

namespace talus {

/// What the error says that the work throws; nothing if it throws none.
template <class Work>
std::string messageOf(const Work& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace talus
