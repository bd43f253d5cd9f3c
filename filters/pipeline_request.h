#pragma once

#include <optional>
#include <vector>

#include "rank_group.h"

class vtkAlgorithm;
class vtkDataObject;
class vtkInformation;
class vtkInformationVector;

namespace talus::filters {

/// Requests of a filter with several inputs. VTK's executive copies the times of the first input and the
/// extent requested of the output to all: other inputs are then taken at one time only, or cut to the extent
/// of the first.

/// The data of all connections of a port, those that have none left out.
std::vector<vtkDataObject*> dataOf(vtkInformationVector& port);

/// For RequestInformation: the times of the outputs are those of all inputs: every step of any input, in
/// ascending order, and one range around all. Outputs stay without times if no input has any.
void mergeTimes(vtkAlgorithm& filter, vtkInformationVector** inputs, vtkInformationVector& outputs);

/// For RequestUpdateExtent: no extent is requested of an input without a structure, as that is another
/// input's or another branch's; its sources then give the whole of their own.
void separateExtents(vtkAlgorithm& filter, vtkInformationVector** inputs);

/// For RequestUpdateExtent: requests the whole of every connection of a port, each rank its own piece,
/// whatever piece or extent is requested of the output.
void requestWhole(vtkInformationVector& port, const RankGroup& ranks);

/// The same for a port whose grids stand for their outer faces: with several ranks a grid is asked for a
/// layer of ghost cells, so that its outer faces differ from the cuts between pieces.
void requestOuterFaces(vtkInformationVector& port, const RankGroup& ranks);

/// The time of the data that a filter was given: that of its inputs if all that know times have the same,
/// else the requested time. None if no input knows times.
std::optional<double> timeOfInputs(vtkAlgorithm& filter, vtkInformation& request,
                                   vtkInformationVector** inputs, vtkInformationVector& outputs);

/// For RequestData, after the outputs are filled: sets their data time to timeOfInputs, if there is one.
void setDataTime(vtkAlgorithm& filter, vtkInformation& request, vtkInformationVector** inputs,
                 vtkInformationVector& outputs);

}  // namespace talus::filters
