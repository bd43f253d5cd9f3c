#pragma once

#include <array>

#include "base/types.h"

namespace talus {

using Corners = std::array<Vec3, 3>;

/// Exact: true where two closed triangles of non-zero area share a point.
bool trianglesMeet(const Corners& s, const Corners& t);

/// Exact: true where the closed segment p–q and the closed triangle of non-zero area share a point.
bool segmentMeetsTriangle(const Vec3& p, const Vec3& q, const Corners& t);

/// Exact: true where two coplanar segments share a point, judged in the projection along `axis`.
bool segmentsMeet(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s, int axis);

}  // namespace talus
