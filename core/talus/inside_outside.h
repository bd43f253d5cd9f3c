#pragma once

/// Inside/outside classification of points: talus::Classifier.
#include "enclosure/classifier/classifier.h"
