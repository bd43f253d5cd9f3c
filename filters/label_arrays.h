#pragma once

#include <vtkSmartPointer.h>
#include <vtkType.h>

#include "enclosure/classifier/classifier.h"

class vtkDataSetAttributes;
class vtkDoubleArray;
class vtkIdTypeArray;
class vtkIntArray;
class vtkSignedCharArray;

namespace talus::filters {

/// Which of the label arrays are wanted besides `Side`.
struct WantedLabels {
  bool winding = true;
  bool body = true;
  bool depth = false;
  bool distance = false;
};

/// The label arrays of one dataset.
class LabelArrays {
 public:
  LabelArrays(vtkIdType count, const WantedLabels& wanted);

  /// Copies labels to places from `first` on. Bodies are numbered and triangles are cells by now.
  void copy(vtkIdType first, const Classification& labels);
  void addTo(vtkDataSetAttributes& attributes) const;

 private:
  vtkSmartPointer<vtkSignedCharArray> side_;
  // Null unless wanted.
  vtkSmartPointer<vtkDoubleArray> winding_;
  vtkSmartPointer<vtkIntArray> body_;
  vtkSmartPointer<vtkIntArray> depth_;
  vtkSmartPointer<vtkDoubleArray> distance_;
  vtkSmartPointer<vtkIdTypeArray> closestCell_;
  vtkSmartPointer<vtkIntArray> closestBody_;
};

}  // namespace talus::filters
