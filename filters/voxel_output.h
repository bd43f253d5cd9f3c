#pragma once

#include <vtkSmartPointer.h>
#include <vtkType.h>

#include <cstdint>
#include <vector>

#include "voxels/voxelizer.h"

class vtkDataSetAttributes;
class vtkDoubleArray;
class vtkIdTypeArray;
class vtkImageData;
class vtkIntArray;
class vtkSignedCharArray;
class vtkUnstructuredGrid;

namespace talus::filters {

/// Numbers of bodies for users; empty if the numbers are those of shells.
using BodyNumbers = std::vector<std::int64_t>;

/// The arrays `Side`, `EnclosingBody`, `Distance` and `VolumeFraction`, filled portion by portion.
class VoxelArrays {
 public:
  /// @param count number of values to come; 0 if unknown.
  VoxelArrays(const VoxelRequest& wanted, vtkIdType count, const BodyNumbers& numbers);

  /// Appends all values, or one value to each array.
  void append(const VoxelLayers& layers);
  void append(const VoxelLayers& layers, std::size_t n);
  vtkIdType size() const;
  /// Adds the arrays. @param fractionOnly only the array of fractions.
  void addTo(vtkDataSetAttributes& attributes, bool fractionOnly = false) const;
  /// Bytes per value.
  static std::int64_t bytesEach(const VoxelRequest& wanted);

 private:
  int numberOf(Index body) const;

  BodyNumbers numbers_;
  vtkSmartPointer<vtkSignedCharArray> side_;
  // Null unless requested.
  vtkSmartPointer<vtkIntArray> body_;
  vtkSmartPointer<vtkDoubleArray> distance_;
  vtkSmartPointer<vtkDoubleArray> fraction_;
};

/// Sets the extent, origin and spacing of an image to those of an extent of voxels.
void placeImage(const VoxelGrid& grid, const VoxelExtent& voxels, vtkImageData& image);

/// Collects voxels, which must come layer by layer, x fastest, and makes an unstructured grid in which
/// neighbours share points.
class VoxelCells {
 public:
  /// @param extent of the voxels that may come.
  VoxelCells(const VoxelGrid& grid, const VoxelExtent& extent);

  void append(Index i, Index j, Index k);
  void writeTo(vtkUnstructuredGrid& output) const;
  /// Approximate bytes per voxel, without its arrays.
  static constexpr std::int64_t bytesEach = 140;

 private:
  using Plane = std::vector<vtkIdType>;  // number of the point at each node; −1: none

  vtkIdType pointAt(Plane& plane, Index i, Index j, Index k);

  VoxelGrid grid_;
  VoxelExtent extent_;
  Index layer_;
  Plane lower_;
  Plane upper_;
  vtkSmartPointer<vtkDoubleArray> coordinates_;
  vtkSmartPointer<vtkIdTypeArray> corners_;
  vtkSmartPointer<vtkIntArray> index_;
};

}  // namespace talus::filters
