#pragma once

#include <vector>

#include "geometry/check/mesh_check.h"

namespace talus {

/// MeshReport::findings from its counts: which kinds of defects there are, and the effect of each on the
/// labels of Classifier, as far as the counts tell. tests/core/test_defect_effects.cpp holds every sentence
/// to it.
std::vector<Finding> findingsOf(const MeshReport& report);

}  // namespace talus
