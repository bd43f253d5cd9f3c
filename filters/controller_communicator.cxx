#include "controller_communicator.h"

#include <vtkMultiProcessController.h>

#include "base/bytes.h"

namespace talus::filters {

namespace {

constexpr int lengthTag = 7301, bytesTag = 7302;
constexpr std::int64_t lengthAtEnd = -1;  // the rank has ended

}  // namespace

int ControllerCommunicator::rank() const {
  return controller().GetLocalProcessId();
}

int ControllerCommunicator::size() const {
  return controller().GetNumberOfProcesses();
}

void ControllerCommunicator::sendLength(std::int64_t length, int to) {
  ByteWriter bytes;
  bytes.value(length);
  wire_.send(bytes.take(), to, lengthTag);
}

void ControllerCommunicator::send(Message message, int to) {
  sendLength(static_cast<std::int64_t>(message.size()), to);
  if (!message.empty()) wire_.send(std::move(message), to, bytesTag);
}

std::optional<Message> ControllerCommunicator::receiveUnlessEnded(int from) {
  std::int64_t length = 0;
  wire_.receive(std::as_writable_bytes(std::span(&length, 1)), from, lengthTag);
  if (length == lengthAtEnd) {
    ended_.insert(from);
    return {};
  }
  Message message(static_cast<std::size_t>(length));
  if (length > 0) wire_.receive(message, from, bytesTag);
  return message;
}

Message ControllerCommunicator::receive(int from) {
  std::optional<Message> message = receiveUnlessEnded(from);
  if (message) return std::move(*message);
  interrupted_ = true;
  throw RankEnded();
}

// Up to the end of each rank, not farther: it may have gone on to other conversations.
void ControllerCommunicator::end() {
  for (int other = 0; other < size(); ++other)
    if (other != rank()) sendLength(lengthAtEnd, other);
  for (int other = 0; other < size(); ++other)
    while (other != rank() && !ended_.contains(other)) receiveUnlessEnded(other);
  wire_.deliver();
  ended_.clear();
}

std::vector<Message> ControllerCommunicator::exchange(std::span<const int> neighbours,
                                                      std::vector<Message> messages) {
  const auto sendsFirst = [this](int other) { return wire_.sendsAtOnce() || rank() < other; };
  const auto sendTo = [&](std::size_t i) { send(std::move(messages[i]), neighbours[i]); };
  for (std::size_t i = 0; i < neighbours.size(); ++i)
    if (sendsFirst(neighbours[i])) sendTo(i);
  std::vector<Message> received;
  for (std::size_t i = 0; i < neighbours.size(); ++i) {
    received.push_back(receive(neighbours[i]));
    if (!sendsFirst(neighbours[i])) sendTo(i);
  }
  wire_.deliver();
  return received;
}

// A binomial tree to rank 0 and back.
Message ControllerCommunicator::reduce(Message own, const Join& join) {
  const int ranks = size(), me = rank();
  int step = 1;
  for (; step < ranks && (me & step) == 0; step *= 2)
    if (me + step < ranks) join(own, receive(me + step));
  if (me != 0) {
    send(std::move(own), me - step);
    own = receive(me - step);
  }
  for (step /= 2; step > 0; step /= 2)
    if (me + step < ranks) send(own, me + step);
  wire_.deliver();
  return own;
}

}  // namespace talus::filters
