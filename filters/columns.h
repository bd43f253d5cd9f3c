#pragma once

#include <vtkDoubleArray.h>
#include <vtkFieldData.h>
#include <vtkIntArray.h>
#include <vtkNew.h>
#include <vtkStringArray.h>
#include <vtkTypeInt64Array.h>

#include <cstdint>
#include <string>
#include <type_traits>

#include "array_memory.h"

namespace talus::filters {

/// Adds an array with of(item) for each item: a text; a number, a flag or a choice, as int unless it is a
/// double or has 64 bits; or a vector of doubles. @throws std::bad_alloc
template <class Items, class Of>
void addColumn(vtkFieldData& to, const char* name, const Items& items, const Of& of) {
  using Value = std::remove_cvref_t<decltype(of(*items.begin()))>;
  constexpr bool isText = std::is_same_v<Value, std::string>, isLong = std::is_same_v<Value, std::int64_t>,
                 isInt = std::is_integral_v<Value> || std::is_enum_v<Value>,
                 isVector = !isText && std::is_class_v<Value>;
  using Array = std::conditional_t<
      isText, vtkStringArray,
      std::conditional_t<isLong, vtkTypeInt64Array, std::conditional_t<isInt, vtkIntArray, vtkDoubleArray>>>;
  vtkNew<Array> array;
  array->SetName(name);
  if constexpr (isVector) array->SetNumberOfComponents(Value::SizeAtCompileTime);
  setTuples(*array, static_cast<vtkIdType>(items.size()));
  vtkIdType row = 0;
  for (const auto& item : items)
    if constexpr (isText)
      array->SetValue(row++, of(item));
    else if constexpr (isVector)
      array->SetTypedTuple(row++, Value(of(item)).data());
    else
      array->SetValue(row++, static_cast<typename Array::ValueType>(of(item)));
  to.AddArray(array);
}

}  // namespace talus::filters
