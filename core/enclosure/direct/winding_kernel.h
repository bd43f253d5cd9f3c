#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace talus {

/// Coordinates of `Corners` corners of many panels as a structure of arrays: x y z of the first corner, of
/// the second …
template <std::size_t Corners>
struct PanelArrays {
  std::array<std::vector<double>, 3 * Corners> coordinate;
  std::size_t count() const { return coordinate[0].size(); }
};

/// Vectors as a structure of arrays.
struct VectorArrays {
  std::vector<double> x, y, z;

  std::size_t count() const { return x.size(); }
  template <class Vector>
  void push(const Vector& v) {
    x.push_back(v.x());
    y.push_back(v.y());
    z.push_back(v.z());
  }
};

/// Items [begin, end) of an array.
struct IndexRange {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t count() const { return end - begin; }
};

/// The result of a kernel for each point.
struct WindingBatch {
  std::vector<double> winding;
  /// 1 (unreliable) where rounding could change the result by a full turn or by more than 1e-8.
  std::vector<unsigned char> uncertain;
};

/// Sum of the signed solid angles of triangles over 4π, for each point, on the widest SIMD unit of this
/// machine. Points and panels are in coordinates in which the surface has about unit size.
WindingBatch triangleWinding(const PanelArrays<3>& triangles, const VectorArrays& points);

/// The same for some of the triangles and some of the points; only the results of these points are written.
void triangleWinding(const PanelArrays<3>& triangles, std::span<const IndexRange> some,
                     const VectorArrays& points, IndexRange asked, WindingBatch& result);

/// The result of a kernel for one point.
struct PointWinding {
  double winding = 0;
  bool uncertain = false;  ///< as in WindingBatch
};

/// The same for a single point: triangles run in the lanes, so the last bit depends on the SIMD unit's width.
PointWinding triangleWinding(const PanelArrays<3>& triangles, std::span<const IndexRange> some,
                             const std::array<double, 3>& point);

/// The same for the triangles that directed edges span with the point at infinity opposite to each point's
/// unit direction: the boundary integral of Martens, Trettner and Bessmeltsev (2026).
WindingBatch edgeWinding(const PanelArrays<2>& edges, const VectorArrays& points,
                         const VectorArrays& directions);

}  // namespace talus
