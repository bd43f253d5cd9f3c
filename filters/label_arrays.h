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

/// The label arrays that are requested in addition to `Side`.
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

  /// The memory to which the core writes labels.
  LabelSpans spans();
  /// Adds the arrays. Numbers of bodies and cells must be final.
  void addTo(vtkDataSetAttributes& attributes) const;

 private:
  vtkSmartPointer<vtkSignedCharArray> side_;
  // Null unless requested.
  vtkSmartPointer<vtkDoubleArray> winding_;
  vtkSmartPointer<vtkIntArray> body_;
  vtkSmartPointer<vtkIntArray> depth_;
  vtkSmartPointer<vtkDoubleArray> distance_;
  std::vector<Index> closestCell_;
  vtkSmartPointer<vtkIntArray> closestBody_;
};

}  // namespace talus::filters
