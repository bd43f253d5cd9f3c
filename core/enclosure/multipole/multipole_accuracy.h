#pragma once

#include <array>

#include "enclosure/multipole/multipole_kernel.h"

namespace talus {

/// The finest accuracy: near edges the near field is not much more accurate.
constexpr double finestAccuracy = 1e-7;

/// A coarser accuracy is hardly cheaper, and labels of closed surfaces need errors well below ½.
constexpr double coarsestAccuracy = 0.1;

/// The degree of the expansions that has the least cost for an accuracy.
/// @param accuracy largest |J̃ − J|, in [finestAccuracy, ½).
int multipoleDegree(double accuracy);

/// The magnitude of a cluster's moments by degree, which bounds their truncation error.
class MultipoleStrength {
 public:
  MultipoleStrength() = default;
  /// @param moments scaled by the cluster's radius.
  MultipoleStrength(int degree, const double* moments);

  /// Bound on the winding number's error if the field of the moments is replaced by a local expansion, both
  /// truncated after the same degree.
  /// @param distance of the two clusters' centres, above the sum of their radii.
  double error(double distance, double radius, double targetRadius) const;

 private:
  int degree_ = 0;
  std::array<double, highestDegree + 2> power_{};
};

}  // namespace talus
