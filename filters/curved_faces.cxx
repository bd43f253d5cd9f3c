#include "curved_faces.h"

#include <vtkCell.h>
#include <vtkCellType.h>
#include <vtkHigherOrderQuadrilateral.h>
#include <vtkHigherOrderTriangle.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "base/error.h"

namespace talus::filters {

namespace {

// The points of a face in rows and columns; a triangle has its third corner at the end of the first column.
struct Lattice {
  int columns = 0, rows = 0;  // intervals
  bool isTriangle = false;
  std::vector<int> points;  // row by row; −1: none

  int at(int column, int row) const { return points[static_cast<std::size_t>(row * (columns + 1) + column)]; }
};

template <class PointAt>
Lattice latticeOf(int columns, int rows, bool isTriangle, const PointAt& pointAt) {
  Lattice lattice{columns, rows, isTriangle, {}};
  for (int row = 0; row <= rows; ++row)
    for (int column = 0; column <= columns; ++column)
      lattice.points.push_back(isTriangle && column + row > columns ? -1 : pointAt(column, row));
  return lattice;
}

Lattice triangleLattice(vtkHigherOrderTriangle& face) {
  const auto order = static_cast<int>(face.GetOrder());
  return latticeOf(order, order, true, [&](int column, int row) {
    const vtkIdType place[] = {column, row, order - column - row};
    return static_cast<int>(vtkHigherOrderTriangle::Index(place, order));
  });
}

Lattice quadLattice(vtkHigherOrderQuadrilateral& face) {
  const int orders[] = {face.GetOrder(0), face.GetOrder(1)};
  return latticeOf(orders[0], orders[1], false, [&](int column, int row) {
    return vtkHigherOrderQuadrilateral::PointIndexFromIJK(column, row, orders);
  });
}

bool isEnriched(vtkCell& face) {
  return face.GetCellType() == VTK_BIQUADRATIC_TRIANGLE ||
         (face.GetCellType() == VTK_LAGRANGE_TRIANGLE && face.GetNumberOfPoints() == 7);
}

Lattice latticeOf(vtkCell& face) {
  switch (face.GetCellType()) {
    case VTK_QUADRATIC_TRIANGLE:
      return {2, 2, true, {0, 3, 1, 5, 4, -1, 2, -1, -1}};
    case VTK_BIQUADRATIC_QUAD:
      return {2, 2, false, {0, 4, 1, 7, 8, 5, 3, 6, 2}};
    case VTK_QUADRATIC_LINEAR_QUAD:
      return {2, 1, false, {0, 4, 1, 3, 5, 2}};
    case VTK_LAGRANGE_TRIANGLE:
    case VTK_BEZIER_TRIANGLE:
      return triangleLattice(*vtkHigherOrderTriangle::SafeDownCast(&face));
    case VTK_LAGRANGE_QUADRILATERAL:
    case VTK_BEZIER_QUADRILATERAL:
      return quadLattice(*vtkHigherOrderQuadrilateral::SafeDownCast(&face));
    default:
      throw Error("Cells of type " + std::to_string(face.GetCellType()) + " are not known as curved faces",
                  "", "Apply Extract Surface first");
  }
}

CurvedFace facesBetween(const Lattice& lattice) {
  CurvedFace result;
  const auto at = [&](int column, int row) { return lattice.at(column, row); };
  const int columns = lattice.columns, rows = lattice.rows;
  for (int row = 0; row < rows; ++row)
    for (int i = 0; i < columns - (lattice.isTriangle ? row : 0); ++i) {
      const int a = at(i, row), b = at(i + 1, row), c = at(i + 1, row + 1), d = at(i, row + 1);
      if (!lattice.isTriangle) {
        result.triangles.push_back({a, b, c});
        result.triangles.push_back({a, c, d});
        continue;
      }
      result.triangles.push_back({a, b, d});
      if (c >= 0) result.triangles.push_back({b, c, d});
    }
  return result;
}

// Appends an edge from one place of the lattice to another.
void addEdge(const Lattice& lattice, std::array<int, 2> from, std::array<int, 2> to, CurvedFace& face) {
  const int steps = std::max(std::abs(to[0] - from[0]), std::abs(to[1] - from[1]));
  std::vector<int>& edge = face.edges.emplace_back();
  for (int i = 0; i <= steps; ++i)
    edge.push_back(
        lattice.at(from[0] + (to[0] - from[0]) / steps * i, from[1] + (to[1] - from[1]) / steps * i));
}

void addEdges(const Lattice& lattice, CurvedFace& face) {
  const int right = lattice.columns, top = lattice.rows;
  std::vector<std::array<int, 2>> corners{{0, 0}, {right, 0}, {right, top}, {0, top}};
  if (lattice.isTriangle) corners.erase(corners.begin() + 2);
  for (std::size_t i = 0; i < corners.size(); ++i)
    addEdge(lattice, corners[i], corners[(i + 1) % corners.size()], face);
}

bool isBezier(vtkCell& face) {
  return face.GetCellType() == VTK_BEZIER_TRIANGLE || face.GetCellType() == VTK_BEZIER_QUADRILATERAL;
}

// Moves the points of a Bézier face to the face; its corners lie there.
void place(const Lattice& lattice, vtkCell& face, CurvedFace& result) {
  std::vector<double> weights(static_cast<std::size_t>(face.GetNumberOfPoints()));
  for (int row = 0; row <= lattice.rows; ++row)
    for (int column = 0; column <= lattice.columns; ++column) {
      const int point = lattice.at(column, row);
      if (point < (lattice.isTriangle ? 3 : 4)) continue;
      Vec3 position;
      const double place[] = {double(column) / lattice.columns, double(row) / lattice.rows, 0};
      int part = 0;
      face.EvaluateLocation(part, place, position.data(), weights.data());
      result.moved.push_back(point);
      result.positions.push_back(position);
    }
}

CurvedFace enrichedTriangle() {
  return {{{0, 3, 6}, {3, 1, 6}, {1, 4, 6}, {4, 2, 6}, {2, 5, 6}, {5, 0, 6}},
          {{0, 3, 1}, {1, 4, 2}, {2, 5, 0}},
          {},
          {}};
}

CurvedFace serendipityQuad() {
  return {{{0, 4, 7}, {1, 5, 4}, {2, 6, 5}, {3, 7, 6}, {4, 5, 6}, {4, 6, 7}},
          {{0, 4, 1}, {1, 5, 2}, {2, 6, 3}, {3, 7, 0}},
          {},
          {}};
}

void requirePoints(const CurvedFace& face, vtkIdType count) {
  for (const auto& triangle : face.triangles)
    for (const int point : triangle)
      if (point < 0 || point >= count)
        throw Error("A curved face has " + std::to_string(count) + " points, too few for its order", "",
                    "Export the grid again");
}

}  // namespace

CurvedFace splitCurved(vtkCell& face) {
  const bool enriched = isEnriched(face);
  if (enriched || face.GetCellType() == VTK_QUADRATIC_QUAD) {
    CurvedFace result = enriched ? enrichedTriangle() : serendipityQuad();
    requirePoints(result, face.GetNumberOfPoints());
    return result;
  }
  const Lattice lattice = latticeOf(face);
  CurvedFace result = facesBetween(lattice);
  requirePoints(result, face.GetNumberOfPoints());
  addEdges(lattice, result);
  if (isBezier(face)) place(lattice, face, result);
  return result;
}

}  // namespace talus::filters
