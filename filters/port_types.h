#pragma once

class vtkInformationVector;

namespace talus::filters {

/// RequestDataObject of a filter whose output 0 has the type of its input 0 and whose output 1 is a
/// vtkPolyData.
/// @return 0 without an input.
int makeOutputLikeInputAndPolyData(vtkInformationVector** inputs, vtkInformationVector* outputs);

}  // namespace talus::filters
