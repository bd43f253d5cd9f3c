#pragma once

#include <string>
#include <vector>

#include "assembly/assembly_check.h"

class vtkPartitionedDataSetCollection;
class vtkPolyData;

namespace talus::filters {

/// A vertex for each pair at the place to look at, with arrays for all that is known of it.
/// @param blocks of each pair: the number of its overlap, −1 without one.
void writePairs(const AssemblyReport& report, const std::vector<std::string>& names,
                const std::vector<int>& blocks, vtkPolyData& output);

/// A closed surface for each pair that overlaps. @return the number of the block of each pair, −1 without
/// one.
std::vector<int> writeOverlaps(const AssemblyReport& report, const std::vector<std::string>& names,
                               vtkPartitionedDataSetCollection& output);

/// The triangles that lie on a triangle of another part.
void writeContactFaces(const AssemblyReport& report, const std::vector<AssemblyPart>& parts,
                       vtkPolyData& output);

/// A line across each clearance that is a finding, and across the least one.
void writeClearances(const AssemblyReport& report, vtkPolyData& output);

}  // namespace talus::filters
