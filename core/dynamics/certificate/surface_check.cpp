#include "dynamics/certificate/surface_check.h"

#include <algorithm>

#include "contact/overlap/surface_piercing.h"

namespace talus {

namespace {

bool holdsAShell(const SurfacePair& pair, bool first) {
  const std::vector<Index>& points = pair.surface(first).shellPoints();
  return std::any_of(points.begin(), points.end(), [&](Index p) { return pair.isInside(first, p); });
}

}  // namespace

bool SurfaceCheck::meet(const ContactGeometry& a, const Pose& poseA, const ContactGeometry& b,
                        const Pose& poseB) {
  if (triangles_.touches({&a.triangles(), poseA}, {&b.triangles(), poseB}, 0)) return true;
  const SurfacePair pair(a.solid(), poseA, b.solid(), poseB);
  return holdsAShell(pair, true) || holdsAShell(pair, false);
}

}  // namespace talus
