#include "polygon_triangles.h"

#include <vtkCellArray.h>
#include <vtkCellArrayIterator.h>
#include <vtkDataSetAttributes.h>
#include <vtkIdList.h>
#include <vtkNew.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolygon.h>
#include <vtkSmartPointer.h>
#include <vtkUnsignedCharArray.h>

#include <limits>
#include <span>
#include <string>

#include "base/error.h"

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
    else if (corners.size() == 4)
      addQuad(cell, corners);
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

  Vec3 point(vtkIdType id) const { return result_.mesh.point(index(id)); }

  // A quadrilateral with a reflex corner is split at that corner, any other at its first corner.
  void addQuad(vtkIdType cell, Corners q) {
    const Vec3 diagonal = point(q[2]) - point(q[0]);
    const Vec3 one = (point(q[1]) - point(q[0])).cross(diagonal);
    const Vec3 other = diagonal.cross(point(q[3]) - point(q[0]));
    const std::size_t first = one.dot(other) < 0 ? 1 : 0;
    add(cell, q[first], q[first + 1], q[first + 2]);
    add(cell, q[first], q[first + 2], q[(first + 3) % 4]);
  }

  void addManySided(vtkIdType cell, Corners corners) {
    if (cutEars(cell, corners)) return;
    // A fan has the same boundary, so a closed surface stays closed.
    for (std::size_t i = 1; i + 1 < corners.size(); ++i) add(cell, corners[0], corners[i], corners[i + 1]);
  }

  bool cutEars(vtkIdType cell, Corners corners) {
    const auto count = static_cast<vtkIdType>(corners.size());
    polygon_->PointIds->SetNumberOfIds(count);
    polygon_->Points->SetDataTypeToDouble();
    polygon_->Points->SetNumberOfPoints(count);
    for (vtkIdType i = 0; i < count; ++i) {
      const Vec3 p = point(corners[static_cast<std::size_t>(i)]);
      if (!p.allFinite()) return false;
      polygon_->PointIds->SetId(i, i);
      polygon_->Points->SetPoint(i, p.data());
    }
    if (!polygon_->EarCutTriangulation(ears_) || ears_->GetNumberOfIds() != 3 * (count - 2)) return false;
    const auto corner = [&](vtkIdType n) { return corners[static_cast<std::size_t>(ears_->GetId(n))]; };
    for (vtkIdType n = 0; n < ears_->GetNumberOfIds(); n += 3)
      add(cell, corner(n), corner(n + 1), corner(n + 2));
    return true;
  }

  vtkUnsignedCharArray* ghosts_;
  PolygonTriangles& result_;
  vtkNew<vtkPolygon> polygon_;
  vtkNew<vtkIdList> ears_;
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

}  // namespace talus::filters
