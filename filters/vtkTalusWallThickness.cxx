#include "vtkTalusWallThickness.h"

#include <vtkCellData.h>
#include <vtkDoubleArray.h>
#include <vtkInformation.h>
#include <vtkInformationVector.h>
#include <vtkNew.h>
#include <vtkObjectFactory.h>
#include <vtkPolyData.h>
#include <vtkTypeInt64Array.h>

#include <cmath>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "answer.h"
#include "assembly/wall_thickness.h"
#include "attempt.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/surface_title.h"
#include "block_meshes.h"
#include "field_data.h"
#include "filter_progress.h"
#include "ghost_cells.h"
#include "mesh_output.h"
#include "pipeline_request.h"
#include "report/wall_answer.h"
#include "surface_blocks.h"

using namespace talus::filters;

vtkStandardNewMacro(vtkTalusWallThickness);

namespace {

double finiteOrNaN(double value) {
  return std::isfinite(value) ? value : std::numeric_limits<double>::quiet_NaN();
}

BlockMesh onlyBlock(std::map<int, BlockMesh> blocks) {
  if (blocks.size() != 1)
    throw talus::Error(blocks.empty() ? "There is no surface" : "There are several surfaces", "",
                       "Give one closed surface: walls are those of one body");
  return std::move(blocks.begin()->second);
}

void addLengths(vtkPolyData& output, const char* name, const std::vector<double>& lengths) {
  vtkNew<vtkDoubleArray> array;
  array->SetName(name);
  array->SetNumberOfTuples(static_cast<vtkIdType>(lengths.size()));
  for (std::size_t t = 0; t < lengths.size(); ++t)
    array->SetValue(static_cast<vtkIdType>(t), finiteOrNaN(lengths[t]));
  output.GetCellData()->AddArray(array);
}

void addSources(vtkPolyData& output, const std::vector<MeshPiece>& pieces, bool whole) {
  vtkNew<vtkTypeInt64Array> array;
  array->SetName("SourceCell");
  array->SetNumberOfTuples(output.GetNumberOfCells());
  array->FillValue(-1);
  for (const MeshPiece& piece : pieces)
    for (std::size_t i = 0; whole && i < piece.triangles.cellOf.size(); ++i)
      array->SetValue(static_cast<vtkIdType>(piece.first + i), piece.triangles.cellOf[i]);
  output.GetCellData()->AddArray(array);
}

void addWay(vtkPolyData& output, const char* length, const char* from, const char* to,
            const talus::WallWay& way) {
  addNumber(output, length, finiteOrNaN(way.length));
  addVector(output, from, way.start);
  addVector(output, to, way.end);
}

void writeWalls(const talus::WallReport& report, vtkPolyData& output) {
  addLengths(output, "LeastThickness", report.leastThickness);
  addLengths(output, "Thickness", report.thickness);
  addLengths(output, "LeastGap", report.leastGap);
  addLengths(output, "Gap", report.gap);
  addWay(output, "ThinnestWall", "ThinnestFrom", "ThinnestTo", report.thinnest);
  addWay(output, "NarrowestGap", "NarrowestFrom", "NarrowestTo", report.narrowest);
}

}  // namespace

int vtkTalusWallThickness::RequestData(vtkInformation* request, vtkInformationVector** inputs,
                                       vtkInformationVector* outputs) {
  vtkPolyData* output = vtkPolyData::GetData(outputs);
  output->Initialize();
  const talus::ThreadLimit threads(this->NumberOfThreads);
  const RankGroup ranks(this->Controller);
  beginAnswer(*this);
  const auto read = [&] {
    this->RequireValid();
    return readSplitPieces(dataOf(*inputs[0]));
  };
  const auto work = [&](std::map<int, BlockMesh> blocks, const std::vector<MeshPiece>& pieces) {
    const BlockMesh block = onlyBlock(std::move(blocks));
    if (ranks.rank() > 0) return;
    talus::Context context(reportTo(*this, 0, 1));
    talus::WallReport report;
    explainGhosts(block.ghosts, [&] {
      report = talus::measureWalls(block.mesh, talus::withSource("The surface", block.source),
                                   this->CoreOptions(), context);
    });
    writeMesh(block.mesh, *output);
    writeWalls(report, *output);
    addSources(*output, pieces, ranks.size() == 1);
    setAnswer(*this, *output, talus::wallAnswer(report));
  };
  const Outcome outcome = attemptWithBlocks(*this, ranks, read, work);
  if (outcome != Outcome::Done) return ended(outcome, {output});
  setDataTime(*this, *request, inputs, *outputs);
  return 1;
}
