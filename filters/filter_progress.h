#pragma once

#include "base/context.h"

class vtkAlgorithm;

namespace talus::filters {

/// Connects a talus::Context to a filter: its progress is mapped to [begin, end] of the filter's progress,
/// and the filter's abort flag or a yes to the question of `abort_question.h` cancels the work.
Context::Report reportTo(vtkAlgorithm& filter, double begin, double end);

}  // namespace talus::filters
