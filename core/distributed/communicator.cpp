#include "distributed/communicator.h"

#include <bit>
#include <cstdint>
#include <utility>

#include "base/bytes.h"

namespace talus {

namespace {

// Messages on their way to all ranks: each follows its rank and its length.
struct Envelope {
  std::int64_t rank = 0;
  std::uint64_t length = 0;
};

Message enveloped(int rank, const Message& message) {
  ByteWriter bytes;
  bytes.value(Envelope{rank, message.size()});
  Message all = bytes.take();
  all.insert(all.end(), message.begin(), message.end());
  return all;
}

std::vector<Message> opened(std::span<const std::byte> all, int ranks) {
  std::vector<Message> messages(static_cast<std::size_t>(ranks));
  while (all.size() >= sizeof(Envelope)) {
    const auto envelope = ByteReader(all).value<Envelope>();
    all = all.subspan(sizeof(Envelope));
    if (envelope.rank < 0 || envelope.rank >= ranks || envelope.length > all.size()) break;
    const auto message = all.first(static_cast<std::size_t>(envelope.length));
    messages[static_cast<std::size_t>(envelope.rank)].assign(message.begin(), message.end());
    all = all.subspan(message.size());
  }
  return messages;
}

}  // namespace

// Ranks beyond the last power of two have a partner below, which takes their part.
std::vector<Message> Communicator::gather(const Message& own) {
  const int me = rank(), power = static_cast<int>(std::bit_floor(static_cast<unsigned>(size())));
  Message known = enveloped(me, own);
  const auto give = [this](int other, Message message) {
    return std::move(exchange(std::vector<int>{other}, {std::move(message)}).front());
  };
  const auto add = [&known](const Message& more) { known.insert(known.end(), more.begin(), more.end()); };
  if (me >= power) {
    give(me - power, std::move(known));
    return opened(give(me - power, {}), size());
  }
  if (me + power < size()) add(give(me + power, {}));
  for (int step = 1; step < power; step *= 2) add(give(me ^ step, known));
  if (me + power < size()) give(me + power, known);
  return opened(known, size());
}

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

void Communicator::meet() {
  reduce({}, [](Message&, std::span<const std::byte>) {});
}

}  // namespace talus
