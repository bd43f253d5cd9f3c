#include "bodies/shape_table.h"

#include <vtkCellArray.h>
#include <vtkNew.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>

#include <array>
#include <cmath>
#include <numbers>

namespace talus::plugin {

namespace {

using Place = std::array<double, 3>;

vtkPolyData& shapeOf(vtkMultiBlockDataSet& table, unsigned int shape) {
  return *vtkPolyData::SafeDownCast(table.GetBlock(shape));
}

template <class Change>
vtkSmartPointer<vtkMultiBlockDataSet> changed(vtkMultiBlockDataSet& table, const Change& change) {
  auto result = vtkSmartPointer<vtkMultiBlockDataSet>::New();
  for (unsigned int i = 0; i < table.GetNumberOfBlocks(); ++i) result->SetBlock(i, change(shapeOf(table, i)));
  return result;
}

// The corners of an icosahedron: even permutations of (0, ±1, ±golden ratio).
std::array<Place, 12> directions() {
  constexpr double g = std::numbers::phi;
  return {{{0, 1, g},
           {0, -1, g},
           {0, 1, -g},
           {0, -1, -g},
           {1, g, 0},
           {-1, g, 0},
           {1, -g, 0},
           {-1, -g, 0},
           {g, 0, 1},
           {g, 0, -1},
           {-g, 0, 1},
           {-g, 0, -1}}};
}

double product(const Place& a, const Place& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Three corners are a face where each two of them are neighbours: at the least distance, 2.
bool areNeighbours(const Place& a, const Place& b) {
  return std::abs(std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) - 2) < 0.1;
}

Place cross(const Place& a, const Place& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

void addFaces(vtkCellArray& faces) {
  const auto corners = directions();
  for (vtkIdType a = 0; a < 12; ++a)
    for (vtkIdType b = a + 1; b < 12; ++b)
      for (vtkIdType c = b + 1; c < 12; ++c) {
        const Place &p = corners[static_cast<std::size_t>(a)], &q = corners[static_cast<std::size_t>(b)],
                    &r = corners[static_cast<std::size_t>(c)];
        if (!areNeighbours(p, q) || !areNeighbours(q, r) || !areNeighbours(r, p)) continue;
        const bool outward = product(cross(p, q), r) > 0;
        const std::array<vtkIdType, 3> face{a, outward ? b : c, outward ? c : b};
        faces.InsertNextCell(3, face.data());
      }
}

Place furthest(vtkPolyData& shape, const Place& direction) {
  Place best{}, at{};
  for (vtkIdType i = 0; i < shape.GetNumberOfPoints(); ++i) {
    shape.GetPoint(i, at.data());
    if (i == 0 || product(at, direction) > product(best, direction)) best = at;
  }
  return best;
}

constexpr vtkIdType few = 20;

vtkSmartPointer<vtkPolyData> coarse(vtkPolyData& shape) {
  if (shape.GetNumberOfPolys() <= few) return &shape;
  const vtkNew<vtkPoints> points;
  for (const Place& direction : directions()) points->InsertNextPoint(furthest(shape, direction).data());
  const vtkNew<vtkCellArray> faces;
  addFaces(*faces);
  auto result = vtkSmartPointer<vtkPolyData>::New();
  result->SetPoints(points);
  result->SetPolys(faces);
  return result;
}

}  // namespace

vtkSmartPointer<vtkMultiBlockDataSet> tableOf(const Shapes& shapes) {
  auto table = vtkSmartPointer<vtkMultiBlockDataSet>::New();
  for (unsigned int i = 0; i < shapes.size(); ++i) table->SetBlock(i, shapes[i]);
  return table;
}

vtkSmartPointer<vtkMultiBlockDataSet> coarseOf(vtkMultiBlockDataSet& table) {
  return changed(table, coarse);
}

vtkIdType facesOf(vtkMultiBlockDataSet& table, unsigned int shape) {
  return shapeOf(table, shape).GetNumberOfPolys();
}

}  // namespace talus::plugin
