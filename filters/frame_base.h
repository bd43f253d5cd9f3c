#pragma once

#include <vtkSmartPointer.h>

class vtkPartitionedDataSetCollection;

namespace talus {
class Communicator;
class Simulation;
}  // namespace talus

namespace talus::filters {

/// The scene over which a rank writes its frames: on rank 0 the input itself, on other ranks the same shapes,
/// and the arrays of all bodies that pass through. One message to all ranks.
/// @param input of this rank; ignored but on rank 0.
vtkSmartPointer<vtkPartitionedDataSetCollection> frameBase(vtkPartitionedDataSetCollection& input,
                                                           const Simulation& simulation, Communicator& ranks);

}  // namespace talus::filters
