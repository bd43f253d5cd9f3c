#pragma once

#include <array>

#include "base/types.h"

namespace talus {

using Corners = std::array<Vec3, 3>;

/// Exact: true where two closed triangles of non-zero area share a point.
bool trianglesMeet(const Corners& s, const Corners& t);

/// Exact: true where the closed segment p–q and the closed triangle of non-zero area share a point.
bool segmentMeetsTriangle(const Vec3& p, const Vec3& q, const Corners& t);

/// Exact: true where the segment from p + δ to q + δ, with an infinitesimal δ as in orient3dPerturbed,
/// passes through the triangle. It never meets an edge or a corner, nor lies in the plane; false for a
/// triangle of zero area.
bool movedSegmentPierces(const Vec3& p, const Vec3& q, const Corners& t);

/// Exact: true where two coplanar segments share a point, decided in the projection along `axis`.
bool segmentsMeet(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s, int axis);

}  // namespace talus
