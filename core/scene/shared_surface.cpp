#include "scene/shared_surface.h"

#include <algorithm>
#include <numeric>

#include "geometry/check/crossing_parity.h"
#include "geometry/distance/triangle_distance.h"
#include "geometry/exact/predicates.h"

namespace talus {

namespace {

// The triangles of non-zero area, with the points that they use.
TriangleMesh properPart(const TriangleMesh& mesh) {
  TriangleMesh proper;
  std::vector<Index> number(mesh.pointCount(), -1);
  const auto numbered = [&](Index point) {
    Index& n = number[static_cast<std::size_t>(point)];
    if (n < 0) n = proper.addPoint(mesh.point(point));
    return n;
  };
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
    if (const auto [p, q, r] = mesh.corners(t); !collinear(p, q, r)) {
      const auto [i, j, k] = mesh.triangle(t);
      const Index a = numbered(i), b = numbered(j), c = numbered(k);
      proper.addTriangle(a, b, c);
    }
  return proper;
}

// The box, in the frame of a body, of boxes in the frame of another: a little too large.
class BoxChange {
 public:
  BoxChange(const Pose& from, const Pose& to, double clearance)
      : turn_(to.rotation.transpose() * from.rotation * (from.scale / to.scale)),
        shift_(to.toBody(from.position)),
        margin_(clearance / to.scale) {}

  Box operator()(const Box& box) const {
    const Vec3 centre = turn_ * box.center() + shift_;
    const Vec3 half = turn_.cwiseAbs() * (box.sizes() / 2);
    const double slack = margin_ + 1e-12 * (centre.norm() + shift_.norm() + half.norm());
    return {centre - half - Vec3::Constant(slack), centre + half + Vec3::Constant(slack)};
  }

 private:
  Eigen::Matrix3d turn_;
  Vec3 shift_;
  double margin_;
};

Corners inWorld(const std::array<Vec3, 3>& corners, const Pose& pose) {
  return {pose.toWorld(corners[0]), pose.toWorld(corners[1]), pose.toWorld(corners[2])};
}

}  // namespace

SharedSurface::SharedSurface(const TriangleMesh& mesh) : mesh_(properPart(mesh)) {
  all_.resize(mesh_.triangleCount());
  std::iota(all_.begin(), all_.end(), 0);
  std::vector<Box> boxes;
  for (std::size_t t = 0; t < mesh_.triangleCount(); ++t) boxes.push_back(mesh_.bounds(t));
  tree_ = BoxTree(boxes);
  for (std::size_t p = 0; p < mesh_.pointCount(); ++p)
    radius_ = std::max(radius_, mesh_.point(static_cast<Index>(p)).norm());
}

Box SharedSurface::extent(const Eigen::Matrix3d& rotation, double scale) const {
  const Pose pose{Vec3::Zero(), rotation, scale};
  Box box;
  for (std::size_t p = 0; p < mesh_.pointCount(); ++p)
    box.extend(pose.toWorld(mesh_.point(static_cast<Index>(p))));
  return box;
}

bool SharedSurface::touch(const SharedSurface& a, const Pose& poseA, const SharedSurface& b,
                          const Pose& poseB, double clearance) {
  if (surfacesMeet(a, poseA, b, poseB, clearance)) return true;
  return a.holds(poseA.toBody(poseB.toWorld(b.mesh_.point(0)))) ||
         b.holds(poseB.toBody(poseA.toWorld(a.mesh_.point(0))));
}

bool SharedSurface::surfacesMeet(const SharedSurface& a, const Pose& poseA, const SharedSurface& b,
                                 const Pose& poseB, double clearance) {
  const BoxChange inFrameOfA(poseB, poseA, clearance);
  const Box whole = a.tree_.bounds();
  const auto meetsA = [&](Index triangleOfB) {
    const auto t = static_cast<std::size_t>(triangleOfB);
    const Corners corners = inWorld(b.mesh_.corners(t), poseB);
    return !a.tree_.queryBox(inFrameOfA(b.mesh_.bounds(t)), [&](Index s) {
      return !trianglesWithin(inWorld(a.mesh_.corners(static_cast<std::size_t>(s)), poseA), corners,
                              clearance);
    });
  };
  return !b.tree_.query([&](const Box& box) { return inFrameOfA(box).intersects(whole); },
                        [&](Index t) { return !meetsA(t); });
}

bool SharedSurface::holds(const Vec3& p) const {
  return tree_.bounds().contains(p) && oddCrossings(mesh_, all_, p).value_or(true);
}

}  // namespace talus
