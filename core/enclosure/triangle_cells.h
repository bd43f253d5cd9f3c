#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "enclosure/cell_grid.h"

namespace talus {

/// The cells that a triangle may touch, conservatively: each cell is inflated by 1e-7 of its size, which
/// covers the rounding of CellGrid::cellOf, and by the rounding of this test itself, so that no cell is ever
/// missed. Plane test and edge tests in the three coordinate planes after Schwarz and Seidel, "Fast Parallel
/// Surface and Solid Voxelization on GPUs" (2010); cells are walked as columns along the normal's largest
/// component, so that a large triangle costs its area, not its box.
class TriangleCells {
 public:
  TriangleCells(const std::array<Vec3, 3>& corners, const CellGrid& grid);

  /// Calls visit(CellGrid::Cell) once for each cell.
  template <class Visit>
  void forEach(const Visit& visit) const;

 private:
  static constexpr double margin = 1e-7;
  // Corners in cell units are wrong by at most 2048 · 2^-52 < 5e-13; edges, turns and normals by a few times
  // that times the triangle's reach. For needles and specks that outweighs the margin.
  static constexpr double rounding = 1e-11;

  // u·n_u + v·n_v + offset ≥ 0 holds where the unit square at (u, v) may touch the inner side of an edge.
  struct EdgeTest {
    double nu = 0, nv = 0, offset = 0;
    bool passes(int u, int v) const { return nu * u + nv * v + offset >= 0; }
  };
  using EdgeTests = std::array<EdgeTest, 3>;
  static EdgeTests edgeTests(const std::array<Vec3, 3>& corners, int axis, double turn, double slack);
  static bool passes(const EdgeTests& tests, int u, int v) {
    return tests[0].passes(u, v) && tests[1].passes(u, v) && tests[2].passes(u, v);
  }
  std::pair<int, int> depthRange(int u, int v) const;

  std::array<EdgeTests, 3> tests_;
  CellGrid::Cell first_{}, last_{};
  int w_ = 2;  // axis of the normal's largest component; columns run along it
  double slopeU_ = 0, slopeV_ = 0, depth_ = 0,
         reach_ = 0;  // plane: w = slopeU u + slopeV v + depth, ± reach over a square
};

inline TriangleCells::EdgeTests TriangleCells::edgeTests(const std::array<Vec3, 3>& corners, int axis,
                                                         double turn, double slack) {
  const int iu = (axis + 1) % 3;
  const int iv = (axis + 2) % 3;
  const double side = turn < 0 ? -1 : 1;
  EdgeTests tests;
  for (std::size_t e = 0; e < 3; ++e) {
    const Vec3& p = corners[e];
    const Vec3& q = corners[(e + 1) % 3];
    const double nu = -side * (q[iv] - p[iv]);
    const double nv = side * (q[iu] - p[iu]);
    // The corner of the inflated square that reaches furthest inwards, relative to its lower corner.
    const double furthest =
        std::max(nu, 0.0) + std::max(nv, 0.0) + margin * (std::abs(nu) + std::abs(nv)) + slack;
    tests[e] = {nu, nv, furthest - nu * p[iu] - nv * p[iv]};
  }
  return tests;
}

inline TriangleCells::TriangleCells(const std::array<Vec3, 3>& corners, const CellGrid& grid) {
  std::array<Vec3, 3> p;
  for (std::size_t i = 0; i < 3; ++i)
    p[i] = {grid.toCells(corners[i].x(), 0), grid.toCells(corners[i].y(), 1),
            grid.toCells(corners[i].z(), 2)};
  const Vec3 lowest = p[0].cwiseMin(p[1]).cwiseMin(p[2]);
  const Vec3 highest = p[0].cwiseMax(p[1]).cwiseMax(p[2]);
  const Vec3 normal = (p[1] - p[0]).cross(p[2] - p[0]);
  normal.cwiseAbs().maxCoeff(&w_);
  const double span = 2 + (highest - lowest).maxCoeff();
  for (int axis = 0; axis < 3; ++axis) {
    const auto n = static_cast<std::size_t>(axis);
    tests_[n] = edgeTests(p, axis, normal[axis], rounding * span);
    first_[n] = std::clamp(static_cast<int>(std::floor(lowest[axis] - margin)), 0, grid.size(axis) - 1);
    last_[n] = std::clamp(static_cast<int>(std::floor(highest[axis] + margin)), 0, grid.size(axis) - 1);
  }
  const int iu = (w_ + 1) % 3;
  const int iv = (w_ + 2) % 3;
  if (normal[w_] == 0) {  // no area: all cells of the box in depth
    depth_ = lowest[w_];
    reach_ = 2 * (highest[w_] - lowest[w_]) + 1;
    return;
  }
  slopeU_ = -normal[iu] / normal[w_];
  slopeV_ = -normal[iv] / normal[w_];
  depth_ = p[0][w_] - slopeU_ * p[0][iu] - slopeV_ * p[0][iv] + 0.5 * (slopeU_ + slopeV_);
  reach_ = (0.5 + margin) * (std::abs(slopeU_) + std::abs(slopeV_)) + margin +
           rounding * span * span / std::abs(normal[w_]);
}

inline std::pair<int, int> TriangleCells::depthRange(int u, int v) const {
  const auto w = static_cast<std::size_t>(w_);
  const double middle = slopeU_ * u + slopeV_ * v + depth_;
  const double low = std::max(std::floor(middle - reach_), static_cast<double>(first_[w]));
  const double high = std::min(std::floor(middle + reach_), static_cast<double>(last_[w]));
  return {static_cast<int>(low), static_cast<int>(high)};
}

template <class Visit>
void TriangleCells::forEach(const Visit& visit) const {
  const auto w = static_cast<std::size_t>(w_);
  const std::size_t u = (w + 1) % 3;
  const std::size_t v = (w + 2) % 3;
  CellGrid::Cell cell{};
  for (cell[v] = first_[v]; cell[v] <= last_[v]; ++cell[v])
    for (cell[u] = first_[u]; cell[u] <= last_[u]; ++cell[u]) {
      if (!passes(tests_[w], cell[u], cell[v])) continue;
      const auto [low, high] = depthRange(cell[u], cell[v]);
      for (cell[w] = low; cell[w] <= high; ++cell[w])
        if (passes(tests_[u], cell[v], cell[w]) && passes(tests_[v], cell[w], cell[u])) visit(cell);
    }
}

}  // namespace talus
