#pragma once

#include <array>
#include <vector>

#include "enclosure/multipole/multipole_kernel.h"

namespace talus {

/// The finest accuracy: beside edges the near field is not much more accurate.
constexpr double leastAccuracy = 1e-7;

/// The degree of expansions with which an accuracy costs least.
/// @param accuracy largest |J̃ − J|. @throws Error unless in [leastAccuracy, ½).
int multipoleDegree(double accuracy);

/// How strong the moments of a cluster are, degree by degree: what bounds the error of their truncation.
class MultipoleStrength {
 public:
  MultipoleStrength() = default;
  /// @param moments scaled by the cluster's radius.
  MultipoleStrength(int degree, const double* moments);

  /// Bound on the error in the winding number that the moments' local expansion makes, both cut off after the
  /// same degree.
  /// @param distance of the two clusters' centres, above the sum of their radii.
  double error(double distance, double radius, double targetRadius) const;

 private:
  int degree_ = 0;
  std::array<double, highestDegree + 2> power_{};
};

}  // namespace talus
