#pragma once

#include "base/context.h"

class vtkAlgorithm;

namespace talus::filters {

/// Connects a talus::Context to a filter: its progress becomes the slice [begin, end] of the filter's, and
/// the filter's abort flag cancels the work.
Context::Report reportTo(vtkAlgorithm& filter, double begin, double end);

}  // namespace talus::filters
