#pragma once

class vtkPolyData;

namespace talus {
struct TriangleMesh;
}

namespace talus::filters {

/// Writes a mesh as points (double) and polygons of `output`, in the same order.
void writeMesh(const TriangleMesh& mesh, vtkPolyData& output);

}  // namespace talus::filters
