#pragma once

#include <cstring>
#include <utility>
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

/// A message of the values that value(0) … value(count − 1) return.
template <class Value>
Message packed(std::size_t count, const Value& value) {
  using T = decltype(value(std::size_t{0}));
  Message message(count * sizeof(T));
  for (std::size_t n = 0; n < count; ++n) {
    const T one = value(n);
    std::memcpy(message.data() + n * sizeof(T), static_cast<const void*>(&one), sizeof(T));
  }
  return message;
}

/// Calls visit(n, value) for the values in a message.
template <class T, class Visit>
void forEachPacked(const Message& message, const Visit& visit) {
  for (std::size_t n = 0; n < message.size() / sizeof(T); ++n) {
    T one;
    std::memcpy(static_cast<void*>(&one), message.data() + n * sizeof(T), sizeof(T));
    visit(n, one);
  }
}

/// The values in a message.
template <class T>
std::vector<T> unpacked(const Message& message) {
  std::vector<T> values(message.size() / sizeof(T));
  if (!values.empty()) std::memcpy(static_cast<void*>(values.data()), message.data(), message.size());
  return values;
}

/// Gives all ranks the values of all, by rank; see Communicator::gather.
template <class T>
std::vector<std::vector<T>> gatherValues(const std::vector<T>& own, Communicator& ranks) {
  std::vector<std::vector<T>> all;
  for (const Message& message : ranks.gather(packed(own))) all.push_back(unpacked<T>(message));
  return all;
}

/// Sends values to each rank and receives some from each; see Communicator::toEach.
template <class T>
std::vector<std::vector<T>> valuesToEach(const std::vector<std::vector<T>>& lists, Communicator& ranks) {
  std::vector<Message> messages;
  for (const std::vector<T>& list : lists) messages.push_back(packed(list));
  std::vector<std::vector<T>> received;
  for (const Message& message : ranks.toEach(std::move(messages))) received.push_back(unpacked<T>(message));
  return received;
}

}  // namespace talus
