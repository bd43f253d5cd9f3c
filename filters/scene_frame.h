#pragma once

class vtkPartitionedDataSetCollection;

namespace talus {
class Simulation;
}

namespace talus::filters {

/// Writes a scene as it is at the time where its simulation stands: the blocks of `input`, of which the
/// simulation was made, with new blocks Bodies and Contacts, and the frame's statistics as field data. Bodies
/// that were removed are omitted, in motions, too; other arrays of the bodies pass through.
void writeFrame(const Simulation& simulation, vtkPartitionedDataSetCollection& input,
                vtkPartitionedDataSetCollection& output);

}  // namespace talus::filters
