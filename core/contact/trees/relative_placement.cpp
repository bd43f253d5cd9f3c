#include "contact/trees/relative_placement.h"

namespace talus {

RelativePlacement RelativePlacement::between(const Pose& a, const SurrogateFrame& treeA, const Pose& b,
                                             const SurrogateFrame& treeB) {
  const Eigen::Matrix3d toB = b.rotation.transpose();
  const double unit = b.scale * treeB.unit;
  RelativePlacement placement;
  placement.ratio = a.scale * treeA.unit / unit;
  placement.linear = placement.ratio * (toB * a.rotation);
  const Vec3 originOfA = (a.position - b.position) + a.scale * (a.rotation * treeA.origin);
  placement.shift = (toB * originOfA - b.scale * treeB.origin) / unit;
  return placement;
}

RelativePlacement RelativePlacement::toWorld(const Pose& pose, const SurrogateFrame& tree) {
  const double unit = pose.scale * tree.unit;
  return {unit * pose.rotation, pose.position + pose.scale * (pose.rotation * tree.origin), unit};
}

}  // namespace talus
