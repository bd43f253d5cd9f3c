#pragma once

class vtkPartitionedDataSetCollection;

namespace talus {
class Simulation;
}

namespace talus::filters {

/// Writes a scene at the current time of its simulation: the blocks of `input`, from which the simulation was
/// made, with new blocks Bodies and Contacts, and the frame's statistics as field data. Bodies that were
/// removed are omitted, also in motions; other arrays of the bodies pass through. On several ranks each body
/// and contact is written by one of them.
void writeFrame(const Simulation& simulation, vtkPartitionedDataSetCollection& input,
                vtkPartitionedDataSetCollection& output);

}  // namespace talus::filters
