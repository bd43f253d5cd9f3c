#include "rank_group.h"

#include <vtkCommunicator.h>
#include <vtkMultiProcessController.h>

#include <algorithm>

#include "controller_communicator.h"

namespace talus::filters {

namespace {

template <class T>
std::vector<T> gatherAll(vtkMultiProcessController& controller, const std::vector<T>& mine) {
  const auto ranks = static_cast<std::size_t>(controller.GetNumberOfProcesses());
  const auto count = static_cast<vtkIdType>(mine.size());
  std::vector<vtkIdType> counts(ranks), offsets(ranks, 0);
  controller.AllGather(&count, counts.data(), 1);
  for (std::size_t r = 1; r < ranks; ++r) offsets[r] = offsets[r - 1] + counts[r - 1];
  std::vector<T> all(static_cast<std::size_t>(offsets.back() + counts.back()));
  if (all.empty()) return all;
  const T nothing{};  // some MPI implementations reject null buffers
  controller.AllGatherV(mine.empty() ? &nothing : mine.data(), all.data(), count, counts.data(),
                        offsets.data());
  return all;
}

}  // namespace

RankGroup::RankGroup(vtkMultiProcessController* controller)
    : controller_(controller && controller->GetNumberOfProcesses() > 1 ? controller : nullptr) {}

int RankGroup::rank() const {
  return controller_ ? controller_->GetLocalProcessId() : 0;
}

int RankGroup::size() const {
  return controller_ ? controller_->GetNumberOfProcesses() : 1;
}

// Ranks come to a collective call at different times, and MPI would keep the cores busy of those that wait
// there.
void RankGroup::meet() const {
  ControllerCommunicator(*controller_).meet();
}

bool RankGroup::any(bool mine) const {
  return sum(mine ? 1 : 0) > 0;
}

std::int64_t RankGroup::sum(std::int64_t mine) const {
  if (!controller_) return mine;
  meet();
  const long long value = mine;
  long long total = 0;
  controller_->AllReduce(&value, &total, 1, vtkCommunicator::SUM_OP);
  return total;
}

std::string RankGroup::firstText(const std::string& mine) const {
  if (!controller_) return mine;
  meet();
  const int first = mine.empty() ? size() : rank();
  int source = 0;
  controller_->AllReduce(&first, &source, 1, vtkCommunicator::MIN_OP);
  if (source == size()) return {};
  int length = static_cast<int>(mine.size());
  controller_->Broadcast(&length, 1, source);
  std::string text = mine;
  text.resize(static_cast<std::size_t>(length));
  controller_->Broadcast(text.data(), length, source);
  return text;
}

std::vector<double> RankGroup::gather(const std::vector<double>& mine) const {
  if (!controller_) return mine;
  meet();
  return gatherAll(*controller_, mine);
}

std::vector<Index> RankGroup::gather(const std::vector<Index>& mine) const {
  if (!controller_) return mine;
  meet();
  return gatherAll(*controller_, mine);
}

}  // namespace talus::filters
