#pragma once

/// The exceptions for invalid input and for cancelled work: talus::Error, talus::Cancelled.
#include "base/error.h"
