#pragma once

#include <vtkSmartPointer.h>

#include <string>
#include <vector>

class vtkDataObject;
class vtkDataSet;
class vtkPolyData;

namespace talus::filters {

/// One piece of a body's surface. Pieces with the same block number belong to the same body.
struct SurfaceBlock {
  int number = 0;
  vtkSmartPointer<vtkDataSet> data{};
  std::string name{};    ///< from the composite, may be empty
  std::string source{};  ///< the file that its data name as their own, or `name`; may be empty
};

/// Lists the datasets of a surface input with their block numbers, without empty places and tables, such as
/// the histories that Exodus files have beside their meshes.
///
/// A single dataset is block 0. In a composite the blocks are numbered from 0 in depth-first order, empty
/// places included; all partitions of a vtkPartitionedDataSet (and all pieces of a vtkMultiPieceDataSet) are
/// one block. Grids among them are joined to one, so that faces between them are not outer ones.
/// @throws Error for a block that is not a dataset.
std::vector<SurfaceBlock> surfaceBlocks(vtkDataObject* surface);
/// The same for several inputs, numbered consecutively.
std::vector<SurfaceBlock> surfaceBlocks(const std::vector<vtkDataObject*>& surfaces);

/// The polygons of a dataset: the dataset itself if it is a vtkPolyData, otherwise the outer faces of the
/// grid (outerFacesOf()).
/// @param name its name in messages.
/// @throws Error for anything that is not a surface: images, or only points and lines; for a broken grid.
vtkSmartPointer<vtkPolyData> polygonsOf(vtkDataSet& data, const std::string& name);

/// The name of a block in messages. @param source as SurfaceBlock's.
std::string blockName(int number, const std::string& source, bool composite);

/// The data with the name that they have as their own.
void shallowCopyNamed(vtkDataObject& from, vtkDataObject& to);

}  // namespace talus::filters
