#pragma once

class vtkPolyData;

namespace talus {
struct TriangleMesh;
}

namespace talus::filters {

/// Makes a mesh the points (double) and polygons of `output`, in its order.
void writeMesh(const TriangleMesh& mesh, vtkPolyData& output);

}  // namespace talus::filters
