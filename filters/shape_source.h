#pragma once

#include <functional>

#include "base/context.h"
#include "geometry/mesh/triangle_mesh.h"

class vtkAlgorithm;
class vtkInformationVector;

namespace talus::filters {

/// RequestData of a source that produces its whole body as piece 0, with progress and abort. After an error
/// the output is empty.
/// @param threads maximum number of threads; 0: all cores. @return the result of RequestData.
int produceShape(vtkAlgorithm& source, vtkInformationVector& outputs, int threads,
                 const std::function<TriangleMesh(Context&)>& make);

}  // namespace talus::filters
