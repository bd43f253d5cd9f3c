#pragma once

#include <vtkType.h>

#include <array>
#include <cstdint>
#include <span>

namespace talus::filters {

/// A face of a cell type by its corners, numbers of points of the cell, seen counter-clockwise from outside.
struct FaceCorners {
  int count;
  std::array<std::uint8_t, 6> corners;
};

/// 0 to 3: vertices, lines, polygons or volumes; −1 for types that are not known, such as VTK's types of
/// parametric cells. The empty cell has dimension 0.
int dimensionOf(int type);

/// Whether the sides of cells of this type may be curved: between their corners they have further points.
bool isCurved(int type);

/// Whether cells of this type may have that many points. @param type one of known dimension.
/// @param orders of a Lagrange or Bézier cell along its axes, at most 10; null: the same along all.
bool mayHavePoints(int type, vtkIdType points, const std::array<int, 3>* orders = nullptr);

/// The faces of a type of volumes with corners in fixed places; none for polyhedra and convex point sets. The
/// corners of a curved cell come before its other points.
std::span<const FaceCorners> facesOf(int type);

}  // namespace talus::filters
