#pragma once

#include "contact/triangles/triangle_pair_batch.h"

namespace talus {

/// Results of the iterative method for each pair.
struct PairIterates {
  alignas(64) float functional[128];  ///< J after the last sweep: half the squared distance
  alignas(64) float change[128];      ///< |J₄ − J₃|
};

/// Four sweeps of the paper's iteration (4), starting at the centroids. Deviations: the paper prints no
/// parameters; here the regulariser is `regulariser` times the mean of the Hessian's diagonal, and each
/// penalty step is limited to the violation, so that points end on their triangles and J is a true (upper)
/// bound. About 4 ns per pair.
void iteratePairs(const PairBatch<float>& batch, PairIterates& result);

}  // namespace talus
