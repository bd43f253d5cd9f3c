#pragma once

#include <vtkSmartPointer.h>
#include <vtkType.h>

#include <vector>

#include "enclosure/classifier/labels.h"

class vtkDataSetAttributes;
class vtkDoubleArray;
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

  /// Where the core writes its labels.
  LabelSpans spans();
  /// Adds the arrays. Bodies are numbered and triangles are cells by now.
  void addTo(vtkDataSetAttributes& attributes) const;

 private:
  vtkSmartPointer<vtkSignedCharArray> side_;
  // Null unless wanted.
  vtkSmartPointer<vtkDoubleArray> winding_;
  vtkSmartPointer<vtkIntArray> body_;
  vtkSmartPointer<vtkIntArray> depth_;
  vtkSmartPointer<vtkDoubleArray> distance_;
  std::vector<Index> closestCell_;
  vtkSmartPointer<vtkIntArray> closestBody_;
};

}  // namespace talus::filters
