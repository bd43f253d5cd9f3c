#include "surface_trees.h"

#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkNew.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>

#include <algorithm>

#include "base/surface_title.h"
#include "columns.h"
#include "report/surrogate_answer.h"
#include "shared_items.h"
#include "surface_blocks.h"

namespace talus::filters {

void SurfaceTrees::read(vtkDataObject& surface) {
  composite_ = surface.IsA("vtkCompositeDataSet") != 0;
  pieces_ = readSplitPieces({&surface});
  for (const MeshPiece& piece : pieces_) {
    stamp_.emplace_back(piece.data, piece.data->GetMTime());
    if (!composite_)
      polygonsOf(*piece.data,
                 withSource("The surface", piece.source));  // throws if it has only points and lines
  }
}

bool SurfaceTrees::sameAs(const SurfaceTrees& other) const {
  return stamp_ == other.stamp_ && options_ == other.options_;
}

std::string SurfaceTrees::answer() const {
  SurrogateCounts counts;
  for (const auto& [number, surrogates] : surrogates_) {
    if (surrogates.empty()) continue;
    ++counts.surfaces;
    counts.triangles += surrogates.front().triangles;  // those below the root
    counts.surrogates += static_cast<std::int64_t>(surrogates.size());
    counts.levels = std::max<std::int64_t>(counts.levels, surrogates.back().level + 1);
  }
  return surrogateAnswer(counts);
}

void SurfaceTrees::gather() {
  meshes_ = gatherBlocks(pieces_, ranks_);
  pieces_.clear();
  std::erase_if(meshes_, [](const auto& block) { return block.second.mesh.triangleCount() == 0; });
}

void SurfaceTrees::build(vtkAlgorithm& filter, Communicator& messages) {
  std::vector<int> numbers;
  std::vector<std::int64_t> costs;
  for (const auto& [number, block] : meshes_) {
    numbers.push_back(number);
    costs.push_back(costOf(block.mesh));
    surrogates_[number] = {};
  }
  const auto compute = [&](std::size_t n, const Context::Report& report) {
    const BlockMesh& block = meshes_.at(numbers[n]);
    const TriangleMesh& mesh = block.mesh;
    requireUsable(mesh, blockName(numbers[n], block.source, composite_));
    Context context(report);
    context.beginStage(1, static_cast<std::int64_t>(mesh.triangleCount()));
    surrogates_[numbers[n]] = surrogateNodes(SurrogateTree(mesh, options_, context));
  };
  computeShared(costs,
                {compute, [&](std::size_t n, ByteWriter& to) { to.array(surrogates_[numbers[n]]); },
                 [&](std::size_t n, ByteReader& from) { from.array(surrogates_[numbers[n]]); }},
                filter, messages);
  meshes_.clear();
}

namespace {

// A surrogate, and its number in its block.
struct SurrogateRow {
  int block;
  std::int64_t number;
  const SurrogateNode* node;
};

void addCellArrays(const std::vector<SurrogateRow>& rows, double halo, vtkFieldData& to) {
  const auto add = [&](const char* name, const auto& of) { addColumn(to, name, rows, of); };
  add("Level", [](const SurrogateRow& row) { return row.node->level; });
  add("Epsilon", [=](const SurrogateRow& row) { return row.node->epsilon + halo; });
  add("Node", [](const SurrogateRow& row) { return row.number; });
  add("Parent", [](const SurrogateRow& row) { return std::int64_t{row.node->parent}; });
  add("Block", [](const SurrogateRow& row) { return row.block; });
  add("Triangles", [](const SurrogateRow& row) { return row.node->triangles; });
  add("SphereCenter", [](const SurrogateRow& row) { return row.node->sphereCentre; });
  add("SphereRadius", [=](const SurrogateRow& row) { return row.node->sphereRadius + halo; });
}

}  // namespace

void writeSurrogates(const std::map<int, std::vector<SurrogateNode>>& blocks, double halo,
                     vtkPolyData& output) {
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  vtkNew<vtkCellArray> cells;
  std::vector<SurrogateRow> rows;
  for (const auto& [block, nodes] : blocks)
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      rows.push_back({block, static_cast<std::int64_t>(i), &nodes[i]});
      cells->InsertNextCell(3);
      for (const Vec3& corner : nodes[i].corners)
        cells->InsertCellPoint(points->InsertNextPoint(corner.data()));
    }
  output.Initialize();
  output.SetPoints(points);
  output.SetPolys(cells);
  addCellArrays(rows, halo, *output.GetCellData());
  output.GetCellData()->SetActiveScalars("Level");  // the array by which ParaView colours initially
}

}  // namespace talus::filters
