#include "rank_wire.h"

#include <vtkMultiProcessController.h>

#if TALUS_VTK_MPI
#include <vtkMPIController.h>
#endif

#include <algorithm>
#include <thread>
#include <utility>

#include "base/error.h"

namespace talus::filters {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::microseconds;

// MPI counts bytes by an int.
constexpr std::size_t pieceSize = std::size_t{1} << 30U;

void require(int succeeded) {
  if (succeeded == 0)
    throw Error("A message to another rank failed", "", "Check the MPI installation and the network");
}

// Calls visit(piece) for each piece of some bytes that is sent as one.
template <class Bytes, class Visitor>
void forEachPiece(Bytes bytes, const Visitor& visit) {
  for (; !bytes.empty(); bytes = bytes.subspan(std::min(bytes.size(), pieceSize)))
    visit(bytes.first(std::min(bytes.size(), pieceSize)));
}

}  // namespace

#if TALUS_VTK_MPI

/// A message on its way, and its bytes.
class RankWire::Sent {
 public:
  Sent(Message bytes, vtkMPIController& mpi, int to, int tag) : bytes_(std::move(bytes)) {
    forEachPiece(std::span<const std::byte>(bytes_), [&](std::span<const std::byte> piece) {
      require(mpi.NoBlockSend(reinterpret_cast<const unsigned char*>(piece.data()),
                              static_cast<int>(piece.size()), to, tag, requests_.emplace_back()));
    });
  }
  bool hasGone() {
    std::erase_if(requests_, [](vtkMPICommunicator::Request& request) { return request.Test() != 0; });
    return requests_.empty();
  }

 private:
  Message bytes_;
  std::list<vtkMPICommunicator::Request> requests_;
};

RankWire::RankWire(vtkMultiProcessController& controller)
    : controller_(controller), mpi_(vtkMPIController::SafeDownCast(&controller)) {}

bool RankWire::hasArrived(int from, int tag) const {
  int flag = 0;
  require(mpi_->Iprobe(from, tag, &flag, nullptr));
  return flag != 0;
}

#else

class RankWire::Sent {
 public:
  Sent(const Message&, vtkMPIController&, int, int) {}
  bool hasGone() { return true; }
};

RankWire::RankWire(vtkMultiProcessController& controller) : controller_(controller), mpi_(nullptr) {}

bool RankWire::hasArrived(int, int) const {
  return true;
}

#endif

RankWire::~RankWire() = default;

// Pauses grow with the wait. To yield in their place would not do: Linux then lets this rank wait for
// milliseconds where others have work for the core. Nor would early pauses where nobody has: an idle core of
// a virtual machine is given to others, and comes back late and cold. That others want the core shows where
// asking takes far longer than usual.
void RankWire::waitUntil(const std::function<bool()>& ready) {
  constexpr microseconds longestPause(50), shared(100), alone(1000), interrupted(300);
  constexpr std::chrono::milliseconds memory(100);
  const auto begin = Clock::now();
  const auto longestAlert = begin < sharedUntil_ ? shared : alone;
  alert_ = std::min(alert_, longestAlert);
  auto waited = Clock::duration::zero();
  while (!ready()) {
    const auto before = std::exchange(waited, Clock::now() - begin);
    if (waited - before > interrupted && before < alert_) sharedUntil_ = begin + waited + memory;
    if (waited > alert_) std::this_thread::sleep_for(std::min<Clock::duration>(waited / 8, longestPause));
  }
  waited = Clock::now() - begin;
  alert_ = waited <= longestAlert ? std::min(2 * alert_ + microseconds(5), longestAlert) : alert_ / 2;
}

void RankWire::send(Message bytes, int to, int tag) {
  if (mpi_) {
    sent_.emplace_back(std::move(bytes), *mpi_, to, tag);
    return;
  }
  forEachPiece(std::span<const std::byte>(bytes), [&](std::span<const std::byte> piece) {
    require(controller_.Send(reinterpret_cast<const unsigned char*>(piece.data()),
                             static_cast<vtkIdType>(piece.size()), to, tag));
  });
}

void RankWire::receive(std::span<std::byte> into, int from, int tag) {
  if (mpi_) waitUntil([&] { return hasArrived(from, tag); });
  forEachPiece(into, [&](std::span<std::byte> piece) {
    require(controller_.Receive(reinterpret_cast<unsigned char*>(piece.data()),
                                static_cast<vtkIdType>(piece.size()), from, tag));
  });
}

void RankWire::deliver() {
  waitUntil([this] {
    std::erase_if(sent_, [](Sent& each) { return each.hasGone(); });
    return sent_.empty();
  });
}

}  // namespace talus::filters
