#pragma once

#include <vtkType.h>

#include "distributed/communicator.h"

class vtkMultiProcessController;

namespace talus::filters {

/// The ranks of a VTK controller: MPI as ParaView carries it. Uses its blocking calls only, so that any
/// controller will do.
///
/// A rank that fails tells all others by end(): they throw RankEnded where they would wait for it.
///
/// An exchange sends two messages to each neighbour, the length first. Neighbours are visited in an order
/// that cannot block: all ranks meet their partners in the order of rank XOR partner, which pairs ranks off.
/// A reduction takes 2 log₂(ranks) messages one after the other.
class ControllerCommunicator : public Communicator {
 public:
  /// @param controller must outlive this.
  explicit ControllerCommunicator(vtkMultiProcessController& controller) : controller_(controller) {}

  int rank() const override;
  int size() const override;
  std::vector<Message> exchange(std::span<const int> neighbours, std::vector<Message> messages) override;
  Message reduce(Message own, const Join& join) override;

  vtkMultiProcessController& controller() const { return controller_; }

  /// Starts a conversation of all ranks.
  void begin() { interrupted_ = false; }
  /// Ends one of which any rank has failed: each rank that does not meet() the others calls this. Takes all
  /// messages that are still under way. (ranks − 1) messages from each rank.
  void end();
  /// Whether another rank has ended the conversation while this one was talking.
  bool interrupted() const { return interrupted_; }

 private:
  // What comes before the bytes of a message. No length: the rank has ended.
  struct Head {
    vtkIdType length = 0, from = 0;
  };
  void send(const Message& message, int to);
  void sendHead(vtkIdType length, int to);
  Message receive(int from);
  Head receiveHead(int from);
  Message receiveBytes(const Head& head);

  vtkMultiProcessController& controller_;
  int ended_ = 0;  // other ranks that have told so
  bool interrupted_ = false;
};

}  // namespace talus::filters
