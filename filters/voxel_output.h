#pragma once

#include <vtkSmartPointer.h>
#include <vtkType.h>

#include <array>
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

/// Numbers of bodies as users know them: empty where they are those of shells.
using BodyNumbers = std::vector<std::int64_t>;

/// The arrays `Side`, `EnclosingBody`, `Distance` and `VolumeFraction`, appended portion by portion.
class VoxelArrays {
 public:
  /// @param count how many values will come; 0 if that is not known.
  VoxelArrays(const VoxelRequest& wanted, vtkIdType count, const BodyNumbers& numbers);

  /// Appends all values, or one of each array.
  void append(const VoxelLayers& layers);
  void append(const VoxelLayers& layers, std::size_t n);
  vtkIdType size() const;
  /// Adds the arrays; without `Side` and `EnclosingBody` those of fractions only.
  void addTo(vtkDataSetAttributes& attributes, bool fractionOnly = false) const;
  /// Bytes a value takes.
  static std::int64_t bytesEach(const VoxelRequest& wanted);

 private:
  int numberOf(Index body) const;

  BodyNumbers numbers_;
  vtkSmartPointer<vtkSignedCharArray> side_;
  // Null unless wanted.
  vtkSmartPointer<vtkIntArray> body_;
  vtkSmartPointer<vtkDoubleArray> distance_;
  vtkSmartPointer<vtkDoubleArray> fraction_;
};

/// Gives an image the place of an extent of voxels.
void placeImage(const VoxelGrid& grid, const VoxelExtent& voxels, vtkImageData& image);

/// Collects voxels, which must come layer by layer, x fastest, and makes an unstructured grid of them whose
/// neighbours share points.
class VoxelCells {
 public:
  /// @param extent of the voxels that may come.
  VoxelCells(const VoxelGrid& grid, const VoxelExtent& extent);

  void append(Index i, Index j, Index k);
  void writeTo(vtkUnstructuredGrid& output) const;
  /// Bytes a voxel takes beside its arrays, about.
  static constexpr std::int64_t bytesEach = 140;

 private:
  using Plane = std::vector<vtkIdType>;  // number of the point at each node, −1 where there is none

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
