#include "label_arrays.h"

#include <vtkDataSetAttributes.h>
#include <vtkDoubleArray.h>
#include <vtkIdTypeArray.h>
#include <vtkIntArray.h>
#include <vtkSignedCharArray.h>

#include <algorithm>
#include <vector>

namespace talus::filters {

namespace {

template <class Array>
void make(vtkSmartPointer<Array>& array, const char* name, vtkIdType count, bool wanted = true) {
  if (!wanted) return;
  array = vtkSmartPointer<Array>::New();
  array->SetName(name);
  array->SetNumberOfTuples(count);
}

template <class Array, class Value>
void copyInto(const vtkSmartPointer<Array>& array, vtkIdType first, const std::vector<Value>& values) {
  if (!array) return;
  std::transform(values.begin(), values.end(), array->GetPointer(first),
                 [](Value value) { return static_cast<typename Array::ValueType>(value); });
}

}  // namespace

LabelArrays::LabelArrays(vtkIdType count, const WantedLabels& wanted) {
  make(side_, "Side", count);
  make(winding_, "WindingNumber", count, wanted.winding);
  make(body_, "EnclosingBody", count, wanted.body);
  make(depth_, "NestingDepth", count, wanted.depth);
  make(distance_, "Distance", count, wanted.distance);
  make(closestCell_, "ClosestCell", count, wanted.distance);
  make(closestBody_, "ClosestBody", count, wanted.distance);
}

void LabelArrays::copy(vtkIdType first, const Classification& labels) {
  copyInto(side_, first, labels.side);
  copyInto(winding_, first, labels.winding);
  copyInto(body_, first, labels.body);
  copyInto(depth_, first, labels.depth);
  copyInto(distance_, first, labels.distance);
  copyInto(closestCell_, first, labels.closestTriangle);
  copyInto(closestBody_, first, labels.closestBody);
}

void LabelArrays::addTo(vtkDataSetAttributes& attributes) const {
  attributes.SetScalars(side_);  // what ParaView colours by unless told otherwise
  for (vtkDataArray* array :
       std::initializer_list<vtkDataArray*>{winding_, body_, depth_, distance_, closestCell_, closestBody_})
    if (array) attributes.AddArray(array);
}

}  // namespace talus::filters
