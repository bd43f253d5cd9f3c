#include "boolean_output.h"

#include <vtkCellData.h>
#include <vtkCompositeDataSet.h>
#include <vtkDataSetAttributes.h>
#include <vtkInformation.h>
#include <vtkIntArray.h>
#include <vtkNew.h>
#include <vtkPartitionedDataSetCollection.h>
#include <vtkPolyData.h>
#include <vtkTypeInt64Array.h>

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "array_memory.h"
#include "field_data.h"
#include "mesh_output.h"

namespace talus::filters {

namespace {

// Finds the piece of a block that has a triangle.
class PieceFinder {
 public:
  explicit PieceFinder(const std::vector<MeshPiece>& pieces) : pieces_(pieces) {
    for (std::size_t i = 0; i < pieces.size(); ++i) ofBlock_[pieces[i].block].push_back(i);
  }

  // The piece and the cell; −1 if this rank does not have it.
  std::pair<std::size_t, vtkIdType> find(int block, Index triangle) const {
    const auto at = ofBlock_.find(block);
    if (at == ofBlock_.end()) return {0, -1};
    for (const std::size_t i : at->second) {
      const MeshPiece& piece = pieces_[i];
      const std::size_t local = static_cast<std::size_t>(triangle) - piece.first;
      if (static_cast<std::size_t>(triangle) >= piece.first && local < piece.triangles.cellOf.size())
        return {i, piece.triangles.cellOf[local]};
    }
    return {0, -1};
  }

 private:
  const std::vector<MeshPiece>& pieces_;
  std::map<int, std::vector<std::size_t>> ofBlock_;
};

// The arrays that the cells of all pieces have in common.
class CommonArrays {
 public:
  CommonArrays(const std::vector<MeshPiece>& pieces, vtkIdType cells, vtkCellData& output)
      : pieces_(pieces), output_(output) {
    for (const MeshPiece& piece : pieces) list_.IntersectFieldList(piece.data->GetCellData());
    output_.CopyAllOn();
    list_.CopyAllocate(&output_, vtkDataSetAttributes::COPYTUPLE, cells, 0);
  }

  void copy(std::size_t piece, vtkIdType from, vtkIdType to) {
    list_.CopyData(static_cast<int>(piece), pieces_[piece].data->GetCellData(), from, &output_, to);
  }

 private:
  const std::vector<MeshPiece>& pieces_;
  vtkCellData& output_;
  vtkDataSetAttributes::FieldList list_;
};

void describe(const ArrangementBody& body, vtkPolyData& output) {
  addNumber(output, "Volume", body.moments.volume);
  addNumber(output, "Area", body.moments.area);
  addVector(output, "Centroid", body.moments.centroid);
  addCount(output, "NewPoints", body.rounding.newPoints);
  addCount(output, "CollapsedTriangles", body.rounding.collapsed);
  addCount(output, "RepeatedArrangements", body.rounding.arrangements);
  addCount(output, "SelfIntersections", body.rounding.intersections);
}

}  // namespace

void writeBody(const ArrangementBody& body, const std::vector<int>& blocks,
               const std::vector<MeshPiece>& pieces, bool withArrays, vtkPolyData& output) {
  writeMesh(body.mesh, output);
  const auto count = static_cast<vtkIdType>(body.mesh.triangleCount());
  vtkNew<vtkIntArray> surface;
  vtkNew<vtkTypeInt64Array> cell;
  surface->SetName("SourceSurface");
  cell->SetName("SourceCell");
  setTuples(*surface, count);
  setTuples(*cell, count);
  const PieceFinder finder(pieces);
  std::optional<CommonArrays> arrays;
  if (withArrays && !pieces.empty()) arrays.emplace(pieces, count, *output.GetCellData());
  for (vtkIdType t = 0; t < count; ++t) {
    const auto i = static_cast<std::size_t>(t);
    const int block = blocks[static_cast<std::size_t>(body.surface[i])];
    const auto [piece, source] = finder.find(block, body.cell[i]);
    surface->SetValue(t, block);
    cell->SetValue(t, source);
    if (arrays && source >= 0) arrays->copy(piece, source, t);
  }
  output.GetCellData()->AddArray(surface);
  output.GetCellData()->AddArray(cell);
  describe(body, output);
}

void writeRegions(const std::vector<ArrangementRegion>& regions, const std::vector<int>& blocks,
                  const std::vector<MeshPiece>& pieces, bool withArrays,
                  vtkPartitionedDataSetCollection& output) {
  for (const ArrangementRegion& region : regions) {
    vtkNew<vtkPolyData> data;
    writeBody(region.body, blocks, pieces, withArrays, *data);
    std::vector<std::int64_t> inside;
    std::string name = "in";
    for (const Index surface : region.inside) {
      inside.push_back(blocks[static_cast<std::size_t>(surface)]);
      name.append(" ").append(std::to_string(inside.back()));
    }
    addCounts(*data, "Inside", inside);
    const unsigned int number = output.GetNumberOfPartitionedDataSets();
    output.SetPartition(number, 0, data);
    output.GetMetaData(number)->Set(vtkCompositeDataSet::NAME(), name.c_str());
  }
}

}  // namespace talus::filters
