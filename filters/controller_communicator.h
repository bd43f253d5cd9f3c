#pragma once

#include <cstdint>
#include <optional>
#include <set>

#include "distributed/communicator.h"
#include "rank_wire.h"

namespace talus::filters {

/// The ranks of a VTK controller: MPI as ParaView carries it, or any other one of two ranks.
///
/// A rank that fails tells all others by end(): they throw RankEnded where they would wait for it.
///
/// An exchange sends two messages to each neighbour, the length first, and all of them before it receives
/// any. A reduction takes 2 log₂(ranks) messages one after the other.
class ControllerCommunicator : public Communicator {
 public:
  /// @param controller must outlive this.
  explicit ControllerCommunicator(vtkMultiProcessController& controller) : wire_(controller) {}

  int rank() const override;
  int size() const override;
  std::vector<Message> exchange(std::span<const int> neighbours, std::vector<Message> messages) override;
  Message reduce(Message own, const Join& join) override;

  vtkMultiProcessController& controller() const { return wire_.controller(); }

  /// Starts a conversation of all ranks.
  void begin() { interrupted_ = false; }
  /// Ends one of which any rank has failed: each rank that does not meet() the others calls this. Takes all
  /// messages that are still under way. (ranks − 1) messages from each rank.
  void end();
  /// Whether another rank has ended the conversation while this one was talking.
  bool interrupted() const { return interrupted_; }

 private:
  void send(Message message, int to);
  void sendLength(std::int64_t length, int to);
  Message receive(int from);
  std::optional<Message> receiveUnlessEnded(int from);

  RankWire wire_;
  std::set<int> ended_;  // other ranks that have told so
  bool interrupted_ = false;
};

}  // namespace talus::filters
