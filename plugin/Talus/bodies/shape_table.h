#pragma once

#include <vtkMultiBlockDataSet.h>
#include <vtkSmartPointer.h>

#include "runs/run_shapes.h"

namespace talus::plugin {

/// Shapes as a table of which instances are drawn. None is null: VTK would skip it.
vtkSmartPointer<vtkMultiBlockDataSet> tableOf(const Shapes& shapes);

/// For each shape a polyhedron of at most twenty faces that lies in its convex hull and touches it, for
/// frames that must come quickly.
vtkSmartPointer<vtkMultiBlockDataSet> coarseOf(vtkMultiBlockDataSet& table);

/// The number of triangles of a shape.
vtkIdType facesOf(vtkMultiBlockDataSet& table, unsigned int shape);

}  // namespace talus::plugin
