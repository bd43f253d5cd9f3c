#include "source_arrays.h"

#include <vtkCellData.h>
#include <vtkDataSetAttributes.h>
#include <vtkIdList.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>
#include <vtkTypeInt64Array.h>

#include <algorithm>
#include <map>
#include <optional>

#include "array_memory.h"

namespace talus::filters {

namespace {

// A triangle in the piece that has it.
struct PlacedTriangle {
  std::size_t piece = 0;
  vtkIdType triangle = -1;  // −1: this rank does not have it
};

class PieceFinder {
 public:
  explicit PieceFinder(const std::vector<MeshPiece>& pieces) : pieces_(pieces) {
    for (std::size_t i = 0; i < pieces.size(); ++i) ofBlock_[pieces[i].block].push_back(i);
  }

  PlacedTriangle find(const SourceTriangle& source) const {
    const auto at = ofBlock_.find(source.block);
    if (at == ofBlock_.end() || source.triangle < 0) return {};
    for (const std::size_t i : at->second) {
      const MeshPiece& piece = pieces_[i];
      const auto number = static_cast<std::size_t>(source.triangle);
      if (number >= piece.first && number - piece.first < piece.triangles.cellOf.size())
        return {i, static_cast<vtkIdType>(number - piece.first)};
    }
    return {};
  }

 private:
  const std::vector<MeshPiece>& pieces_;
  std::map<int, std::vector<std::size_t>> ofBlock_;
};

// The arrays that the cells of all pieces have in common.
class CommonCellArrays {
 public:
  CommonCellArrays(const std::vector<MeshPiece>& pieces, vtkIdType cells, vtkCellData& output)
      : pieces_(pieces), output_(output) {
    for (const MeshPiece& piece : pieces) list_.IntersectFieldList(piece.data->GetCellData());
    output_.CopyAllOn();
    list_.CopyAllocate(&output_, vtkDataSetAttributes::COPYTUPLE, cells, 0);
  }

  void copy(const PlacedTriangle& from, vtkIdType to) {
    if (from.triangle < 0) return output_.NullData(to);
    const MeshPiece& piece = pieces_[from.piece];
    const vtkIdType cell = piece.triangles.cellOf[static_cast<std::size_t>(from.triangle)];
    list_.CopyData(static_cast<int>(from.piece), piece.data->GetCellData(), cell, &output_, to);
  }

 private:
  const std::vector<MeshPiece>& pieces_;
  vtkCellData& output_;
  vtkDataSetAttributes::FieldList list_;
};

// The shares of a triangle's corners in a point of it.
std::array<double, 3> sharesOf(const Vec3& p, const std::array<Vec3, 3>& corners) {
  const auto& [a, b, c] = corners;
  const Vec3 normal = (b - a).cross(c - a);
  std::array<double, 3> shares{normal.dot((b - p).cross(c - p)), normal.dot((c - p).cross(a - p)),
                               normal.dot((a - p).cross(b - p))};
  for (double& share : shares) share = std::max(share, 0.0);
  const double sum = shares[0] + shares[1] + shares[2];
  if (!(sum > 0)) return {1, 0, 0};
  for (double& share : shares) share /= sum;
  return shares;
}

// The arrays that the points of all pieces have in common.
class CommonPointArrays {
 public:
  CommonPointArrays(const std::vector<MeshPiece>& pieces, std::size_t points, vtkPointData& output)
      : pieces_(pieces), output_(output), known_(points, false) {
    for (const MeshPiece& piece : pieces) list_.IntersectFieldList(piece.data->GetPointData());
    output_.CopyAllOn(vtkDataSetAttributes::INTERPOLATE);
    list_.CopyAllocate(&output_, vtkDataSetAttributes::INTERPOLATE, static_cast<vtkIdType>(points), 0);
    for (std::size_t p = 0; p < points; ++p) output_.NullData(static_cast<vtkIdType>(p));
  }

  void interpolate(const PlacedTriangle& from, const TriangleMesh& mesh, std::size_t triangle) {
    if (from.triangle < 0) return;
    const TriangleMesh& source = pieces_[from.piece].triangles.mesh;
    const auto there = static_cast<std::size_t>(from.triangle);
    for (const Index corner : mesh.triangle(triangle)) {
      if (known_[static_cast<std::size_t>(corner)]) continue;
      known_[static_cast<std::size_t>(corner)] = true;
      write(from.piece, source.triangle(there), source.corners(there), mesh.point(corner), corner);
    }
  }

 private:
  void write(std::size_t piece, const std::array<Index, 3>& numbers, const std::array<Vec3, 3>& corners,
             const Vec3& p, vtkIdType to) {
    ids_->Reset();
    std::array<double, 3> shares{1, 0, 0};
    const auto same = std::find(corners.begin(), corners.end(), p);
    if (same != corners.end()) {
      ids_->InsertNextId(numbers[static_cast<std::size_t>(same - corners.begin())]);
    } else {
      for (const Index number : numbers) ids_->InsertNextId(number);
      shares = sharesOf(p, corners);
    }
    list_.InterpolatePoint(static_cast<int>(piece), pieces_[piece].data->GetPointData(), ids_, shares.data(),
                           &output_, to);
  }

  const std::vector<MeshPiece>& pieces_;
  vtkPointData& output_;
  std::vector<bool> known_;
  vtkNew<vtkIdList> ids_;
  vtkDataSetAttributes::FieldList list_;
};

}  // namespace

void writeSources(const TriangleMesh& mesh, const std::vector<SourceTriangle>& sources,
                  const std::vector<MeshPiece>& pieces, PassedArrays passed, vtkPolyData& output) {
  const auto count = static_cast<vtkIdType>(sources.size());
  vtkNew<vtkTypeInt64Array> cells;
  cells->SetName("SourceCell");
  setTuples(*cells, count);
  std::optional<CommonCellArrays> cellArrays;
  std::optional<CommonPointArrays> pointArrays;
  if (passed != PassedArrays::None && !pieces.empty())
    cellArrays.emplace(pieces, count, *output.GetCellData());
  if (passed == PassedArrays::CellsAndPoints && !pieces.empty())
    pointArrays.emplace(pieces, mesh.pointCount(), *output.GetPointData());
  const PieceFinder finder(pieces);
  for (vtkIdType t = 0; t < count; ++t) {
    const auto i = static_cast<std::size_t>(t);
    const PlacedTriangle from = finder.find(sources[i]);
    cells->SetValue(t, from.triangle < 0
                           ? -1
                           : pieces[from.piece].triangles.cellOf[static_cast<std::size_t>(from.triangle)]);
    if (cellArrays) cellArrays->copy(from, t);
    if (pointArrays) pointArrays->interpolate(from, mesh, i);
  }
  output.GetCellData()->AddArray(cells);
}

}  // namespace talus::filters
