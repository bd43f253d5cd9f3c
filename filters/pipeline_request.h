#pragma once

#include <optional>
#include <vector>

#include "rank_group.h"

class vtkAlgorithm;
class vtkDataObject;
class vtkInformation;
class vtkInformationVector;

namespace talus::filters {

/// Requests of a filter with several inputs. VTK's executive uses the times of the first input, and requests
/// the output's extent from all inputs: other inputs would then be read at one time only, or be cut to the
/// extent of the first.

/// The data of all connections of a port, without connections that have none.
std::vector<vtkDataObject*> dataOf(vtkInformationVector& port);

/// For RequestInformation: sets the times of the outputs to the union of the time steps of all inputs, in
/// ascending order, with one range around all. Outputs have no times if no input has any.
void mergeTimes(vtkAlgorithm& filter, vtkInformationVector** inputs, vtkInformationVector& outputs);

/// For RequestUpdateExtent: removes the requested extent from inputs without a structure, since it belongs to
/// another input or branch; their sources then produce their whole extent.
void separateExtents(vtkAlgorithm& filter, vtkInformationVector** inputs);

/// For RequestUpdateExtent: requests the whole data of every connection of a port, on each rank its own
/// piece, whatever piece or extent is requested from the output.
void requestWhole(vtkInformationVector& port, const RankGroup& ranks);

/// The same for a port whose grids represent their outer faces: with several ranks a layer of ghost cells is
/// requested from a grid, so that its outer faces differ from the cuts between pieces.
void requestOuterFaces(vtkInformationVector& port, const RankGroup& ranks);

/// The time of a filter's input data: the common time of all inputs with times, otherwise the requested time.
/// No value if no input has times.
std::optional<double> timeOfInputs(vtkAlgorithm& filter, vtkInformation& request,
                                   vtkInformationVector** inputs, vtkInformationVector& outputs);

/// For RequestData, after the outputs are filled: sets their data time to timeOfInputs, if there is one.
void setDataTime(vtkAlgorithm& filter, vtkInformation& request, vtkInformationVector** inputs,
                 vtkInformationVector& outputs);

}  // namespace talus::filters
