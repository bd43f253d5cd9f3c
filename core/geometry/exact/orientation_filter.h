#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/types.h"

namespace talus {

/// What orient3d finds in double.
struct FilteredSign {
  int sign;          ///< 0: undecided
  double permanent;  ///< bounds the error
};

/// A product of two differences that underflows has an error of at most 2^-1074; times a third factor below
/// largestFilterFactor and summed six times, the error stays far below underflowBound.
constexpr double largestFilterFactor = 1e100;
constexpr double underflowBound = 1e-220;

/// The filter of orient3d, about 5 ns: its sign where the proven bound of the error allows (Shewchuk 1997:
/// |error| ≤ (7 + 56 u) u · permanent), otherwise undecided, also for NaN and where something may overflow.
inline FilteredSign filteredOrient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  constexpr double unitRoundoff = std::numeric_limits<double>::epsilon() / 2;
  constexpr double bound = (7.0 + 56.0 * unitRoundoff) * unitRoundoff;
  const double ax = a.x() - d.x(), ay = a.y() - d.y(), az = a.z() - d.z();
  const double bx = b.x() - d.x(), by = b.y() - d.y(), bz = b.z() - d.z();
  const double cx = c.x() - d.x(), cy = c.y() - d.y(), cz = c.z() - d.z();
  const double bxcy = bx * cy, cxby = cx * by;
  const double cxay = cx * ay, axcy = ax * cy;
  const double axby = ax * by, bxay = bx * ay;
  const double det = az * (bxcy - cxby) + bz * (cxay - axcy) + cz * (axby - bxay);
  const double permanent = (std::abs(bxcy) + std::abs(cxby)) * std::abs(az) +
                           (std::abs(cxay) + std::abs(axcy)) * std::abs(bz) +
                           (std::abs(axby) + std::abs(bxay)) * std::abs(cz);
  const double factor = std::max({std::abs(az), std::abs(bz), std::abs(cz)});
  const bool inRange = factor < largestFilterFactor && permanent < std::numeric_limits<double>::max();
  const bool isClear = inRange && std::abs(det) > bound * permanent + underflowBound;
  return {isClear ? (det > 0) - (det < 0) : 0, permanent};
}

/// Of the difference of two products of two differences of coordinates: |error| ≤ turnBound · (sum of the
/// products' magnitudes), u = 2^-53: (3 + 16 u) u.
constexpr double turnBound =
    (3.0 + 8.0 * std::numeric_limits<double>::epsilon()) * (std::numeric_limits<double>::epsilon() / 2);

/// The filter of crossSign, the direction of the turn from vector u to vector v, each from the first to the
/// second of two points, in a plane: its sign where the proven bound of the error allows, 0 where equal
/// coordinates make both products 0, otherwise undecided, also for NaN and where something may overflow.
inline std::optional<int> filteredTurn(double fromU0, double fromU1, double toU0, double toU1, double fromV0,
                                       double fromV1, double toV0, double toV1) {
  const double u0 = toU0 - fromU0, u1 = toU1 - fromU1, v0 = toV0 - fromV0, v1 = toV1 - fromV1;
  const double left = u0 * v1, right = u1 * v0;
  const double det = left - right, permanent = std::abs(left) + std::abs(right);
  if (!(permanent < std::numeric_limits<double>::max())) return std::nullopt;
  if (std::abs(det) > turnBound * permanent + underflowBound) return (det > 0) - (det < 0);
  if ((u0 == 0 || v1 == 0) && (u1 == 0 || v0 == 0)) return 0;
  return std::nullopt;
}

/// Whether a triangle surely has an area: some component of its normal is surely not zero, by the bound of
/// filteredTurn.
inline bool surelyHasArea(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 u = b - a, v = c - a;
  const auto isClear = [](double left, double right) {
    const double permanent = std::abs(left) + std::abs(right);
    return (permanent < std::numeric_limits<double>::max()) &
           (std::abs(left - right) > turnBound * permanent + underflowBound);
  };
  return isClear(u.y() * v.z(), u.z() * v.y()) | isClear(u.z() * v.x(), u.x() * v.z()) |
         isClear(u.x() * v.y(), u.y() * v.x());
}

}  // namespace talus
