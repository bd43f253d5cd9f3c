#include "vtkTalusBoolean.h"

#include <vtkInformation.h>
#include <vtkInformationVector.h>
#include <vtkObjectFactory.h>
#include <vtkPartitionedDataSetCollection.h>
#include <vtkPolyData.h>

#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "answer.h"
#include "arrangement/result/closed_openings.h"
#include "arrangement/result/surface_arrangement.h"
#include "attempt.h"
#include "base/error.h"
#include "base/number_text.h"
#include "base/parallel.h"
#include "base/surface_title.h"
#include "block_meshes.h"
#include "boolean_output.h"
#include "field_data.h"
#include "filter_messages.h"
#include "filter_progress.h"
#include "ghost_cells.h"
#include "pipeline_request.h"
#include "report/boolean_answer.h"
#include "surface_blocks.h"

using namespace talus::filters;

vtkStandardNewMacro(vtkTalusBoolean);

namespace {

// The surfaces of an operation.
struct Operands {
  std::vector<int> blocks;
  std::vector<talus::TriangleMesh> meshes;
  std::vector<std::string> names;
  std::int64_t ghosts = 0;

  std::int64_t triangles() const {
    std::int64_t count = 0;
    for (const talus::TriangleMesh& mesh : meshes) count += static_cast<std::int64_t>(mesh.triangleCount());
    return count;
  }
};

Operands operandsOf(std::map<int, BlockMesh> blocks) {
  Operands operands;
  for (auto& [number, block] : blocks) {
    operands.names.push_back(talus::surfaceTitle(static_cast<std::size_t>(number), true, block.source));
    if (block.mesh.triangleCount() == 0)
      throw talus::Error(operands.names.back() + " has no triangles", "",
                         "Give closed surfaces of triangles or polygons", {.surface = operands.names.back()});
    operands.blocks.push_back(number);
    operands.meshes.push_back(std::move(block.mesh));
    operands.ghosts += block.ghosts;
  }
  if (operands.meshes.size() < 2)
    throw talus::Error("A boolean operation needs at least two surfaces, but there " +
                           std::string(operands.meshes.size() == 1 ? "is one" : "is none"),
                       "",
                       "Give several inputs (in ParaView by Edit > Change Input), or a composite with a "
                       "block for each surface");
  return operands;
}

// What is computed of them.
struct Combined {
  talus::ArrangementBody body;
  std::vector<talus::ArrangementRegion> regions;
  std::int64_t openSurfaces = 0, openings = 0;
};

Combined combine(const Operands& operands, const talus::BooleanOptions& options, bool withRegions,
                 talus::Context& context) {
  context.beginStage(1, talus::SurfaceArrangement::stepsPerTriangle * operands.triangles());
  std::optional<talus::ClosedOpenings> closed;
  if (options.closeOpenings) closed.emplace(operands.meshes, context);
  const talus::SurfaceArrangement arrangement =
      closed ? talus::SurfaceArrangement(*closed, operands.names, context)
             : talus::SurfaceArrangement(operands.meshes, operands.names, context);
  const talus::Merging merging = talus::mergingOf(options);
  Combined combined;
  combined.body = arrangement.body(options.operation, options.insideRule, context, merging);
  if (withRegions) combined.regions = arrangement.regions(options.insideRule, context, merging);
  if (closed) {
    combined.openSurfaces = closed->openSurfaces();
    combined.openings = closed->openings();
    closed->restoreCells(combined.body);
    for (talus::ArrangementRegion& region : combined.regions) closed->restoreCells(region.body);
  }
  return combined;
}

std::string openingWarning(const Combined& combined) {
  std::string text = talus::counted(combined.openSurfaces, "surface is", "surfaces are") +
                     " open: " + talus::counted(combined.openings, "opening was", "openings were") +
                     " closed by triangles, with SourceCell -1.";
  // Flat openings differ by rounding errors only.
  const talus::PatchDeviation& off = combined.body.patches;
  const auto rounded = [](double value) { return talus::numberText(std::ceil(1e3 * value) / 1e3); };
  if (off.greatest > 1e-9)
    text += " Where they bound the result, the generalised winding number differs from 1/2 by " +
            rounded(off.mean) + " in the mean, and by " + rounded(off.greatest) + " at most.";
  return text;
}

std::string warningOf(const Combined& combined) {
  const talus::ArrangementBody& body = combined.body;
  if (body.mesh.triangleCount() == 0) return "No place is inside the result: it has no triangles.";
  if (body.rounding.intersections > 0 || body.rounding.degenerate > 0)
    return "In the result " + talus::counted(body.rounding.intersections, "pair", "pairs") +
           " of triangles intersect, and " +
           talus::counted(body.rounding.degenerate, "triangle has", "triangles have") +
           " no area: points lie closer to each other there than doubles can express. Surface Check shows "
           "the triangles; the volume is right.";
  if (combined.openSurfaces > 0) return openingWarning(combined);
  return "";
}

}  // namespace

int vtkTalusBoolean::RequestData(vtkInformation* request, vtkInformationVector** inputs,
                                 vtkInformationVector* outputs) {
  vtkPolyData* output = vtkPolyData::GetData(outputs);
  auto* regions = vtkPartitionedDataSetCollection::GetData(outputs, 1);
  output->Initialize();
  regions->Initialize();
  const talus::ThreadLimit threads(this->NumberOfThreads);
  const RankGroup ranks(this->Controller);
  beginAnswer(*this);
  const auto read = [&] {
    this->RequireValid();
    return readSplitPieces(dataOf(*inputs[0]), this->InputNames);
  };
  Combined combined;
  const auto work = [&](std::map<int, BlockMesh> blocks, const std::vector<MeshPiece>& pieces) {
    const Operands operands = operandsOf(std::move(blocks));
    if (ranks.rank() > 0) return;
    const PassedArrays passed = ranks.size() > 1          ? PassedArrays::None
                                : this->InterpolatePoints ? PassedArrays::CellsAndPoints
                                                          : PassedArrays::Cells;
    talus::Context context(reportTo(*this, 0, 1));
    explainGhosts(operands.ghosts,
                  [&] { combined = combine(operands, this->CoreOptions(), this->ComputeRegions, context); });
    writeRegions(combined.regions, operands.blocks, pieces, passed, *regions);
    writeBody(combined.body, operands.blocks, pieces, passed, *output);
    const auto count = static_cast<std::int64_t>(operands.meshes.size());
    addCount(*output, "Surfaces", count);
    addTexts(*output, "Operation", {talus::name(this->CoreOptions().operation)});
    setAnswer(*this, *output, talus::booleanAnswer(this->CoreOptions().operation, count, combined.body));
  };
  const Outcome outcome = attemptWithBlocks(*this, ranks, read, work);
  if (outcome != Outcome::Done) return ended(outcome, {output, regions});
  if (const std::string warning = warningOf(combined); ranks.rank() == 0 && !warning.empty())
    reportWarning(*this, warning);
  setDataTime(*this, *request, inputs, *outputs);
  return 1;
}
