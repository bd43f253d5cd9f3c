#include "dynamics/halo/surface_barrier.h"

#include "geometry/distance/point_distance.h"

namespace talus {

void SurfaceBarrier::add(const SurfaceHalo& halo, Index triangle, const SurfaceFoot& foot, const Vec3& x,
                         double scale, double reach, double range) {
  const double limit = reach / scale;
  if (!(foot.squaredDistance < limit * limit)) return;  // its edges and vertices are not nearer
  const auto count = [&](const Vec3& nearest, double times) {
    const Vec3 away = x - nearest;
    const double distance = away.norm();
    if (!(distance > 0 && distance < limit)) return;
    const BarrierPressure pressure = barrierAt(scale * distance, reach, range);
    energy_ += times * pressure.energy;
    force_ += (times * pressure.force / distance) * away;
    stiffness_ += times * pressure.stiffness;
  };
  count(foot.point, 1);
  for (const Index e : halo.edgesOf(triangle)) {
    const SurfaceCells::Edge& edge = halo.cells().edges()[static_cast<std::size_t>(e)];
    count(closestOnSegment(x, halo.point(edge.from), halo.point(edge.to)), -1);
  }
  for (const Index v : halo.pointsOf(triangle)) count(halo.point(v), 1);
}

}  // namespace talus
