#pragma once

#include <functional>

#include "rank_group.h"

class vtkAlgorithm;

namespace talus::filters {

enum class Outcome { Done, Cancelled, Failed };

/// Runs work that may throw on this rank, then agrees on the outcome with all ranks, so that all of them
/// continue or all stop. An exception becomes one error message of the filter, the same on all ranks.
/// Collective; `work` itself must not be collective.
Outcome attempt(vtkAlgorithm& filter, const RankGroup& ranks, const std::function<void()>& work);

}  // namespace talus::filters
