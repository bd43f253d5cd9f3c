#pragma once

#include <vtkSmartPointer.h>

class vtkPointSet;
class vtkPolyData;

namespace talus::filters {

/// The outer faces of an unstructured, curvilinear or explicit structured grid of any cell type of VTK, with
/// its arrays, and the cell array `vtkOriginalCellIds`.
///
/// Points with the same coordinates are one, so cells and pieces may have points of their own. A face that
/// two volumes share, by its corners, is not an outer face. If there are volumes, polygons are ignored: they
/// mark boundaries. Without volumes the polygons are the faces. Curved faces become triangles between their
/// points (CurvedFace); where a straight face has a curved neighbour it gets the points of their common edge,
/// so that the surface stays closed. Faces of volumes point outwards, also if cells are mirrored.
/// @throws Error as GridCells. O(cells).
vtkSmartPointer<vtkPolyData> outerFacesOf(vtkPointSet& grid);

}  // namespace talus::filters
