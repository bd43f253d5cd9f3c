#include "geometry/check/apart_in_double.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/check/unfolded_points.h"
#include "geometry/exact/orientation_filter.h"

namespace talus {

namespace {

double marginOf(const TriangleMesh& mesh) {
  double farthest = 0;
  for (const auto* coordinates : {&mesh.x, &mesh.y, &mesh.z})
    for (const double x : *coordinates)
      if (std::isfinite(x)) farthest = std::max(farthest, std::abs(x));
  return 64 * std::numeric_limits<double>::epsilon() * farthest;
}

// On which side of a triangle's plane a point lies; 0: perhaps on it.
int sideOf(const Corners& t, const Vec3& p) {
  return filteredOrient3d(t[0], t[1], t[2], p).sign;
}

// Whether triangles, whose corner 0 is common, lie on different sides of a plane through that corner.
bool lookApart(const Corners& s, const Corners& t) {
  const Vec3 a = s[1] - s[0], b = s[2] - s[0], c = t[1] - t[0], d = t[2] - t[0];
  const Vec3 axis = c.normalized() + d.normalized() - a.normalized() - b.normalized();
  const double slack = 64 * std::numeric_limits<double>::epsilon() * axis.norm();
  return axis.dot(a) < -slack * a.norm() && axis.dot(b) < -slack * b.norm() &&
         axis.dot(c) > slack * c.norm() && axis.dot(d) > slack * d.norm();
}

// Whether triangles, whose corner 0 is common, share no other point: one lies on one side of the other's
// plane, or some plane through that corner lies between them.
bool areApart(const Corners& s, const Corners& t) {
  if (const int side = sideOf(s, t[1]); side != 0 && side == sideOf(s, t[2])) return true;
  if (const int side = sideOf(t, s[1]); side != 0 && side == sideOf(t, s[2])) return true;
  return lookApart(s, t);
}

// Without branches: the result is hard to foresee.
bool haveCommonCorner(const std::array<Index, 3>& s, const std::array<Index, 3>& t) {
  const auto isIn = [&s](Index p) { return (p == s[0]) | (p == s[1]) | (p == s[2]); };
  return isIn(t[0]) | isIn(t[1]) | isIn(t[2]);
}

}  // namespace

UnfoldedMesh::UnfoldedMesh(const TriangleMesh& given, const std::vector<std::uint8_t>& usable)
    : mesh(given), unfolded(unfoldedPoints(given, usable)), margin(marginOf(given)) {}

bool ApartInDouble::operator()(Index s, Index t) {
  if (last_.number != s) last_ = asked(s);
  const std::array<Index, 3> ofT = known_.mesh.triangle(static_cast<std::size_t>(t));
  if (!haveCommonCorner(last_.points, ofT)) return slabsSeparate(s, t);
  if (last_.isUnfolded) return true;
  const SharedCorners shared = sharedCorners(last_.points, ofT);
  for (std::size_t i = 0; i < shared.count; ++i)
    if (isUnfolded(last_.points[shared.inS[i]])) return true;
  if (shared.count == 1)
    return areApart(rotated(cornersOf(s), shared.inS[0]), rotated(cornersOf(t), shared.inT[0]));
  if (shared.count == 2)  // not folded onto each other if the fourth corner is off the plane
    return sideOf(cornersOf(s), cornersOf(t)[3 - shared.inT[0] - shared.inT[1]]) != 0;
  return false;
}

ApartInDouble::Asked ApartInDouble::asked(Index s) const {
  const std::array<Index, 3> points = known_.mesh.triangle(static_cast<std::size_t>(s));
  const bool areUnfolded = isUnfolded(points[0]) && isUnfolded(points[1]) && isUnfolded(points[2]);
  return {s, points, cornersOf(s), areUnfolded};
}

bool ApartInDouble::Slab::isBeyond(const Corners& t) const {
  const double a = axis.dot(t[0]), b = axis.dot(t[1]), c = axis.dot(t[2]);
  return (a > high && b > high && c > high) || (a < low && b < low && c < low);
}

ApartInDouble::Slab ApartInDouble::slabOf(const Corners& corners) const {
  std::size_t longest = 0;
  for (std::size_t k = 1; k < 3; ++k)
    if ((corners[(k + 1) % 3] - corners[k]).squaredNorm() >
        (corners[(longest + 1) % 3] - corners[longest]).squaredNorm())
      longest = k;
  const Corners t = rotated(corners, longest);
  const Vec3 side = t[1] - t[0];
  // Any axis no longer than 1 will do: where this one underflows or overflows, nothing is beyond.
  const Vec3 across = side.cross(side.cross(t[2] - t[0]));
  const Vec3 axis = across / across.norm();
  const auto [low, high] = std::minmax({axis.dot(t[0]), axis.dot(t[1]), axis.dot(t[2])});
  return {axis, low - known_.margin, high + known_.margin};
}

const ApartInDouble::Slab& ApartInDouble::slabOf(Index t, const Corners& corners) {
  KnownSlab& known = slabs_[static_cast<std::size_t>(t) % slabs_.size()];
  if (known.triangle != t) known = {t, slabOf(corners)};
  return known.slab;
}

bool ApartInDouble::slabsSeparate(Index s, Index t) {
  const Corners other = cornersOf(t);
  return slabOf(s, last_.corners).isBeyond(other) || slabOf(t, other).isBeyond(last_.corners);
}

}  // namespace talus
