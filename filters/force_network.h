#pragma once

class vtkPolyData;

namespace talus {
class Simulation;
}

namespace talus::filters {

/// Writes the contacts of a simulation as writeContacts() does, with the forces that act at them: points,
/// vertices and lines have an array `Force` (on B; for a line the sum over its pair).
void writeForces(const Simulation& simulation, vtkPolyData& output);

}  // namespace talus::filters
