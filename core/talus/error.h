#pragma once

/// What every function throws for bad input, and what cancelled work throws: talus::Error, talus::Cancelled.
#include "base/error.h"
