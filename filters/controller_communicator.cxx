#include "controller_communicator.h"

#include <vtkMultiProcessController.h>

#include <algorithm>
#include <numeric>

#include "base/error.h"

namespace talus::filters {

namespace {

constexpr int headTag = 7301, bytesTag = 7302;
constexpr vtkIdType lengthAtEnd = -1;

void require(int succeeded) {
  if (succeeded == 0)
    throw Error("A message to another rank failed", "", "Check the MPI installation and the network");
}

}  // namespace

int ControllerCommunicator::rank() const {
  return controller_.GetLocalProcessId();
}

int ControllerCommunicator::size() const {
  return controller_.GetNumberOfProcesses();
}

void ControllerCommunicator::sendHead(vtkIdType length, int to) {
  const vtkIdType head[] = {length, rank()};
  require(controller_.Send(head, 2, to, headTag));
}

void ControllerCommunicator::send(const Message& message, int to) {
  const auto length = static_cast<vtkIdType>(message.size());
  sendHead(length, to);
  if (length > 0)
    require(controller_.Send(reinterpret_cast<const unsigned char*>(message.data()), length, to, bytesTag));
}

ControllerCommunicator::Head ControllerCommunicator::receiveHead(int from) {
  vtkIdType head[2] = {};
  require(controller_.Receive(head, 2, from, headTag));
  if (head[0] == lengthAtEnd) ++ended_;
  return {head[0], head[1]};
}

Message ControllerCommunicator::receiveBytes(const Head& head) {
  Message message(static_cast<std::size_t>(head.length));
  if (head.length > 0)
    require(controller_.Receive(reinterpret_cast<unsigned char*>(message.data()), head.length,
                                static_cast<int>(head.from), bytesTag));
  return message;
}

Message ControllerCommunicator::receive(int from) {
  const Head head = receiveHead(from);
  if (head.length != lengthAtEnd) return receiveBytes(head);
  interrupted_ = true;
  throw RankEnded();
}

void ControllerCommunicator::end() {
  for (int other = 0; other < size(); ++other)
    if (other != rank()) sendHead(lengthAtEnd, other);
  while (ended_ < size() - 1) {
    const Head head = receiveHead(vtkMultiProcessController::ANY_SOURCE);
    if (head.length != lengthAtEnd) receiveBytes(head);
  }
  ended_ = 0;
}

std::vector<Message> ControllerCommunicator::exchange(std::span<const int> neighbours,
                                                      std::vector<Message> messages) {
  const int own = rank();
  std::vector<std::size_t> order(neighbours.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t i, std::size_t j) { return (own ^ neighbours[i]) < (own ^ neighbours[j]); });
  std::vector<Message> received(neighbours.size());
  for (const std::size_t i : order) {
    const int other = neighbours[i];
    if (own < other) send(messages[i], other);
    received[i] = receive(other);
    if (own > other) send(messages[i], other);
  }
  return received;
}

// A binomial tree to rank 0 and back.
Message ControllerCommunicator::reduce(Message own, const Join& join) {
  const int ranks = size(), me = rank();
  int step = 1;
  for (; step < ranks && (me & step) == 0; step *= 2)
    if (me + step < ranks) join(own, receive(me + step));
  if (me != 0) {
    send(own, me - step);
    own = receive(me - step);
  }
  for (step /= 2; step > 0; step /= 2)
    if (me + step < ranks) send(own, me + step);
  return own;
}

}  // namespace talus::filters
