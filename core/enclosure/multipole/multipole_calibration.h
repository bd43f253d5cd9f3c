#pragma once

#include "enclosure/multipole/cluster_tree.h"

namespace talus {

/// The tolerances that decide which pairs of clusters are far.
struct PairTolerance {
  double pair = 1e-3;  ///< maximum error bound of one far pair
  double sum = 1e-1;   ///< maximum sum of the error bounds of all far pairs of a cluster of points
};

/// Finds the tolerances that achieve an accuracy, by measurement on the surface: the bounds on the pairs'
/// errors are sharp for few pairs, but their sum is ten to a thousand times the error of the sum, depending
/// on how smooth, folded or manifold the surface is. So the error is measured at some hundred points, in
/// clusters of several sizes on and near the surface, by comparison with tolerances sixteen times smaller.
/// The tolerance is chosen so that the largest measured error is at most an eighth of the accuracy; the rest
/// is a margin for other points. Clusters of points whose sum of bounds exceeds both the accuracy and the
/// sums of the measured clusters need smaller tolerances (`sum`). Where the sum exceeds the accuracy, the
/// accuracy is measured, not proven.
PairTolerance calibrate(const PanelTree& tree, double accuracy);

}  // namespace talus
