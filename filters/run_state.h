#pragma once

#include "scene/continuation.h"

class vtkPointSet;

namespace talus::filters {

/// The bodies of a run's frame: points, or surfaces with the arrays of bodies on their triangles. Without
/// time and law.
/// @param scene the one that the run began with: the positions of surfaces need its shapes
/// @throws Error no bodies, arrays of other sizes, a body whose shape the scene does not have.
RunState runStateOf(vtkPointSet& frame, const Scene& scene);

}  // namespace talus::filters
