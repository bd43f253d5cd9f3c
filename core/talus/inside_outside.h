#pragma once

/// Which points lie inside a surface: talus::Classifier.
#include "enclosure/classifier/classifier.h"
