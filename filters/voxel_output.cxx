#include "voxel_output.h"

#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkCellType.h>
#include <vtkDataSetAttributes.h>
#include <vtkDoubleArray.h>
#include <vtkIdTypeArray.h>
#include <vtkImageData.h>
#include <vtkIntArray.h>
#include <vtkNew.h>
#include <vtkPoints.h>
#include <vtkSignedCharArray.h>
#include <vtkUnstructuredGrid.h>

#include <algorithm>

#include "array_memory.h"

namespace talus::filters {

namespace {

template <class Array>
void makeArray(vtkSmartPointer<Array>& array, const char* name, vtkIdType count) {
  array = vtkSmartPointer<Array>::New();
  array->SetName(name);
  makeRoom(*array, count);
}

template <class Array, class Value, class Convert>
void appendAll(const vtkSmartPointer<Array>& array, const std::vector<Value>& values,
               const Convert& convert) {
  if (!array) return;
  makeRoom(*array, static_cast<vtkIdType>(values.size()));
  auto* to = array->WritePointer(array->GetNumberOfTuples(), static_cast<vtkIdType>(values.size()));
  std::transform(values.begin(), values.end(), to, convert);
}

template <class Array, class Value>
void appendOne(const vtkSmartPointer<Array>& array, Value value) {
  makeRoom(*array, 1);
  array->InsertNextValue(value);
}

std::size_t nodesOfLayer(const VoxelExtent& extent) {
  return static_cast<std::size_t>((extent.size(0) + 1) * (extent.size(1) + 1));
}

}  // namespace

VoxelArrays::VoxelArrays(const VoxelRequest& wanted, vtkIdType count, const BodyNumbers& numbers)
    : numbers_(numbers) {
  makeArray(side_, "Side", count);
  if (wanted.enclosingBody) makeArray(body_, "EnclosingBody", count);
  if (wanted.distance) makeArray(distance_, "Distance", count);
  if (wanted.fraction) makeArray(fraction_, "VolumeFraction", count);
}

int VoxelArrays::numberOf(Index body) const {
  if (body < 0 || numbers_.empty()) return body;
  return static_cast<int>(numbers_[static_cast<std::size_t>(body)]);
}

void VoxelArrays::append(const VoxelLayers& layers) {
  appendAll(side_, layers.side, [](Side side) { return static_cast<signed char>(side); });
  appendAll(body_, layers.body, [this](Index body) { return numberOf(body); });
  appendAll(distance_, layers.distance, [](double distance) { return distance; });
  appendAll(fraction_, layers.fraction, [](double fraction) { return fraction; });
}

void VoxelArrays::append(const VoxelLayers& layers, std::size_t n) {
  appendOne(side_, static_cast<signed char>(layers.side[n]));
  if (body_) appendOne(body_, numberOf(layers.body[n]));
  if (distance_) appendOne(distance_, layers.distance[n]);
  if (fraction_) appendOne(fraction_, layers.fraction[n]);
}

vtkIdType VoxelArrays::size() const {
  return side_->GetNumberOfTuples();
}

void VoxelArrays::addTo(vtkDataSetAttributes& attributes, bool fractionOnly) const {
  if (!fractionOnly) {
    attributes.AddArray(side_);
    if (body_) attributes.AddArray(body_);
    if (distance_) attributes.AddArray(distance_);
  }
  if (fraction_) attributes.AddArray(fraction_);
  attributes.SetActiveScalars(fraction_ ? "VolumeFraction" : "Side");  // ParaView's initial colouring
}

std::int64_t VoxelArrays::bytesEach(const VoxelRequest& wanted) {
  const auto bytes = [](bool present, std::size_t size) {
    return present ? static_cast<std::int64_t>(size) : 0;
  };
  return 1 + bytes(wanted.enclosingBody, sizeof(int)) + bytes(wanted.distance, sizeof(double)) +
         bytes(wanted.fraction, sizeof(double));
}

void placeImage(const VoxelGrid& grid, const VoxelExtent& voxels, vtkImageData& image) {
  image.SetOrigin(grid.origin[0], grid.origin[1], grid.origin[2]);
  image.SetSpacing(grid.spacing[0], grid.spacing[1], grid.spacing[2]);
  image.SetExtent(voxels.begin[0], voxels.end[0], voxels.begin[1], voxels.end[1], voxels.begin[2],
                  voxels.end[2]);
}

VoxelCells::VoxelCells(const VoxelGrid& grid, const VoxelExtent& extent)
    : grid_(grid),
      extent_(extent),
      layer_(extent.begin[2]),
      lower_(nodesOfLayer(extent), -1),
      upper_(nodesOfLayer(extent), -1),
      coordinates_(vtkSmartPointer<vtkDoubleArray>::New()),
      corners_(vtkSmartPointer<vtkIdTypeArray>::New()),
      index_(vtkSmartPointer<vtkIntArray>::New()) {
  coordinates_->SetNumberOfComponents(3);
  index_->SetNumberOfComponents(3);
  index_->SetName("VoxelIndex");
}

vtkIdType VoxelCells::pointAt(Plane& plane, Index i, Index j, Index k) {
  const auto row = static_cast<std::size_t>(extent_.size(0) + 1);
  vtkIdType& point = plane[static_cast<std::size_t>(j - extent_.begin[1]) * row +
                           static_cast<std::size_t>(i - extent_.begin[0])];
  if (point < 0) {
    makeRoom(*coordinates_, 3);
    point = coordinates_->InsertNextTuple(grid_.node(i, j, k).data());
  }
  return point;
}

void VoxelCells::append(Index i, Index j, Index k) {
  for (; layer_ < k; ++layer_) {
    lower_.swap(upper_);
    std::fill(upper_.begin(), upper_.end(), -1);
  }
  for (const Index z : {0, 1})
    for (const Index y : {0, 1})
      for (const Index x : {0, 1})  // in the order of VTK_VOXEL
        appendOne(corners_, pointAt(z == 0 ? lower_ : upper_, i + x, j + y, k + z));
  for (const Index number : {i, j, k}) appendOne(index_, number);
}

void VoxelCells::writeTo(vtkUnstructuredGrid& output) const {
  vtkNew<vtkPoints> points;
  points->SetData(coordinates_);
  vtkNew<vtkCellArray> cells;
  const auto count = static_cast<std::size_t>(index_->GetNumberOfTuples());
  requireMemory((count + 1) * (sizeof(vtkIdType) + 1));  // VTK's offsets and types of the cells
  cells->SetData(8, corners_);
  output.SetPoints(points);
  output.SetCells(VTK_VOXEL, cells);
  output.GetCellData()->AddArray(index_);
}

}  // namespace talus::filters
