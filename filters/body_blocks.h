#pragma once

#include <vtkSmartPointer.h>

#include <string>
#include <vector>

class vtkDataObject;
class vtkPartitionedDataSetCollection;
class vtkPolyData;

namespace talus::filters {

/// Puts a block into a collection in place of the one of the same name, or behind the others; its name
/// becomes a node of the assembly, too.
void putBlock(vtkPartitionedDataSetCollection& collection, const std::string& name, vtkPolyData& block);

/// Makes the output of a filter that adds to bodies: a shallow copy of the scene, or one block
/// `Surfaces/<number>` for each block of the surfaces.
void copyBodies(const std::vector<vtkDataObject*>& inputs, vtkPartitionedDataSetCollection& output);

}  // namespace talus::filters
