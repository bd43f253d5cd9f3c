#include "contact/scene/contact_area.h"

#include <algorithm>
#include <cstddef>

namespace talus {

namespace {

using PlanePoint = Eigen::Vector2d;

double turnOf(const PlanePoint& u, const PlanePoint& v) {
  return u.x() * v.y() - u.y() * v.x();
}

// A convex polygon that is cut by straight lines: of a triangle, five cuts leave at most eight corners.
class CutPolygon {
 public:
  explicit CutPolygon(const std::array<PlanePoint, 3>& triangle) : size_(3) {
    std::copy(triangle.begin(), triangle.end(), corners_.begin());
  }

  bool isEmpty() const { return size_ == 0; }

  /// Keeps the part where a linear function is at least 0.
  template <class Height>
  void cut(const Height& height) {
    if (isEmpty()) return;
    std::array<PlanePoint, maximumCorners> kept;
    std::size_t count = 0;
    PlanePoint from = corners_[size_ - 1];
    double h = height(from);
    for (std::size_t i = 0; i < size_; ++i) {
      const PlanePoint& to = corners_[i];
      const double next = height(to);
      if ((h >= 0) != (next >= 0)) kept[count++] = from + h / (h - next) * (to - from);
      if (next >= 0) kept[count++] = to;
      from = to;
      h = next;
    }
    corners_ = kept;
    size_ = count;
  }

  double area() const {
    double twice = 0;
    for (std::size_t i = 2; i < size_; ++i)
      twice += turnOf(corners_[i - 1] - corners_[0], corners_[i] - corners_[0]);
    return 0.5 * std::abs(twice);
  }

 private:
  static constexpr std::size_t maximumCorners = 10;
  std::array<PlanePoint, maximumCorners> corners_;
  std::size_t size_ = 0;
};

// Whether all corners are to the right of a side.
bool liesBeside(const std::array<PlanePoint, 3>& corners, const std::array<PlanePoint, 3>& triangle) {
  for (std::size_t k = 0; k < 3; ++k) {
    const PlanePoint along = triangle[(k + 1) % 3] - triangle[k];
    const auto isRight = [&](const PlanePoint& p) { return turnOf(along, p - triangle[k]) < 0; };
    if (std::all_of(corners.begin(), corners.end(), isRight)) return true;
  }
  return false;
}

}  // namespace

double facingArea(const std::array<Vec3, 3>& s, const std::array<Vec3, 3>& t, double distance) {
  const Vec3 normalS = unitNormalOf(s), normalT = unitNormalOf(t);
  if (!(normalS.dot(normalT) < 0)) return 0;
  const Vec3 axis = (normalS - normalT).normalized(), u = axis.unitOrthogonal(), v = axis.cross(u);
  const auto seen = [&](const Vec3& p) { return PlanePoint(u.dot(p - s[0]), v.dot(p - s[0])); };
  const std::array<PlanePoint, 3> ofS{seen(s[0]), seen(s[1]), seen(s[2])};
  const std::array<PlanePoint, 3> ofT{seen(t[0]), seen(t[2]), seen(t[1])};  // from the same side
  if (liesBeside(ofS, ofT) || liesBeside(ofT, ofS)) return 0;
  CutPolygon common(ofS);
  for (std::size_t k = 0; k < 3; ++k) {
    const PlanePoint along = ofT[(k + 1) % 3] - ofT[k];
    common.cut([&](const PlanePoint& p) { return turnOf(along, p - ofT[k]); });
  }
  // Heights of the planes above s[0]; the axis is well off both.
  const auto slopeOf = [&](const Vec3& normal) {
    return PlanePoint(-PlanePoint(normal.dot(u), normal.dot(v)) / normal.dot(axis));
  };
  const PlanePoint slope = slopeOf(normalT) - slopeOf(normalS);
  const double offset = normalT.dot(t[0] - s[0]) / normalT.dot(axis);
  common.cut([&](const PlanePoint& p) { return distance - (offset + slope.dot(p)); });
  common.cut([&](const PlanePoint& p) { return distance + (offset + slope.dot(p)); });
  return common.area();
}

}  // namespace talus
