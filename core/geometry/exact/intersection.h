#pragma once

#include <array>

#include "base/types.h"

namespace talus {

using Corners = std::array<Vec3, 3>;

/// Whether two closed triangles of non-zero area share a point. Exact.
bool trianglesMeet(const Corners& s, const Corners& t);

/// Whether the closed segment p–q and a closed triangle of non-zero area share a point. Exact.
bool segmentMeetsTriangle(const Vec3& p, const Vec3& q, const Corners& t);

/// The same for the three edges of a triangle s, each from its corner to the next. Exact.
std::array<bool, 3> edgesMeetTriangle(const Corners& s, const Corners& t);

/// Whether the segment from p + δ to q + δ, with an infinitesimal δ as in orient3dPerturbed, crosses the
/// triangle. Exact. The shifted segment never touches an edge or a corner, nor lies in the plane; false for a
/// triangle of zero area.
bool movedSegmentPierces(const Vec3& p, const Vec3& q, const Corners& t);

/// Whether two coplanar segments share a point, decided in the projection along `axis`. Exact.
bool segmentsMeet(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s, int axis);

}  // namespace talus
