#pragma once

#include <vtkPolyData.h>
#include <vtkSmartPointer.h>

#include "bodies/scene_parts.h"

namespace talus::plugin {

/// What is drawn of a network of contacts: its vertices, these and a line along the normal of each, its
/// lines, or nothing. Its points keep their numbers, so that a selection of them means the contacts.
/// @param bodies of the scene: lines to walls, whose middles mean nothing, are omitted.
vtkSmartPointer<vtkPolyData> contactMarks(vtkPolyData& contacts, ContactStyle style, vtkPointSet& bodies);

}  // namespace talus::plugin
