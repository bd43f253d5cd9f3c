#include "surface_blocks.h"

#include <vtkAppendFilter.h>
#include <vtkCompositeDataIterator.h>
#include <vtkCompositeDataSet.h>
#include <vtkDataObjectTree.h>
#include <vtkDataSet.h>
#include <vtkInformation.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkMultiPieceDataSet.h>
#include <vtkNew.h>
#include <vtkPartitionedDataSet.h>
#include <vtkPartitionedDataSetCollection.h>
#include <vtkPointSet.h>
#include <vtkPolyData.h>
#include <vtkUnstructuredGrid.h>

#include <algorithm>
#include <cstddef>

#include "base/error.h"
#include "base/surface_title.h"
#include "outer_faces.h"

namespace talus::filters {

namespace {

void addLeaf(vtkDataObject* object, int number, std::vector<SurfaceBlock>& blocks) {
  if (!object || object->IsA("vtkTable")) return;
  auto* data = vtkDataSet::SafeDownCast(object);
  if (!data)
    throw Error("The surface has a block that is not a mesh",
                "block " + std::to_string(number) + " is a " + object->GetClassName(),
                "Give polygonal data, for example through Extract Surface",
                {.surface = "Block " + std::to_string(number)});
  blocks.push_back({number, data, ""});
}

// The grids of some pieces as one: faces between them are not outer ones. Polygons stay as they are.
void joinGrids(std::vector<SurfaceBlock>& blocks, std::size_t first) {
  const auto isGrid = [](const SurfaceBlock& block) {
    return block.data->IsA("vtkPointSet") && !block.data->IsA("vtkPolyData");
  };
  const auto begin = blocks.begin() + static_cast<std::ptrdiff_t>(first);
  if (std::count_if(begin, blocks.end(), isGrid) < 2) return;
  vtkNew<vtkAppendFilter> append;
  for (auto block = begin; block != blocks.end(); ++block)
    if (isGrid(*block)) append->AddInputData(block->data);
  append->Update();
  const int number = begin->number;
  blocks.erase(std::remove_if(begin, blocks.end(), isGrid), blocks.end());
  blocks.push_back({number, vtkSmartPointer<vtkDataSet>(append->GetOutput()), ""});
}

void addPartitions(vtkPartitionedDataSet& set, int number, std::vector<SurfaceBlock>& blocks) {
  const std::size_t before = blocks.size();
  for (unsigned int i = 0; i < set.GetNumberOfPartitions(); ++i)
    addLeaf(set.GetPartitionAsDataObject(i), number, blocks);
  joinGrids(blocks, before);
}

int addTree(vtkDataObject* object, int next, std::vector<SurfaceBlock>& blocks);

int addChild(vtkDataObject* child, vtkInformation* about, int next, std::vector<SurfaceBlock>& blocks) {
  const std::size_t before = blocks.size();
  next = addTree(child, next, blocks);
  if (about && about->Has(vtkCompositeDataSet::NAME()))
    for (std::size_t i = before; i < blocks.size(); ++i)
      if (blocks[i].name.empty()) blocks[i].name = about->Get(vtkCompositeDataSet::NAME());
  return next;
}

int addChildren(vtkMultiBlockDataSet& tree, int next, std::vector<SurfaceBlock>& blocks) {
  for (unsigned int i = 0; i < tree.GetNumberOfBlocks(); ++i)
    next = addChild(tree.GetBlock(i), tree.HasMetaData(i) ? tree.GetMetaData(i) : nullptr, next, blocks);
  return next;
}

int addChildren(vtkPartitionedDataSetCollection& tree, int next, std::vector<SurfaceBlock>& blocks) {
  for (unsigned int i = 0; i < tree.GetNumberOfPartitionedDataSets(); ++i)
    next = addChild(tree.GetPartitionedDataSet(i), tree.HasMetaData(i) ? tree.GetMetaData(i) : nullptr, next,
                    blocks);
  return next;
}

int addAll(vtkCompositeDataSet& composite, int next, std::vector<SurfaceBlock>& blocks) {
  const auto at = vtk::TakeSmartPointer(composite.NewIterator());
  at->SkipEmptyNodesOff();
  for (at->InitTraversal(); !at->IsDoneWithTraversal(); at->GoToNextItem())
    addLeaf(at->GetCurrentDataObject(), next++, blocks);
  return next;
}

// Adds the blocks below a node, the first of them with number `next`. Returns the number after the last.
int addTree(vtkDataObject* object, int next, std::vector<SurfaceBlock>& blocks) {
  if (auto* set = vtkPartitionedDataSet::SafeDownCast(object)) {
    addPartitions(*set, next, blocks);
    return next + 1;
  }
  if (auto* collection = vtkPartitionedDataSetCollection::SafeDownCast(object))
    return addChildren(*collection, next, blocks);
  if (auto* tree = vtkMultiBlockDataSet::SafeDownCast(object)) return addChildren(*tree, next, blocks);
  if (auto* composite = vtkCompositeDataSet::SafeDownCast(object)) return addAll(*composite, next, blocks);
  addLeaf(object, next, blocks);
  return next + 1;
}

// Data may have a name of their own by the key of the names in composites.
const char* ownName(vtkDataObject& data) {
  return data.GetInformation()->Get(vtkCompositeDataSet::NAME());
}

void nameSources(std::vector<SurfaceBlock>& blocks) {
  for (SurfaceBlock& block : blocks) {
    const char* own = ownName(*block.data);
    block.source = own ? own : block.name;
  }
}

bool hasOnlyPointsAndLines(vtkPolyData& polygons) {
  const bool polygonal = polygons.GetNumberOfPolys() + polygons.GetNumberOfStrips() > 0;
  return !polygonal && polygons.GetNumberOfPoints() > 0;
}

}  // namespace

std::vector<SurfaceBlock> surfaceBlocks(const std::vector<vtkDataObject*>& surfaces) {
  std::vector<SurfaceBlock> blocks;
  int next = 0;
  for (vtkDataObject* surface : surfaces)
    if (surface) next = addTree(surface, next, blocks);
  nameSources(blocks);
  return blocks;
}

std::vector<SurfaceBlock> surfaceBlocks(vtkDataObject* surface) {
  return surfaceBlocks(std::vector{surface});
}

vtkSmartPointer<vtkPolyData> polygonsOf(vtkDataSet& data, const std::string& name) {
  if (!data.IsA("vtkPointSet"))
    throw Error(name + " is not a surface", std::string("it is a ") + data.GetClassName(),
                "Make a surface of it first, for example with Contour or Extract Surface", {.surface = name});
  vtkSmartPointer<vtkPolyData> polygons = vtkPolyData::SafeDownCast(&data);
  if (!polygons) {
    polygons =
        withSubject({.surface = name}, [&] { return outerFacesOf(*vtkPointSet::SafeDownCast(&data)); });
    if (polygons->GetNumberOfPolys() == 0 && data.GetNumberOfPoints() > 0)
      throw Error(name + " is not a surface",
                  std::to_string(data.GetNumberOfPoints()) + " points, but no volume or polygon",
                  "Give a grid of volumes, or a mesh made of triangles or polygons", {.surface = name});
  }
  if (hasOnlyPointsAndLines(*polygons))
    throw Error(name + " is not a surface",
                std::to_string(polygons->GetNumberOfPoints()) + " points, " +
                    std::to_string(polygons->GetNumberOfVerts()) + " vertices, " +
                    std::to_string(polygons->GetNumberOfLines()) + " lines, but no triangle or polygon",
                "Give a mesh made of triangles or polygons", {.surface = name});
  return polygons;
}

std::string blockName(int number, const std::string& source, bool composite) {
  if (!composite) return withSource("The surface", source);
  return withSource("Block " + std::to_string(number), source) + " of the surface";
}

void shallowCopyNamed(vtkDataObject& from, vtkDataObject& to) {
  to.ShallowCopy(&from);
  if (const char* own = ownName(from)) to.GetInformation()->Set(vtkCompositeDataSet::NAME(), own);
}

}  // namespace talus::filters
