#pragma once

#include <string>

#include "arrangement/result/arrangement_body.h"
#include "options/boolean_options.h"

namespace talus {

/// "Intersection of 2 surfaces: volume 125 · 12 triangles, 6 new points", or that no place is inside the
/// result.
std::string booleanAnswer(BooleanOperation operation, std::int64_t surfaces, const ArrangementBody& body);

}  // namespace talus
