#pragma once

#include <functional>

#include "base/context.h"
#include "geometry/mesh/triangle_mesh.h"

class vtkAlgorithm;
class vtkInformationVector;

namespace talus::filters {

/// RequestData of a source whose whole body is piece 0: makes the body with progress and abort. An error
/// leaves an empty output.
/// @param threads limit of their number, 0 for all cores. @return what RequestData returns.
int produceShape(vtkAlgorithm& source, vtkInformationVector& outputs, int threads,
                 const std::function<TriangleMesh(Context&)>& make);

}  // namespace talus::filters
