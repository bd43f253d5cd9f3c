#include "arrangement/points/exact_point.h"

#include <algorithm>

namespace talus {

PointOrigin PointOrigin::corner(Index point) {
  return {.features = {point, -1, -1, -1}};
}

PointOrigin PointOrigin::onEdge(Index from, Index to, Index triangle) {
  return {.kind = Kind::EdgePlane, .features = {std::min(from, to), std::max(from, to), triangle, -1}};
}

PointOrigin PointOrigin::ofPlanes(Index first, Index second, Index third) {
  std::array<Index, 3> planes{first, second, third};
  std::sort(planes.begin(), planes.end());
  return {.kind = Kind::Planes, .features = {planes[0], planes[1], planes[2], -1}};
}

ExactPoint ExactPoint::given(const Vec3& p, Index corner) {
  return {PointOrigin::corner(corner), p, {BoundedWord(p.x()), BoundedWord(p.y()), BoundedWord(p.z())}, {}};
}

}  // namespace talus
