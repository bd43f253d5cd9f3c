#pragma once

#include <vector>

#include "geometry/check/mesh_check.h"

namespace talus {

/// MeshReport::findings, derived from the report's counts: the kinds of defects, and the effect of each on
/// the labels of Classifier as far as the counts determine it. tests/core/enclosure/test_defect_effects.cpp
/// checks every sentence.
std::vector<Finding> findingsOf(const MeshReport& report);

}  // namespace talus
