#include "body_blocks.h"

#include <vtkCompositeDataSet.h>
#include <vtkDataAssembly.h>
#include <vtkInformation.h>
#include <vtkNew.h>
#include <vtkPartitionedDataSet.h>
#include <vtkPartitionedDataSetCollection.h>
#include <vtkPolyData.h>

#include <map>

#include "scene_data.h"
#include "surface_blocks.h"

namespace talus::filters {

namespace {

// Replaces the assembly by a new one, since a shallow copy shares the assembly of its source.
void addNode(vtkPartitionedDataSetCollection& collection, const std::string& name, unsigned int block) {
  vtkNew<vtkDataAssembly> assembly;
  if (collection.GetDataAssembly())
    assembly->DeepCopy(collection.GetDataAssembly());
  else
    assembly->SetRootNodeName("Scene");
  assembly->AddDataSetIndex(assembly->AddNode(vtkDataAssembly::MakeValidNodeName(name.c_str()).c_str()),
                            block);
  collection.SetDataAssembly(assembly);
}

void copySurfaces(const std::vector<vtkDataObject*>& inputs, vtkPartitionedDataSetCollection& output) {
  std::map<int, unsigned int> partitions;
  for (const SurfaceBlock& block : surfaceBlocks(inputs)) {
    const auto number = static_cast<unsigned int>(block.number);
    output.SetPartition(number, partitions[block.number]++, block.data);
    const std::string name = "Surfaces/" + std::to_string(number);
    output.GetMetaData(number)->Set(vtkCompositeDataSet::NAME(), name.c_str());
  }
}

}  // namespace

void putBlock(vtkPartitionedDataSetCollection& collection, const std::string& name, vtkPolyData& block) {
  const unsigned int count = collection.GetNumberOfPartitionedDataSets();
  unsigned int at = 0;
  while (at < count && blockName(collection, at) != name) ++at;
  vtkNew<vtkPartitionedDataSet> only;
  only->SetPartition(0, &block);
  collection.SetPartitionedDataSet(at, only);
  collection.GetMetaData(at)->Set(vtkCompositeDataSet::NAME(), name.c_str());
  if (at == count) addNode(collection, name, at);
}

void copyBodies(const std::vector<vtkDataObject*>& inputs, vtkPartitionedDataSetCollection& output) {
  output.Initialize();
  if (inputs.size() == 1 && isScene(*inputs[0]))
    output.ShallowCopy(inputs[0]);
  else
    copySurfaces(inputs, output);
}

}  // namespace talus::filters
