#pragma once

#include <algorithm>

#include "base/types.h"

namespace talus {

/// Whether a segment may be near a box, a test for BoxTree::query. There are no false negatives.
class NearSegment {
 public:
  NearSegment(const Vec3& from, const Vec3& to)
      : from_(from), inverse_((to - from).unaryExpr(&finiteInverse)), slack_(1e-12 * (to - from).norm()) {}

  bool operator()(const Box& box) const {
    if (box.isEmpty()) return false;
    const Vec3 slack = Vec3::Constant(slack_);
    const Vec3 s = (box.min() - slack - from_).cwiseProduct(inverse_);
    const Vec3 t = (box.max() + slack - from_).cwiseProduct(inverse_);
    return std::max(0.0, s.cwiseMin(t).maxCoeff()) <= std::min(1.0, s.cwiseMax(t).minCoeff()) + 1e-12;
  }

 private:
  // Never infinite: its product with 0 is 0.
  static double finiteInverse(double x) { return x == 0 ? 1e300 : std::clamp(1 / x, -1e300, 1e300); }

  Vec3 from_, inverse_;
  double slack_;
};

}  // namespace talus
