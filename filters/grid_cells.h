#pragma once

#include <vtkGenericCell.h>
#include <vtkIdList.h>
#include <vtkNew.h>
#include <vtkSmartPointer.h>

#include <span>
#include <vector>

#include "geometry/mesh/triangle_mesh.h"

class vtkDataArray;
class vtkPointSet;
class vtkUnsignedCharArray;

namespace talus::filters {

/// Faces as polygons, one after another.
class FaceList {
 public:
  void clear();
  void add(std::span<const vtkIdType> corners);
  std::size_t count() const { return ends_.size(); }
  std::span<const vtkIdType> operator[](std::size_t face) const;

 private:
  std::vector<vtkIdType> corners_;
  std::vector<std::size_t> ends_;
};

/// The cells of a grid, with verified numbers: whatever arrays it has, nothing beyond them is read.
class GridCells {
 public:
  /// @throws Error for a cell of an unknown type, with a wrong number of points or with a point that does not
  /// exist, and for arrays that contradict each other. O(cells).
  explicit GridCells(vtkPointSet& grid);

  vtkIdType count() const;
  bool hasVolumes() const { return hasVolumes_; }
  /// 0, 1, 2 or 3; 0 for hidden cells.
  int dimension(vtkIdType cell) const;
  int type(vtkIdType cell) const;
  /// A cell of dimension 2 or 3 as an object of VTK, until the next call.
  vtkCell& object(vtkIdType cell);
  /// Points of a cell.
  std::span<const vtkIdType> points(vtkIdType cell);
  /// The number of the first point with the same coordinates; where a grid has no volumes, of the point
  /// itself.
  vtkIdType same(vtkIdType point) const;
  /// The faces of a volume by their corners, outward, with numbers as of same(). Corners that coincide are
  /// one; faces with fewer than three are omitted.
  void faces(vtkIdType cell, FaceList& faces);

 private:
  void requireConsistent();
  void requireValid(vtkIdType cell);
  void mergePoints();
  void addFace(std::span<const vtkIdType> corners, FaceList& faces);
  void addPolyhedron(vtkIdType cell, FaceList& faces);
  void addHull(vtkIdType cell, FaceList& faces);
  Vec3 position(vtkIdType point) const;

  vtkSmartPointer<vtkPointSet> grid_;
  vtkUnsignedCharArray* ghosts_ = nullptr;
  vtkDataArray* orders_ = nullptr;
  bool hasVolumes_ = false;
  std::vector<vtkIdType> same_;
  vtkNew<vtkIdList> ids_;
  vtkNew<vtkGenericCell> object_;
  std::vector<vtkIdType> corners_;
};

}  // namespace talus::filters
