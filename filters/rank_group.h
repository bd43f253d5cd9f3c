#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/types.h"

class vtkMultiProcessController;

namespace talus::filters {

/// The processes that execute a filter together. Every call but rank(), size() and controller() is
/// collective: all ranks must make it. A rank that waits for others keeps no core busy. Without a controller,
/// or with one process, nothing is sent.
class RankGroup {
 public:
  explicit RankGroup(vtkMultiProcessController* controller);

  int rank() const;
  int size() const;
  vtkMultiProcessController* controller() const { return controller_; }  ///< null for a single process

  /// True on all ranks if `mine` is true on at least one.
  bool any(bool mine) const;
  /// Sum over the ranks.
  std::int64_t sum(std::int64_t mine) const;
  /// The first non-empty text, on all ranks; empty if all texts are empty.
  std::string firstText(const std::string& mine) const;
  /// Values of all ranks in the order of the ranks.
  std::vector<double> gather(const std::vector<double>& mine) const;
  std::vector<Index> gather(const std::vector<Index>& mine) const;

 private:
  void meet() const;

  vtkMultiProcessController* controller_;
};

}  // namespace talus::filters
