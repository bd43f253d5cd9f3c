#pragma once

#include <array>
#include <span>

#include "base/types.h"

namespace talus {

/// How long a triangle is moved. After a brief search halos are larger by a quarter, on the lowest level up
/// to several times as large, in a tenth of the time: for trees that serve a few searches only.
enum class SurrogateSearch { Long, Brief };

/// A triangle whose maximum distance to some points is nearly minimal. It starts in the plane of the points'
/// first two principal axes and moves towards the farthest point in steps of decreasing length; the best
/// triangle on the way is the result. On patches of a sphere it is within a few per cent of the minimum found
/// by longer searches. It grows only as far as needed, so it stays small. About 0.6 µs per point. @param
/// points finite, at least one; up to three points are the result themselves.
std::array<Vec3, 3> minimaxTriangle(std::span<const Vec3> points,
                                    SurrogateSearch search = SurrogateSearch::Long);

}  // namespace talus
