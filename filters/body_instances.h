#pragma once

#include "base/context.h"
#include "scene/scene.h"

class vtkDataSetAttributes;
class vtkPointSet;

namespace talus::filters {

/// Expands the bodies of a scene into their surfaces in the world: body after body, the points and triangles
/// of its shape in their order. `output` is a vtkPolyData or a vtkUnstructuredGrid. Advances the context by
/// one step a body. Parallel; the same bits for any number of threads.
void expandBodies(const Scene& scene, vtkPointSet& output, Context& context);

/// Copies the arrays of bodies to all points (or triangles) of each. Arrays of texts are left out. Advances
/// the context by one step a body for each array.
enum class InstanceItems { Points, Triangles };
void expandArrays(const Scene& scene, InstanceItems items, vtkDataSetAttributes& bodies,
                  vtkDataSetAttributes& output, Context& context);

}  // namespace talus::filters
