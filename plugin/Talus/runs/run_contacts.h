#pragma once

#include <vtkNew.h>
#include <vtkPVDReader.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>

class vtkAlgorithm;

namespace talus::plugin {

/// The contacts of a run, whose frames of bodies have none: those of the file contacts.pvd in its folder.
class RunContacts {
 public:
  /// @param algorithm from whose run the frame at that time comes.
  /// @return empty if the run has no contacts. On several ranks each has a part.
  vtkSmartPointer<vtkPolyData> of(vtkAlgorithm& algorithm, double time);

 private:
  vtkNew<vtkPVDReader> reader_;
};

}  // namespace talus::plugin
