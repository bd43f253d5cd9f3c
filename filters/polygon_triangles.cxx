#include "polygon_triangles.h"

#include <vtkCellArray.h>
#include <vtkCellArrayIterator.h>
#include <vtkDataSetAttributes.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>
#include <vtkUnsignedCharArray.h>

#include <limits>
#include <span>

#include "base/error.h"
#include "geometry/mesh/polygon_triangulation.h"

namespace talus::filters {

namespace {

using Corners = std::span<const vtkIdType>;

Index index(vtkIdType id) {
  return static_cast<Index>(id);
}

class Collector {
 public:
  Collector(vtkPolyData& surface, PolygonTriangles& result)
      : ghosts_(surface.GetCellGhostArray()), result_(result) {}

  void addPolygon(vtkIdType cell, Corners corners) {
    if (!accept(cell, corners)) return;
    if (corners.size() == 3)
      add(cell, corners[0], corners[1], corners[2]);
    else
      addManySided(cell, corners);
  }

  void addStrip(vtkIdType cell, Corners corners) {
    if (!accept(cell, corners)) return;
    for (std::size_t i = 0; i + 2 < corners.size(); ++i) {
      const auto [a, b, c] = stripTriangle(corners, i);
      add(cell, a, b, c);
    }
  }

 private:
  bool accept(vtkIdType cell, Corners corners) {
    if (ghosts_ && (ghosts_->GetValue(cell) & vtkDataSetAttributes::DUPLICATECELL)) return false;
    const auto count = static_cast<vtkIdType>(result_.mesh.pointCount());
    for (const vtkIdType corner : corners)
      if (corner < 0 || corner >= count)
        throw Error("The surface has a cell with a corner that does not exist",
                    "cell " + std::to_string(cell) + " refers to point " + std::to_string(corner) + " of " +
                        std::to_string(count),
                    "Export the mesh again");
    if (corners.size() < 3) result_.tooFew.push_back(cell);
    return corners.size() >= 3;
  }

  void add(vtkIdType cell, vtkIdType i, vtkIdType j, vtkIdType k) {
    if (result_.cellOf.size() >= static_cast<std::size_t>(std::numeric_limits<Index>::max()))
      throw Error("The surface has too many triangles", "more than 2^31 - 1", "Decimate or split it");
    result_.mesh.addTriangle(index(i), index(j), index(k));
    result_.cellOf.push_back(cell);
  }

  void addManySided(vtkIdType cell, Corners corners) {
    points_.clear();
    for (const vtkIdType corner : corners) points_.push_back(result_.mesh.point(index(corner)));
    if (!triangulation_.split(points_)) result_.crossed.push_back(cell);
    const auto id = [&](Index corner) { return corners[static_cast<std::size_t>(corner)]; };
    for (const auto& [i, j, k] : triangulation_.triangles()) add(cell, id(i), id(j), id(k));
  }

  vtkUnsignedCharArray* ghosts_;
  PolygonTriangles& result_;
  PolygonTriangulation triangulation_;
  std::vector<Vec3> points_;
};

void copyPoints(vtkPolyData& surface, TriangleMesh& mesh) {
  const vtkIdType count = surface.GetNumberOfPoints();
  if (count > std::numeric_limits<Index>::max())
    throw Error("The surface has too many points", std::to_string(count), "Decimate or split it");
  for (auto* axis : {&mesh.x, &mesh.y, &mesh.z}) axis->resize(static_cast<std::size_t>(count));
  for (vtkIdType i = 0; i < count; ++i) {
    const auto n = static_cast<std::size_t>(i);
    double p[3];
    surface.GetPoint(i, p);
    mesh.x[n] = p[0];
    mesh.y[n] = p[1];
    mesh.z[n] = p[2];
  }
}

template <class Add>
void forEachCell(vtkCellArray* cells, vtkIdType firstCell, const Add& add) {
  if (!cells) return;
  const auto at = vtk::TakeSmartPointer(cells->NewIterator());
  for (at->GoToFirstCell(); !at->IsDoneWithTraversal(); at->GoToNextCell()) {
    vtkIdType size = 0;
    const vtkIdType* ids = nullptr;
    at->GetCurrentCell(size, ids);
    add(firstCell + at->GetCurrentCellId(), Corners(ids, static_cast<std::size_t>(size)));
  }
}

}  // namespace

PolygonTriangles trianglesOf(vtkPolyData& surface) {
  PolygonTriangles result;
  copyPoints(surface, result.mesh);
  const auto polygons = static_cast<std::size_t>(surface.GetNumberOfPolys());
  for (auto* corners : {&result.mesh.a, &result.mesh.b, &result.mesh.c}) corners->reserve(polygons);
  result.cellOf.reserve(polygons);
  Collector collector(surface, result);
  const vtkIdType firstPolygon = surface.GetNumberOfVerts() + surface.GetNumberOfLines();
  forEachCell(surface.GetPolys(), firstPolygon,
              [&](vtkIdType cell, Corners corners) { collector.addPolygon(cell, corners); });
  forEachCell(surface.GetStrips(), firstPolygon + surface.GetNumberOfPolys(),
              [&](vtkIdType cell, Corners corners) { collector.addStrip(cell, corners); });
  return result;
}

void requireSplit(const PolygonTriangles& triangles, const std::string& name) {
  const auto refuse = [&](const std::vector<vtkIdType>& cells, const std::string& what,
                          const std::string& remedy) {
    if (!cells.empty())
      throw Error(
          name + " has polygons " + what,
          std::to_string(cells.size()) + " polygons, the first is cell " + std::to_string(cells.front()),
          remedy, {.surface = name});
  };
  refuse(triangles.tooFew, "with fewer than three corners", "Remove them, for example with Clean");
  refuse(triangles.crossed, "that cross themselves", "Correct them, or split them into triangles");
}

PolygonTriangles splitTrianglesOf(vtkPolyData& surface, const std::string& name) {
  PolygonTriangles triangles = withSubject({.surface = name}, [&] { return trianglesOf(surface); });
  requireSplit(triangles, name);
  return triangles;
}

}  // namespace talus::filters
