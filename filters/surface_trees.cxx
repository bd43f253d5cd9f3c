#include "surface_trees.h"

#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkDoubleArray.h>
#include <vtkIntArray.h>
#include <vtkNew.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkTypeInt64Array.h>

#include <algorithm>
#include <initializer_list>
#include <string>

#include "report/surrogate_answer.h"
#include "shared_items.h"
#include "surface_blocks.h"

namespace talus::filters {

void SurfaceTrees::read(vtkDataObject& surface) {
  composite_ = surface.IsA("vtkCompositeDataSet") != 0;
  pieces_ = readSplitPieces({&surface});
  for (const MeshPiece& piece : pieces_) {
    stamp_.emplace_back(piece.data, piece.data->GetMTime());
    if (!composite_) polygonsOf(*piece.data, "The surface");  // throws if it has only points and lines
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
    const TriangleMesh& mesh = meshes_.at(numbers[n]).mesh;
    requireUsable(mesh, blockName({numbers[n], nullptr}, composite_));
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

// Triangles with their cell arrays.
class SurrogateCells {
 public:
  SurrogateCells() {
    points_->SetDataTypeToDouble();
    const std::initializer_list<std::pair<vtkDataArray*, const char*>> names = {
        {level_, "Level"}, {epsilon_, "Epsilon"},     {node_, "Node"},           {parent_, "Parent"},
        {block_, "Block"}, {triangles_, "Triangles"}, {centre_, "SphereCenter"}, {radius_, "SphereRadius"}};
    for (const auto& [array, name] : names) {
      array->SetName(name);
      arrays_.push_back(array);
    }
    centre_->SetNumberOfComponents(3);
  }

  void add(int block, vtkTypeInt64 number, const SurrogateNode& node, double halo) {
    vtkIdType corners[3];
    for (std::size_t i = 0; i < 3; ++i) corners[i] = points_->InsertNextPoint(node.corners[i].data());
    cells_->InsertNextCell(3, corners);
    level_->InsertNextValue(node.level);
    epsilon_->InsertNextValue(node.epsilon + halo);
    node_->InsertNextValue(number);
    parent_->InsertNextValue(node.parent);
    block_->InsertNextValue(block);
    triangles_->InsertNextValue(node.triangles);
    centre_->InsertNextTuple(node.sphereCentre.data());
    radius_->InsertNextValue(node.sphereRadius + halo);
  }

  void write(vtkPolyData& output) const {
    output.Initialize();
    output.SetPoints(points_);
    output.SetPolys(cells_);
    for (vtkDataArray* array : arrays_) output.GetCellData()->AddArray(array);
    output.GetCellData()->SetActiveScalars("Level");  // the array by which ParaView colours initially
  }

 private:
  vtkNew<vtkPoints> points_;
  vtkNew<vtkCellArray> cells_;
  vtkNew<vtkIntArray> level_, block_;
  vtkNew<vtkTypeInt64Array> node_, parent_, triangles_;
  vtkNew<vtkDoubleArray> epsilon_, centre_, radius_;
  std::vector<vtkDataArray*> arrays_;
};

}  // namespace

void writeSurrogates(const std::map<int, std::vector<SurrogateNode>>& blocks, double halo,
                     vtkPolyData& output) {
  SurrogateCells cells;
  for (const auto& [block, nodes] : blocks)
    for (std::size_t i = 0; i < nodes.size(); ++i)
      cells.add(block, static_cast<vtkTypeInt64>(i), nodes[i], halo);
  cells.write(output);
}

}  // namespace talus::filters
