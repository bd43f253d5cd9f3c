#pragma once

#include <functional>

#include "rank_group.h"

class vtkAlgorithm;

namespace talus::filters {

enum class Outcome { Done, Cancelled, Failed };

/// Runs work that may throw on this rank, then agrees with all ranks on how it went, so that none leaves
/// alone. An exception becomes one error message of the filter, the same on all ranks. Collective; `work`
/// itself must not be.
Outcome attempt(vtkAlgorithm& filter, const RankGroup& ranks, const std::function<void()>& work);

}  // namespace talus::filters
