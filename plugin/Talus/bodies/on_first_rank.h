#pragma once

#include "runs/run_shapes.h"

class vtkMultiProcessController;

namespace talus::plugin {

/// The shapes of a scene whose parts are on several ranks: on the first rank those of the first one that has
/// triangles, on the others as many empty ones. Collective.
/// @param controller of the ranks; null: there is one.
Shapes onFirstRank(const Shapes& own, vtkMultiProcessController* controller);

/// The instances of all ranks on the first one; none on the others. Collective.
vtkSmartPointer<vtkPolyData> onFirstRank(vtkPolyData& own, vtkMultiProcessController* controller);

}  // namespace talus::plugin
