#pragma once

#include "TalusFiltersModule.h"  // for the export macro

/// For programs, not for libraries: an uncaught exception, as of threads and of VTK where memory
/// lacks, ends the program with one line on stderr and the status 1. Python calls it by its name.
extern "C" TALUSFILTERS_EXPORT void talusSayLastWords();
