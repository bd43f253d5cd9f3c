#pragma once

#include <vtkDataObject.h>

#include "bodies/scene_parts.h"

namespace talus::plugin {

/// Bodies that are there as surfaces, with their arrays on cells: walls become one instance, so that they are
/// drawn as those of other scenes, and are hidden in the rest, whose cells keep their numbers. No bodies: the
/// data are something else.
SceneParts partsOfSurfaces(vtkDataObject& data);

}  // namespace talus::plugin
