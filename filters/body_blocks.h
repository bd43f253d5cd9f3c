#pragma once

#include <vtkSmartPointer.h>

#include <string>
#include <vector>

class vtkDataObject;
class vtkPartitionedDataSetCollection;
class vtkPolyData;

namespace talus::filters {

/// Replaces the block of the same name in a collection, or appends the block; the assembly also gets a node
/// of this name.
void putBlock(vtkPartitionedDataSetCollection& collection, const std::string& name, vtkPolyData& block);

/// Makes the output of a filter that adds data to bodies: a shallow copy of the scene, or one block
/// `Surfaces/<number>` for each block of the surfaces.
void copyBodies(const std::vector<vtkDataObject*>& inputs, vtkPartitionedDataSetCollection& output);

}  // namespace talus::filters
