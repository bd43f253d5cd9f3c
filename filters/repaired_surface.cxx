#include "repaired_surface.h"

#include <vtkCellData.h>
#include <vtkFieldData.h>
#include <vtkNew.h>
#include <vtkPolyData.h>
#include <vtkTypeInt64Array.h>
#include <vtkUnsignedCharArray.h>

#include <numeric>
#include <utility>

#include "answer.h"
#include "array_memory.h"
#include "base/surface_title.h"
#include "checked_surface.h"
#include "field_data.h"
#include "filter_progress.h"
#include "mesh_output.h"
#include "report/repair_answer.h"
#include "source_arrays.h"
#include "surface_blocks.h"

namespace talus::filters {

namespace {

// SourceCell of a surface that is passed on.
void numberCells(vtkPolyData& data) {
  vtkNew<vtkTypeInt64Array> cells;
  cells->SetName("SourceCell");
  setTuples(*cells, data.GetNumberOfCells());
  std::iota(cells->GetPointer(0), cells->GetPointer(0) + data.GetNumberOfCells(), vtkTypeInt64{0});
  data.GetCellData()->AddArray(cells);
}

// 1 for triangles that close holes.
void markPatches(const std::vector<Index>& sources, vtkPolyData& data) {
  vtkNew<vtkUnsignedCharArray> patch;
  patch->SetName("Patch");
  setTuples(*patch, data.GetNumberOfCells());
  patch->FillValue(0);
  for (std::size_t t = 0; t < sources.size(); ++t)
    if (sources[t] == RepairedSurface::added) patch->SetValue(static_cast<vtkIdType>(t), 1);
  data.GetCellData()->AddArray(patch);
}

}  // namespace

void RepairedBlocks::read(vtkDataObject& surface) {
  pieces_ = readPieces({&surface});
}

void RepairedBlocks::gather() {
  blocks_ = gatherBlocks(pieces_, ranks_);
}

void RepairedBlocks::repair(const RepairOptions& options, vtkAlgorithm& filter) {
  const auto count = static_cast<double>(blocks_.size());
  double done = 0;
  for (const auto& [number, block] : blocks_) {
    Context context(reportTo(filter, done / count, (done + 1) / count));
    repaired_[number] = repairSurface(block.mesh, options, context);
    ++done;
  }
}

// Polygons that have no triangles of their own cannot remain polygons.
bool RepairedBlocks::hasChanged(int block) const {
  const BlockMesh& whole = blocks_.at(block);
  return repaired_.at(block).report.hasChanged() || whole.incomplete > 0 || whole.crossed > 0;
}

void RepairedBlocks::replace(const MeshPiece& piece, const std::vector<MeshPiece>& sources) const {
  vtkNew<vtkPolyData> made;
  if (!sources.empty() && ranks_.rank() == 0) {
    const RepairedSurface& repaired = repaired_.at(piece.block);
    std::vector<SourceTriangle> triangles;
    for (const Index triangle : repaired.source) triangles.push_back({piece.block, triangle});
    writeMesh(repaired.mesh, *made);
    writeSources(repaired.mesh, triangles, sources,
                 ranks_.size() > 1 ? PassedArrays::None : PassedArrays::CellsAndPoints, *made);
    markPatches(repaired.source, *made);
  }
  made->GetFieldData()->ShallowCopy(piece.data->GetFieldData());
  CheckedSurface::forget(*made);
  piece.data->ShallowCopy(made);
}

void RepairedBlocks::describe(const MeshPiece& piece) const {
  const RepairReport& report = repaired_.at(piece.block).report;
  vtkPolyData& data = *piece.data;
  std::vector<std::string> names, texts;
  std::vector<std::int64_t> counts;
  for (const RepairStep& step : stepsOf(report)) {
    names.push_back(step.name);
    counts.push_back(step.count);
    texts.push_back(step.text);
  }
  if (const std::int64_t incomplete = blocks_.at(piece.block).incomplete; incomplete > 0) {
    names.emplace_back("IncompletePolygons");
    counts.push_back(incomplete);
    texts.emplace_back(std::to_string(incomplete) + " polygons of fewer than three corners removed");
  }
  addTexts(data, "Repairs", names);
  addCounts(data, "RepairCounts", counts);
  addTexts(data, "RepairTexts", texts);
  addFlag(data, "Changed", hasChanged(piece.block));
  addFlag(data, "Sound", report.after.problem.empty());
  addTexts(data, "Problem", {report.after.problem});
  addCount(data, "OpenHoles", report.openHoles);
  addCount(data, "HoleTriangles", report.holeTriangles);
  addNumber(data, "MaximumMove", report.maximumMove);
  addNumber(data, "VolumeBefore", report.before.signedVolume);
  addNumber(data, "Volume", report.after.signedVolume);
  addNumber(data, "Area", report.after.area);
  putAnswer(data, repairAnswer(report));
}

void RepairedBlocks::write() const {
  std::map<int, std::vector<MeshPiece>> sources;  // as they were; the first piece of a block gets them all
  for (const MeshPiece& piece : pieces_) {
    if (!hasChanged(piece.block)) continue;
    vtkNew<vtkPolyData> before;
    before->ShallowCopy(piece.data);
    sources[piece.block].push_back(piece);
    sources[piece.block].back().data = before;
  }
  for (const MeshPiece& piece : pieces_) {
    if (hasChanged(piece.block)) {
      replace(piece, std::exchange(sources[piece.block], {}));
    } else {
      numberCells(*piece.data);
      markPatches({}, *piece.data);
    }
    describe(piece);
  }
}

std::string RepairedBlocks::answer() const {
  std::vector<const RepairReport*> reports;
  std::vector<int> numbers;
  for (const auto& [number, repaired] : repaired_) {
    reports.push_back(&repaired.report);
    numbers.push_back(number);
  }
  return repairsAnswer(reports, numbers);
}

std::string RepairedBlocks::warning() const {
  for (const auto& [number, repaired] : repaired_) {
    if (repaired.report.after.problem.empty()) continue;
    const std::string& source = blocks_.at(number).source;
    std::string place = source.empty() ? "" : " in the surface";
    if (repaired_.size() > 1) place = " in surface " + std::to_string(number);
    return "Defects remain" + withSource(place, source) + ": " + repaired.report.after.problem;
  }
  return "";
}

}  // namespace talus::filters
