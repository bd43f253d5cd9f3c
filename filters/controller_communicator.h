#pragma once

#include "distributed/communicator.h"

class vtkMultiProcessController;

namespace talus::filters {

/// The ranks of a VTK controller: MPI as ParaView carries it. Uses its blocking calls only, so that any
/// controller will do.
///
/// An exchange sends two messages to each neighbour, the length first. Neighbours are visited in an order
/// that cannot block: all ranks meet their partners in the order of rank XOR partner, which pairs ranks off.
/// A reduction takes 2 log₂(ranks) messages one after the other.
class ControllerCommunicator final : public Communicator {
 public:
  /// @param controller must outlive this.
  explicit ControllerCommunicator(vtkMultiProcessController& controller) : controller_(controller) {}

  int rank() const override;
  int size() const override;
  std::vector<Message> exchange(std::span<const int> neighbours, std::vector<Message> messages) override;
  Message reduce(Message own, const Join& join) override;

 private:
  void send(const Message& message, int to);
  Message receive(int from);

  vtkMultiProcessController& controller_;
};

}  // namespace talus::filters
