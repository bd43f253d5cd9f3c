#pragma once

#include <vtkDataObject.h>
#include <vtkPointSet.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>

#include "runs/run_contacts.h"
#include "runs/run_shapes.h"

namespace talus::plugin {

/// What the frames of a run lack.
struct RunParts {
  RunShapes shapes;
  RunContacts contacts;
};

/// What a scene, or a frame of a run, is drawn of.
struct SceneParts {
  vtkSmartPointer<vtkPointSet> bodies;  // a point each; null: the data are something else
  unsigned int flatIndex = 0;           // of the bodies in a composite; 0: they are the data themselves
  Shapes shapes;
  vtkSmartPointer<vtkDataObject> rest;    // of the same structure: neither bodies nor contacts
  vtkSmartPointer<vtkPolyData> contacts;  // as they are drawn; may be null
  unsigned int contactsIndex = 0;         // as flatIndex
};

/// The bodies among what a selection has extracted from some data; empty: there are none.
vtkSmartPointer<vtkPolyData> selectedBodies(vtkDataObject& extracted);

/// The parts of some data. Bodies are known by their arrays `BodyId`, `Shape` and `Orientation`. Those of a
/// frame of a run have the shapes of the scene, and the contacts, in its folder.
/// @param producer of the data; may be null.
/// @param contacts the style of vtkTalusContactDrawing.
SceneParts partsOf(vtkDataObject& data, vtkAlgorithm* producer, RunParts& ofRun, int contacts);

}  // namespace talus::plugin
