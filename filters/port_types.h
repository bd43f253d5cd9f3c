#pragma once

class vtkInformation;
class vtkInformationVector;

namespace talus::filters {

/// FillInputPortInformation of a filter that takes surfaces: polygons, or composites of them. @return 1.
int takeSurfaces(vtkInformation& port);
/// The same for any number of them.
int takeManySurfaces(vtkInformation& port);

/// RequestDataObject of a filter whose output 0 has the type of its input 0 and whose other outputs
/// are vtkPolyData.
/// @return 0 without an input.
int makeOutputLikeInputAndPolyData(vtkInformationVector** inputs, vtkInformationVector* outputs);

}  // namespace talus::filters
