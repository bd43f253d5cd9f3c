#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/types.h"

class vtkDataObject;

namespace talus::filters {

/// Adds one value to the field data, under a name that replaces an array of the same name.
void addCount(vtkDataObject& data, const char* name, std::int64_t value);
void addFlag(vtkDataObject& data, const char* name, bool value);
void addNumber(vtkDataObject& data, const char* name, double value);
void addVector(vtkDataObject& data, const char* name, const Vec3& value);
/// Adds one array of counts or texts.
void addCounts(vtkDataObject& data, const char* name, const std::vector<std::int64_t>& values);
void addTexts(vtkDataObject& data, const char* name, const std::vector<std::string>& texts);

}  // namespace talus::filters
