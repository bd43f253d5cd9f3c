#pragma once

#include "TalusFiltersModule.h"  // for the export macro

class vtkAlgorithm;

namespace talus::filters {

/// Asked in the thread of the pipeline after reports of progress: whether the user wants to abort the filter.
using AbortQuestion = bool (*)(vtkAlgorithm& filter);

/// Sets the question for all filters of this process; null, as initially: none.
TALUSFILTERS_EXPORT void askForAborts(AbortQuestion question);

/// Whether the question is answered by yes.
bool userAborts(vtkAlgorithm& filter);

}  // namespace talus::filters
