#pragma once

#include "base/context.h"
#include "scene/scene.h"

class vtkDataSetAttributes;
class vtkPointSet;

namespace talus::filters {

/// Expands the bodies of a scene into their surfaces in world coordinates: for each body, the points and
/// triangles of its shape in their order. `output` is a vtkPolyData or a vtkUnstructuredGrid. Advances the
/// context by one step per body. Parallel; the bits do not depend on the number of threads.
void expandBodies(const Scene& scene, vtkPointSet& output, Context& context);

/// Copies the arrays of bodies to all points (or triangles) of each body. String arrays are omitted. Advances
/// the context by one step per body and array.
enum class InstanceItems { Points, Triangles };
void expandArrays(const Scene& scene, InstanceItems items, vtkDataSetAttributes& bodies,
                  vtkDataSetAttributes& output, Context& context);

}  // namespace talus::filters
