#pragma once

#include "enclosure/multipole/cluster_tree.h"

namespace talus {

/// What decides which pairs of clusters are far.
struct PairTolerance {
  double pair = 1e-3;  ///< largest bound on the error of one far pair
  double sum = 1e-1;   ///< most that the bounds of all far pairs of a cluster of points may add up to
};

/// Finds the tolerances that keep an accuracy, on the surface itself: the bounds on the pairs' errors are
/// sharp for few pairs, but their sum is ten to a thousand times the error of the sum, depending on how
/// smooth, folded or manifold the surface is. So the error is measured, at some hundred points in clusters of
/// several sizes on and beside the surface, by comparison with tolerances sixteen times smaller. The largest
/// error found is brought to an eighth of the accuracy: the rest is for the points that were not asked.
/// Clusters of points whose sum of bounds is larger than the accuracy and than that of the clusters asked are
/// to be treated with smaller tolerances (`sum`). Measured, not proven, where the sum exceeds the accuracy.
PairTolerance calibrate(const PanelTree& tree, double accuracy);

}  // namespace talus
