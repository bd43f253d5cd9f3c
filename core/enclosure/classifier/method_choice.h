#pragma once

#include <cstdint>
#include <string>

#include "enclosure/interface/enclosure.h"
#include "geometry/check/mesh_check.h"

namespace talus {

/// The method for a surface, and the reason.
struct MethodChoice {
  Method method = Method::DiscreteFunction;
  std::string reason;         ///< in a phrase
  bool forFewPoints = false;  ///< for more points another method would be faster
};

/// The method that the user requests, or Auto's choice where it does not fit the surface: the fastest method
/// for this number of points, including its preparation, among those with exact results. So it selects
/// FastMultipole, whose labels are exact but not its winding numbers, only if these are not requested.
/// @param points the expected number of points; 0: unknown, treated as many.
MethodChoice chooseMethod(Method wanted, const MeshReport& report, std::int64_t points, bool windingWanted);

/// Whether a method labels by the generalised winding number unless that is an integer.
bool labelsByWindingNumber(Method method);

}  // namespace talus
