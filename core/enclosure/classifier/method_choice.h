#pragma once

#include <cstdint>
#include <string>

#include "enclosure/interface/enclosure.h"
#include "geometry/check/mesh_check.h"

namespace talus {

/// The method for a surface, and why.
struct MethodChoice {
  Method method = Method::DiscreteFunction;
  std::string reason;         ///< in a phrase
  bool forFewPoints = false;  ///< for more points another method would be faster
};

/// The method that the user wants, or Auto's choice where it does not fit the surface: the one that is done
/// with so many points soonest, its preparation included, among those whose answers are exact. So it takes
/// FastMultipole, whose labels are exact but not its winding numbers, only where these are not wanted.
/// @param points how many will be asked about; 0: unknown, then many.
MethodChoice chooseMethod(Method wanted, const MeshReport& report, std::int64_t points, bool windingWanted);

/// Does a method label by the generalised winding number unless that is an integer?
bool labelsByWindingNumber(Method method);

}  // namespace talus
