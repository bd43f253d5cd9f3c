#pragma once

#include <cstdint>
#include <string>

#include "enclosure/enclosure.h"
#include "geometry/mesh_check.h"

namespace talus {

/// The method for a surface, and why.
struct MethodChoice {
  Method method = Method::DiscreteFunction;
  std::string reason;         ///< in a phrase
  bool forFewPoints = false;  ///< for more points another method would be faster
};

/// The method that the user wants, or Auto's choice where it does not fit the surface: the one that labels so
/// many points soonest, its preparation included, among the exact ones. FastMultipole is never chosen: it is
/// approximate.
/// @param points how many will be asked about; 0: unknown, then many.
MethodChoice chooseMethod(Method wanted, const MeshReport& report, std::int64_t points);

/// Does a method label by the generalised winding number unless that is an integer?
bool labelsByWindingNumber(Method method);

}  // namespace talus
