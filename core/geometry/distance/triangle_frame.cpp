#include "geometry/distance/triangle_frame.h"

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

constexpr double leastLength = 1e-150;  // lengths below it count as 0: their squares underflow
// Heights below this part of the longest edge count as 0: rounding decides their directions.
constexpr double flatHeightFraction = 1e-14;

// The unit vector across `along` towards `to`; any across it if there is none.
Vec3 unitAcross(const Vec3& along, const Vec3& to, double longest) {
  const Vec3 across = to - along.dot(to) * along;
  const double height = across.norm();
  if (!(height > std::max(flatHeightFraction * longest, leastLength))) return along.unitOrthogonal();
  // Twice: the first difference cancels where the triangle is thin.
  const Vec3 unit = across / height;
  return (unit - along.dot(unit) * along).normalized();
}

}  // namespace

TriangleFrame::TriangleFrame(const std::array<Vec3, 3>& corners) {
  std::array<double, 3> lengths;
  for (std::size_t i = 0; i < 3; ++i) lengths[i] = (corners[(i + 1) % 3] - corners[i]).norm();
  const auto first =
      static_cast<std::size_t>(std::max_element(lengths.begin(), lengths.end()) - lengths.begin());
  const double length = lengths[first] > leastLength ? lengths[first] : 0;
  const Vec3& origin = corners[first];
  const Vec3 third = corners[(first + 2) % 3] - origin;
  const Vec3 along =
      length > 0 ? Vec3((corners[(first + 1) % 3] - origin).normalized()) : Vec3(Vec3::UnitX());
  const Vec3 across = unitAcross(along, third, length);
  setCoordinate(AlongX, along, origin);
  setCoordinate(AcrossX, across, origin);
  setCoordinate(NormalX, along.cross(across), origin);
  row[Length] = length;
  const double x = along.dot(third), y = std::max(across.dot(third), 0.0);
  setEdge(SecondX, x - length, y, -1);
  setEdge(ThirdX, x, y, 1);
}

void TriangleFrame::setCoordinate(std::size_t first, const Vec3& axis, const Vec3& origin) {
  for (std::size_t i = 0; i < 3; ++i) row[first + i] = axis[static_cast<Eigen::Index>(i)];
  row[first + 3] = -axis.dot(origin);
}

// An edge of no length gets a direction along x, so that the triangle is a segment to the test "inside".
void TriangleFrame::setEdge(std::size_t first, double x, double y, double unitX) {
  const double length = std::hypot(x, y);
  const bool exists = length > leastLength;
  row[first] = exists ? x / length : unitX;
  row[first + 1] = exists ? y / length : 0;
  row[first + 2] = exists ? length : 0;
}

}  // namespace talus
