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

/// Whether the user has aborted the filter, and is asked for the same again: its properties, its inputs and
/// the time are those of then. The executive runs an aborted filter again with each update, if its output has
/// an extent. If anything else is asked for, the abort is forgotten.
bool staysAborted(vtkAlgorithm& filter);

}  // namespace talus::filters
