#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "base/types.h"
#include "geometry/exact/bounded_word.h"

namespace talus {

/// What defines a point: corners and triangles of the input, never other new points. So numbers do not grow.
struct PointOrigin {
  enum class Kind : std::uint8_t {
    Given,      ///< a double point: a corner of the input, features[0], or −1
    EdgePlane,  ///< the edge between corners 0 and 1, and the plane of triangle 2
    EdgeEdge,   ///< the edges 0–1 and 2–3, which cross in the projection along `axis`
    Planes      ///< the planes of triangles 0, 1, 2
  };
  Kind kind = Kind::Given;
  std::uint8_t axis = 0;
  std::array<Index, 4> features{-1, -1, -1, -1};

  bool operator==(const PointOrigin&) const = default;

  static PointOrigin corner(Index point);
  static PointOrigin onEdge(Index from, Index to, Index triangle);
  static PointOrigin ofPlanes(Index first, Index second, Index third);
};

struct WidePoint;

/// A point that is known exactly by its origin.
struct ExactPoint {
  PointOrigin origin;
  Vec3 rounded = Vec3::Zero();      ///< the nearest doubles: equal points have equal ones
  std::array<BoundedWord, 3> near;  ///< the coordinates to about 100 bits
  /// Kept by ExactGeometry::exact() once it was needed. One thread at a time may use a point; copies share
  /// it.
  mutable std::shared_ptr<const WidePoint> exact;

  /// Whether its coordinates are known to be doubles.
  bool isDouble() const { return near[0].error() == 0 && near[1].error() == 0 && near[2].error() == 0; }
  /// A point with these doubles as coordinates.
  static ExactPoint given(const Vec3& p, Index corner = -1);
};

}  // namespace talus
