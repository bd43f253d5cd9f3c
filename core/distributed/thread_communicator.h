#pragma once

#include <cstdint>
#include <functional>

#include "distributed/communicator.h"

namespace talus {

/// What a rank has sent so far.
struct Traffic {
  std::int64_t messages = 0;  ///< of exchanges
  std::int64_t bytes = 0;     ///< of these messages
  std::int64_t exchanges = 0, reductions = 0;
};

/// Ranks as threads of this process: for tests, also with more ranks than cores.
class ThreadCommunicator : public Communicator {
 public:
  virtual const Traffic& traffic() const = 0;
};

/// Runs the work of each rank in a thread of its own and waits for all of them. If a rank throws, the others
/// end at their next message: they throw RankEnded.
/// @throws what the rank with the lowest number threw that did not throw RankEnded.
void runOnThreads(int ranks, const std::function<void(ThreadCommunicator&)>& work);

}  // namespace talus
