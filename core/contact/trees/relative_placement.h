#pragma once

#include "base/pose.h"
#include "contact/triangles/affine_map.h"
#include "surrogate/surrogate_tree.h"

namespace talus {

/// The map from the tree of one body into that of another, or into the world. The difference of the two
/// positions is taken first, so that bodies far from the world's origin lose no accuracy.
struct RelativePlacement {
  Eigen::Matrix3d linear = Eigen::Matrix3d::Identity();
  Vec3 shift = Vec3::Zero();
  double ratio = 1;  ///< scale of lengths

  static RelativePlacement between(const Pose& a, const SurrogateFrame& treeA, const Pose& b,
                                   const SurrogateFrame& treeB);
  static RelativePlacement toWorld(const Pose& pose, const SurrogateFrame& tree);

  Vec3 operator()(const Vec3& x) const { return linear * x + shift; }

  template <class T>
  AffineMap<T> map() const {
    AffineMap<T> m;
    for (Eigen::Index i = 0; i < 3; ++i) {
      for (Eigen::Index j = 0; j < 3; ++j) m.linear[i][j] = static_cast<T>(linear(i, j));
      m.shift[i] = static_cast<T>(shift[i]);
    }
    return m;
  }
};

}  // namespace talus
