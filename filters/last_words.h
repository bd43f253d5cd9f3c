#pragma once

#include "TalusFiltersModule.h"  // for the export macro

/// For programs, not for libraries: makes an uncaught exception, for example from threads or VTK without
/// memory, end the program with one line on stderr and exit status 1. Python calls it by name.
extern "C" TALUSFILTERS_EXPORT void talusSayLastWords();
