#pragma once

#include <initializer_list>

class vtkInformation;
class vtkInformationVector;

namespace talus::filters {

/// FillInputPortInformation of a port that takes data of these types. @return 1.
int takeTypes(vtkInformation& port, std::initializer_list<const char*> types);

/// RequestDataObject of a filter whose output 0 has the type of its input 0 and whose other outputs
/// are vtkPolyData.
/// @return 0 without an input.
int makeOutputLikeInputAndPolyData(vtkInformationVector** inputs, vtkInformationVector* outputs);

}  // namespace talus::filters
