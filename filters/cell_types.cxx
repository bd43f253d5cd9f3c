#include "cell_types.h"

#include <vtkCellType.h>

#include <iterator>

namespace talus::filters {

namespace {

enum class Shape { None, Curve, Triangle, Quad, Tetra, Hexahedron, Voxel, Wedge, Pyramid, Pentagon, Hexagon };

constexpr int highestOrder = 10;  // of VTK's own cells
constexpr int anyOrder = -1;      // Lagrange and Bézier cells
constexpr int unbounded = -2;     // at least as many points

// A type of cells: its shape, dimension, and number of points.
struct Type {
  int type;
  int dimension;
  Shape shape;
  bool curved;
  int points;     // at least, if `count` is `unbounded`
  int count = 0;  // anyOrder, unbounded, or 0: exactly `points`
};

constexpr Type types[] = {
    {VTK_EMPTY_CELL, 0, Shape::None, false, 0},
    {VTK_VERTEX, 0, Shape::None, false, 1},
    {VTK_POLY_VERTEX, 0, Shape::None, false, 0, unbounded},
    {VTK_LINE, 1, Shape::Curve, false, 2},
    {VTK_POLY_LINE, 1, Shape::Curve, false, 0, unbounded},
    {VTK_QUADRATIC_EDGE, 1, Shape::Curve, true, 3},
    {VTK_CUBIC_LINE, 1, Shape::Curve, true, 4},
    {VTK_LAGRANGE_CURVE, 1, Shape::Curve, true, 2, unbounded},
    {VTK_BEZIER_CURVE, 1, Shape::Curve, true, 2, unbounded},
    {VTK_TRIANGLE, 2, Shape::Triangle, false, 3},
    {VTK_TRIANGLE_STRIP, 2, Shape::None, false, 3, unbounded},
    {VTK_POLYGON, 2, Shape::None, false, 3, unbounded},
    {VTK_PIXEL, 2, Shape::None, false, 4},
    {VTK_QUAD, 2, Shape::Quad, false, 4},
    {VTK_QUADRATIC_TRIANGLE, 2, Shape::Triangle, true, 6},
    {VTK_BIQUADRATIC_TRIANGLE, 2, Shape::Triangle, true, 7},
    {VTK_QUADRATIC_QUAD, 2, Shape::Quad, true, 8},
    {VTK_BIQUADRATIC_QUAD, 2, Shape::Quad, true, 9},
    {VTK_QUADRATIC_LINEAR_QUAD, 2, Shape::Quad, true, 6},
    {VTK_QUADRATIC_POLYGON, 2, Shape::None, true, 6, unbounded},
    {VTK_LAGRANGE_TRIANGLE, 2, Shape::Triangle, true, 0, anyOrder},
    {VTK_BEZIER_TRIANGLE, 2, Shape::Triangle, true, 0, anyOrder},
    {VTK_LAGRANGE_QUADRILATERAL, 2, Shape::Quad, true, 0, anyOrder},
    {VTK_BEZIER_QUADRILATERAL, 2, Shape::Quad, true, 0, anyOrder},
    {VTK_TETRA, 3, Shape::Tetra, false, 4},
    {VTK_VOXEL, 3, Shape::Voxel, false, 8},
    {VTK_HEXAHEDRON, 3, Shape::Hexahedron, false, 8},
    {VTK_WEDGE, 3, Shape::Wedge, false, 6},
    {VTK_PYRAMID, 3, Shape::Pyramid, false, 5},
    {VTK_PENTAGONAL_PRISM, 3, Shape::Pentagon, false, 10},
    {VTK_HEXAGONAL_PRISM, 3, Shape::Hexagon, false, 12},
    {VTK_CONVEX_POINT_SET, 3, Shape::None, false, 4, unbounded},
    {VTK_POLYHEDRON, 3, Shape::None, false, 4, unbounded},
    {VTK_QUADRATIC_TETRA, 3, Shape::Tetra, true, 10},
    {VTK_QUADRATIC_HEXAHEDRON, 3, Shape::Hexahedron, true, 20},
    {VTK_QUADRATIC_WEDGE, 3, Shape::Wedge, true, 15},
    {VTK_QUADRATIC_PYRAMID, 3, Shape::Pyramid, true, 13},
    {VTK_TRIQUADRATIC_HEXAHEDRON, 3, Shape::Hexahedron, true, 27},
    {VTK_QUADRATIC_LINEAR_WEDGE, 3, Shape::Wedge, true, 12},
    {VTK_BIQUADRATIC_QUADRATIC_WEDGE, 3, Shape::Wedge, true, 18},
    {VTK_BIQUADRATIC_QUADRATIC_HEXAHEDRON, 3, Shape::Hexahedron, true, 24},
    {VTK_TRIQUADRATIC_PYRAMID, 3, Shape::Pyramid, true, 19},
    {VTK_LAGRANGE_TETRAHEDRON, 3, Shape::Tetra, true, 0, anyOrder},
    {VTK_BEZIER_TETRAHEDRON, 3, Shape::Tetra, true, 0, anyOrder},
    {VTK_LAGRANGE_HEXAHEDRON, 3, Shape::Hexahedron, true, 0, anyOrder},
    {VTK_BEZIER_HEXAHEDRON, 3, Shape::Hexahedron, true, 0, anyOrder},
    {VTK_LAGRANGE_WEDGE, 3, Shape::Wedge, true, 0, anyOrder},
    {VTK_BEZIER_WEDGE, 3, Shape::Wedge, true, 0, anyOrder},
};

constexpr FaceCorners tetra[] = {{3, {0, 1, 3}}, {3, {1, 2, 3}}, {3, {2, 0, 3}}, {3, {0, 2, 1}}};
constexpr FaceCorners hexahedron[] = {{4, {0, 4, 7, 3}}, {4, {1, 2, 6, 5}}, {4, {0, 1, 5, 4}},
                                      {4, {3, 7, 6, 2}}, {4, {0, 3, 2, 1}}, {4, {4, 5, 6, 7}}};
constexpr FaceCorners voxel[] = {{4, {0, 4, 6, 2}}, {4, {1, 3, 7, 5}}, {4, {0, 1, 5, 4}},
                                 {4, {2, 6, 7, 3}}, {4, {0, 2, 3, 1}}, {4, {4, 5, 7, 6}}};
constexpr FaceCorners wedge[] = {
    {3, {0, 1, 2}}, {3, {3, 5, 4}}, {4, {0, 3, 4, 1}}, {4, {1, 4, 5, 2}}, {4, {2, 5, 3, 0}}};
constexpr FaceCorners pyramid[] = {
    {4, {0, 3, 2, 1}}, {3, {0, 1, 4}}, {3, {1, 2, 4}}, {3, {2, 3, 4}}, {3, {3, 0, 4}}};
constexpr FaceCorners pentagon[] = {{5, {0, 4, 3, 2, 1}}, {5, {5, 6, 7, 8, 9}}, {4, {0, 1, 6, 5}},
                                    {4, {1, 2, 7, 6}},    {4, {2, 3, 8, 7}},    {4, {3, 4, 9, 8}},
                                    {4, {4, 0, 5, 9}}};
constexpr FaceCorners hexagon[] = {{6, {0, 5, 4, 3, 2, 1}}, {6, {6, 7, 8, 9, 10, 11}}, {4, {0, 1, 7, 6}},
                                   {4, {1, 2, 8, 7}},       {4, {2, 3, 9, 8}},         {4, {3, 4, 10, 9}},
                                   {4, {4, 5, 11, 10}},     {4, {5, 0, 6, 11}}};

constexpr auto byNumber = [] {
  std::array<const Type*, 256> all{};
  for (const Type& of : types) all[static_cast<std::size_t>(of.type)] = &of;
  return all;
}();

// The type with this number, or null.
const Type* find(int type) {
  return type >= 0 && type < std::ssize(byNumber) ? byNumber[static_cast<std::size_t>(type)] : nullptr;
}

// The number of points of a cell by its orders along r, s and t; a simplex has one order.
vtkIdType pointsOfShape(Shape shape, vtkIdType r, vtkIdType s, vtkIdType t) {
  switch (shape) {
    case Shape::Triangle:
      return (r + 1) * (r + 2) / 2;
    case Shape::Quad:
      return (r + 1) * (s + 1);
    case Shape::Tetra:
      return (r + 1) * (r + 2) * (r + 3) / 6;
    case Shape::Hexahedron:
      return (r + 1) * (s + 1) * (t + 1);
    default:
      return (r + 1) * (r + 2) / 2 * (t + 1);  // wedges
  }
}

// Second order with points in the middle of faces and cell: VTK has these beside those of full order.
vtkIdType enrichedPoints(int type) {
  switch (type) {
    case VTK_LAGRANGE_TRIANGLE:
      return 7;
    case VTK_LAGRANGE_TETRAHEDRON:
      return 15;
    case VTK_LAGRANGE_WEDGE:
      return 21;
    default:
      return -1;
  }
}

bool isSimplex(Shape shape) {
  return shape == Shape::Triangle || shape == Shape::Tetra;
}

bool agree(Shape shape, vtkIdType points, const std::array<int, 3>& orders) {
  const int last = shape == Shape::Quad ? 1 : orders[2];
  for (const int order : {orders[0], orders[1], last})
    if (order < 1 || order > highestOrder) return false;
  return (shape != Shape::Wedge || orders[0] == orders[1]) &&
         points == pointsOfShape(shape, orders[0], orders[1], last);
}

}  // namespace

int dimensionOf(int type) {
  const Type* found = find(type);
  return found ? found->dimension : -1;
}

bool isCurved(int type) {
  const Type* found = find(type);
  return found && found->curved;
}

bool mayHavePoints(int type, vtkIdType points, const std::array<int, 3>* orders) {
  const Type& of = *find(type);
  if (of.count == unbounded) return points >= of.points;
  if (of.count != anyOrder) return points == of.points;
  if (points == enrichedPoints(type)) return true;
  if (orders && !isSimplex(of.shape)) return agree(of.shape, points, *orders);
  for (int order = 1; order <= highestOrder; ++order)
    if (points == pointsOfShape(of.shape, order, order, order)) return true;
  return false;
}

std::span<const FaceCorners> facesOf(int type) {
  const Type* found = find(type);
  switch (found && found->dimension == 3 ? found->shape : Shape::None) {
    case Shape::Tetra:
      return tetra;
    case Shape::Hexahedron:
      return hexahedron;
    case Shape::Voxel:
      return voxel;
    case Shape::Wedge:
      return wedge;
    case Shape::Pyramid:
      return pyramid;
    case Shape::Pentagon:
      return pentagon;
    case Shape::Hexagon:
      return hexagon;
    default:
      return {};
  }
}

}  // namespace talus::filters
