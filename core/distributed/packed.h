#pragma once

#include <cstring>
#include <vector>

#include "distributed/communicator.h"

namespace talus {

/// A message of plain values, see ByteWriter.
template <class T>
Message packed(const std::vector<T>& values) {
  Message message(values.size() * sizeof(T));
  if (!values.empty()) std::memcpy(message.data(), static_cast<const void*>(values.data()), message.size());
  return message;
}

/// The values in a message.
template <class T>
std::vector<T> unpacked(const Message& message) {
  std::vector<T> values(message.size() / sizeof(T));
  if (!values.empty()) std::memcpy(static_cast<void*>(values.data()), message.data(), message.size());
  return values;
}

}  // namespace talus
