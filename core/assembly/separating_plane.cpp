#include "assembly/separating_plane.h"

#include <algorithm>
#include <vector>

#include "assembly/part_distance.h"
#include "geometry/exact/predicates.h"

namespace talus {

namespace {

// Whether all corners of a part's triangles lie on a side of a plane: 1 or −1, or on it.
bool liesOnSide(const PreparedPart& part, const Corners& plane, int side) {
  const std::vector<Vec3>& points = part.corners();
  return std::all_of(points.begin(), points.end(),
                     [&](const Vec3& p) { return side * orient3d(plane[0], plane[1], plane[2], p) >= 0; });
}

bool separates(const Corners& plane, const PreparedPart& a, const PreparedPart& b) {
  return (liesOnSide(a, plane, 1) && liesOnSide(b, plane, -1)) ||
         (liesOnSide(a, plane, -1) && liesOnSide(b, plane, 1));
}

}  // namespace

bool separatedByPlane(const PreparedPart& a, const PreparedPart& b, std::span<const TrianglePair> meeting) {
  constexpr std::size_t maximumPlanes = 8;
  const Box common = a.bounds().intersection(b.bounds());
  if ((common.sizes().array() <= 0).any()) return true;
  std::vector<Corners> planes;
  const std::size_t step = std::max<std::size_t>(1, meeting.size() / maximumPlanes);
  for (std::size_t i = 0; i < meeting.size(); i += step) {
    planes.push_back(a.mesh().corners(static_cast<std::size_t>(meeting[i].first)));
    planes.push_back(b.mesh().corners(static_cast<std::size_t>(meeting[i].second)));
  }
  return std::any_of(planes.begin(), planes.end(),
                     [&](const Corners& plane) { return hasArea(plane) && separates(plane, a, b); });
}

}  // namespace talus
