#include "field_data.h"

#include <vtkDataObject.h>
#include <vtkDoubleArray.h>
#include <vtkFieldData.h>
#include <vtkIntArray.h>
#include <vtkNew.h>
#include <vtkStringArray.h>
#include <vtkTypeInt64Array.h>

namespace talus::filters {

namespace {

template <class Array, class Value>
void add(vtkDataObject& data, const char* name, Value value) {
  vtkNew<Array> array;
  array->SetName(name);
  array->InsertNextValue(value);
  data.GetFieldData()->AddArray(array);
}

}  // namespace

void addCount(vtkDataObject& data, const char* name, std::int64_t value) {
  add<vtkTypeInt64Array>(data, name, static_cast<vtkTypeInt64>(value));
}

void addCounts(vtkDataObject& data, const char* name, const std::vector<std::int64_t>& values) {
  vtkNew<vtkTypeInt64Array> array;
  array->SetName(name);
  for (const std::int64_t value : values) array->InsertNextValue(value);
  data.GetFieldData()->AddArray(array);
}

void addFlag(vtkDataObject& data, const char* name, bool value) {
  add<vtkIntArray>(data, name, value ? 1 : 0);
}

void addNumber(vtkDataObject& data, const char* name, double value) {
  add<vtkDoubleArray>(data, name, value);
}

void addVector(vtkDataObject& data, const char* name, const Vec3& value) {
  vtkNew<vtkDoubleArray> array;
  array->SetName(name);
  array->SetNumberOfComponents(3);
  array->InsertNextTuple(value.data());
  data.GetFieldData()->AddArray(array);
}

void addTexts(vtkDataObject& data, const char* name, const std::vector<std::string>& texts) {
  vtkNew<vtkStringArray> array;
  array->SetName(name);
  for (const std::string& text : texts) array->InsertNextValue(text);
  data.GetFieldData()->AddArray(array);
}

}  // namespace talus::filters
