#pragma once

#include <vtkPolyData.h>
#include <vtkSelectEnclosedPoints.h>
#include <vtkSmartPointer.h>

#include <span>
#include <string>
#include <vector>

#include "enclosure/interface/enclosure.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus::peers {

/// Reads STL, OBJ, PLY or VTP with VTK's readers, triangulates, and merges equal points.
/// An empty mesh if the file's ending is none of these or VTK finds no polygons.
TriangleMesh readMesh(const std::string& path);

/// The triangles of a poly data that holds nothing else, with equal points merged.
TriangleMesh toMesh(vtkPolyData* surface);
vtkSmartPointer<vtkPolyData> toPolyData(const TriangleMesh& mesh);

/// Labels by running vtkSelectEnclosedPoints as a filter at its default settings.
std::vector<Side> vtkSides(const TriangleMesh& mesh, std::span<const Vec3> points);

/// vtkSelectEnclosedPoints, prepared for many queries, at its default settings. It knows no points on the
/// surface. Not thread-safe.
class VtkSide {
 public:
  explicit VtkSide(const TriangleMesh& mesh);
  ~VtkSide();
  VtkSide(const VtkSide&) = delete;
  VtkSide& operator=(const VtkSide&) = delete;

  void classify(std::span<const Vec3> points, std::span<Side> sides) const;

 private:
  vtkSmartPointer<vtkSelectEnclosedPoints> select_;
};

}  // namespace talus::peers
