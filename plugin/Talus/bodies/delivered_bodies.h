#pragma once

#include <vtkBoundingBox.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkNew.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>
#include <vtkTimeStamp.h>

namespace talus::plugin {

/// What is drawn of the pieces that a view has delivered. VTK keeps what it makes of instances for each
/// object: they stay in the same one over time, so that nothing is kept of what is past.
class DeliveredBodies {
 public:
  /// @param instances at the place that the bodies have in their data. @param shapes the table; null: none.
  void take(vtkDataObject* instances, vtkDataObject* shapes);

  /// Null: there are none.
  vtkDataObject* instances() const { return drawn_; }

  const vtkBoundingBox& box() const { return box_; }
  /// The leaf of these that has the bodies.
  vtkPolyData& bodies() const { return *bodies_; }
  bool haveWalls() const { return haveWalls_; }
  vtkMultiBlockDataSet& shapes() const { return *shapes_; }
  vtkMultiBlockDataSet& coarseShapes();

 private:
  void takeInstances(vtkMultiBlockDataSet& given);
  void takeShapes(vtkMultiBlockDataSet& given);

  vtkNew<vtkPolyData> bodies_;
  vtkSmartPointer<vtkDataObject> drawn_;
  vtkSmartPointer<vtkMultiBlockDataSet> shapes_, coarse_;
  vtkBoundingBox box_;
  bool haveWalls_ = false;
  vtkTimeStamp taken_;
};

}  // namespace talus::plugin
