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
  bool forFewPoints = false;  ///< another method would be faster for more points
};

/// The method that the user requests, or Auto's choice if that method does not suit the surface. Auto chooses
/// the method with the least total time for this number of points, preparation included, among those with
/// exact results. The labels of FastMultipole are exact but its winding numbers are not, so Auto chooses it
/// only if winding numbers are not requested.
/// @param points the expected number of points; 0: unknown, treated as many.
MethodChoice chooseMethod(Method wanted, const MeshReport& report, std::int64_t points, bool windingWanted);

/// Whether a method labels by the generalised winding number on surfaces where that is not an integer.
bool labelsByWindingNumber(Method method);

}  // namespace talus
