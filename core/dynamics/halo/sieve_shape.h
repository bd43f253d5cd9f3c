#pragma once

#include <array>
#include <vector>

#include "geometry/convex/convex_body.h"

namespace talus {

/// A convex body's vertices, edges and faces in single precision, coordinate by coordinate, relative to its
/// centre(): for sieves that test many at a time. Built once per shape, immutable.
struct SieveShape {
  /// x, y and z of points or vectors, padded with copies of the first to a multiple of `lanes`.
  using Coordinates = std::array<std::vector<float>, 3>;
  static constexpr std::size_t lanes = 16;

  std::size_t vertexCount = 0, edgeCount = 0, faceCount = 0;
  Coordinates vertex;
  Coordinates tail, direction;  ///< of edges; directions are unit
  std::vector<float> length;    ///< of edges
  Coordinates normal;           ///< of faces, unit
  std::vector<float> offset;    ///< of faces' planes: normal · x; infinite where padded
  Vec3 half = Vec3::Zero();     ///< half extents of the bounding box with centre() as its middle

  explicit SieveShape(const ConvexBody& body);
};

}  // namespace talus
