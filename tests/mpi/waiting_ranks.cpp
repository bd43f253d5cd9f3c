// Usage: mpirun -np N waiting_ranks, N > 1. Fails unless ranks that wait for messages leave their cores to
// others, large messages arrive, and a rank that ends takes no messages of later conversations.
#include <vtkMPIController.h>
#include <vtkNew.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <numeric>
#include <thread>

#include "controller_communicator.h"

namespace talus {
namespace {

using filters::ControllerCommunicator;

void expect(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "failed: %s\n", what);
  std::exit(1);
}

// Of this process, with all threads, s.
double processorTime() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

std::vector<int> others(const Communicator& ranks) {
  std::vector<int> found(static_cast<std::size_t>(ranks.size()));
  std::iota(found.begin(), found.end(), 0);
  std::erase(found, ranks.rank());
  return found;
}

// What a rank sends to another one.
Message messageOf(std::size_t size, int from, int to) {
  return Message(size + static_cast<std::size_t>(from), static_cast<std::byte>(16 * from + to));
}

void exchange(Communicator& ranks, std::size_t size) {
  const std::vector<int> all = others(ranks);
  std::vector<Message> messages;
  for (const int to : all) messages.push_back(messageOf(size, ranks.rank(), to));
  const std::vector<Message> received = ranks.exchange(all, std::move(messages));
  for (std::size_t i = 0; i < all.size(); ++i)
    expect(received[i] == messageOf(size, all[i], ranks.rank()), "the message of another rank");
}

// The processor time in which a rank waits for the last one, which is late. Also where MPI holds a large
// message back until the other rank comes.
void waitForLast(Communicator& ranks, std::size_t size) {
  ranks.meet();
  const double before = processorTime();
  if (ranks.rank() == ranks.size() - 1) std::this_thread::sleep_for(std::chrono::milliseconds(500));
  exchange(ranks, size);
  expect(processorTime() - before < 0.2, "a rank that waits for 0.5 s takes less than 0.2 s of its core");
}

// Rank 0 fails. The last rank is slow to notice it, while others go on to another conversation.
void goOnAfterFailure(ControllerCommunicator& ranks) {
  ranks.begin();
  if (ranks.rank() == ranks.size() - 1) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  try {
    if (ranks.rank() > 0) ranks.meet();
  } catch (const RankEnded&) {
  }
  ranks.end();
  exchange(ranks, 10);
  ranks.meet();
}

}  // namespace
}  // namespace talus

int main(int argc, char** argv) {
  const vtkNew<vtkMPIController> controller;
  controller->Initialize(&argc, &argv);
  talus::filters::ControllerCommunicator ranks(*controller);
  for (const std::size_t size : {std::size_t{0}, std::size_t{100}, std::size_t{3'000'000}})
    talus::waitForLast(ranks, size);
  for (int n = 0; n < 50; ++n) talus::goOnAfterFailure(ranks);
  controller->Finalize();
  return 0;
}
