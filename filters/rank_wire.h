#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <list>
#include <span>

#include "distributed/communicator.h"

class vtkMPIController;
class vtkMultiProcessController;

namespace talus::filters {

/// The bytes that go from rank to rank by a VTK controller.
///
/// With MPI a message is on its way when send() returns. A rank that waits asks again and again whether a
/// message has come: MPI itself would keep a core busy, which another rank may need. Short waits are not
/// prolonged: a rank pauses after 0.1 ms, or after 1 ms as long as nobody else seems to want its core. A long
/// wait is prolonged by at most an eighth and 0.1 ms.
///
/// Other controllers block: send() may return only when the other rank receives.
class RankWire {
 public:
  /// @param controller must outlive this.
  explicit RankWire(vtkMultiProcessController& controller);
  ~RankWire();

  vtkMultiProcessController& controller() const { return controller_; }
  bool sendsAtOnce() const { return mpi_ != nullptr; }  ///< by MPI

  /// Messages with the same tag from one rank to another arrive in this order. @param bytes not empty.
  /// @throws Error the message cannot be sent.
  void send(Message bytes, int to, int tag);
  /// Waits for a message. @param into as long as the message. @throws Error it cannot be received.
  void receive(std::span<std::byte> into, int from, int tag);
  /// Waits until all messages have gone.
  void deliver();

 private:
  class Sent;
  bool hasArrived(int from, int tag) const;
  void waitUntil(const std::function<bool()>& ready);

  vtkMultiProcessController& controller_;
  vtkMPIController* mpi_;                                // null: the controller is another one
  std::list<Sent> sent_;                                 // on the way, by MPI
  std::chrono::steady_clock::time_point sharedUntil_{};  // others have wanted this core
  std::chrono::microseconds alert_{50};  // of a wait, before pauses: more after short waits, less after long
};

}  // namespace talus::filters
