#include "label_arrays.h"

#include <vtkDataSetAttributes.h>
#include <vtkDoubleArray.h>
#include <vtkIdTypeArray.h>
#include <vtkIntArray.h>
#include <vtkSignedCharArray.h>

#include <algorithm>
#include <span>
#include <type_traits>

#include "array_memory.h"

namespace talus::filters {

namespace {

template <class Array>
void make(vtkSmartPointer<Array>& array, const char* name, vtkIdType count, bool wanted = true) {
  if (!wanted) return;
  array = vtkSmartPointer<Array>::New();
  array->SetName(name);
  setTuples(*array, count);
}

template <class Array>
auto spanOf(const vtkSmartPointer<Array>& array) {
  using Value = typename Array::ValueType;
  return array ? std::span<Value>(array->GetPointer(0), static_cast<std::size_t>(array->GetNumberOfTuples()))
               : std::span<Value>();
}

}  // namespace

LabelArrays::LabelArrays(vtkIdType count, const WantedLabels& wanted) {
  make(side_, "Side", count);
  make(winding_, "WindingNumber", count, wanted.winding);
  make(body_, "EnclosingBody", count, wanted.body);
  make(depth_, "NestingDepth", count, wanted.depth);
  make(distance_, "Distance", count, wanted.distance);
  if (wanted.distance) closestCell_.resize(static_cast<std::size_t>(count));
  make(closestBody_, "ClosestBody", count, wanted.distance);
}

LabelSpans LabelArrays::spans() {
  static_assert(sizeof(Side) == sizeof(signed char) && std::is_same_v<Index, int>);
  const std::span<signed char> sides = spanOf(side_);
  return {.side = {reinterpret_cast<Side*>(sides.data()), sides.size()},
          .winding = spanOf(winding_),
          .body = spanOf(body_),
          .depth = spanOf(depth_),
          .distance = spanOf(distance_),
          .closestBody = spanOf(closestBody_),
          .closestTriangle = closestCell_};
}

void LabelArrays::addTo(vtkDataSetAttributes& attributes) const {
  vtkSmartPointer<vtkIdTypeArray> closestCell;
  make(closestCell, "ClosestCell", static_cast<vtkIdType>(closestCell_.size()), distance_ != nullptr);
  if (closestCell) std::copy(closestCell_.begin(), closestCell_.end(), closestCell->GetPointer(0));
  attributes.SetScalars(side_);  // the array by which ParaView colours initially
  for (vtkDataArray* array :
       std::initializer_list<vtkDataArray*>{winding_, body_, depth_, distance_, closestCell, closestBody_})
    if (array) attributes.AddArray(array);
}

}  // namespace talus::filters
