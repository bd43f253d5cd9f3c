#include "distributed/communicator.h"

#include <utility>

namespace talus {

Message Communicator::broadcast(Message own, int from) {
  if (rank() != from) own = {};
  return reduce(std::move(own), [](Message& into, std::span<const std::byte> other) {
    if (!other.empty()) into.assign(other.begin(), other.end());
  });
}

std::vector<Message> Communicator::toEach(std::vector<Message> messages) {
  const auto own = static_cast<std::size_t>(rank());
  std::vector<int> others;
  std::vector<Message> sent;
  for (std::size_t r = 0; r < messages.size(); ++r) {
    if (r == own) continue;
    others.push_back(static_cast<int>(r));
    sent.push_back(std::move(messages[r]));
  }
  std::vector<Message> received = exchange(others, std::move(sent));
  received.insert(received.begin() + static_cast<std::ptrdiff_t>(own), std::move(messages[own]));
  return received;
}

std::vector<Message> Communicator::gather(const Message& own) {
  return toEach(std::vector<Message>(static_cast<std::size_t>(size()), own));
}

void Communicator::meet() {
  reduce({}, [](Message&, std::span<const std::byte>) {});
}

}  // namespace talus
