#include "vtkTalusBoolean.h"

#include <vtkInformation.h>
#include <vtkInformationVector.h>
#include <vtkObjectFactory.h>
#include <vtkPartitionedDataSetCollection.h>
#include <vtkPolyData.h>

#include <string>
#include <utility>
#include <vector>

#include "answer.h"
#include "arrangement/result/surface_arrangement.h"
#include "attempt.h"
#include "base/error.h"
#include "base/number_text.h"
#include "base/parallel.h"
#include "block_meshes.h"
#include "boolean_output.h"
#include "field_data.h"
#include "filter_messages.h"
#include "filter_progress.h"
#include "ghost_cells.h"
#include "pipeline_request.h"
#include "report/boolean_answer.h"

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
    operands.names.push_back(std::string("Surface ").append(std::to_string(number)));
    if (block.mesh.triangleCount() == 0)
      throw talus::Error(operands.names.back() + " has no triangles", "",
                         "Give closed surfaces of triangles or polygons");
    operands.blocks.push_back(number);
    operands.meshes.push_back(std::move(block.mesh));
    operands.ghosts += block.ghosts;
  }
  if (operands.meshes.size() < 2)
    throw talus::Error("A boolean operation needs at least two surfaces, but there " +
                           std::string(operands.meshes.size() == 1 ? "is one" : "is none"),
                       "", "Give several inputs, or a composite with a block for each surface");
  return operands;
}

std::string warningOf(const talus::ArrangementBody& body) {
  if (body.mesh.triangleCount() == 0) return "No place is inside the result: it has no triangles.";
  if (body.rounding.intersections > 0 || body.rounding.degenerate > 0)
    return "In the result " + talus::counted(body.rounding.intersections, "pair", "pairs") +
           " of triangles intersect, and " +
           talus::counted(body.rounding.degenerate, "triangle has", "triangles have") +
           " no area: points lie closer to each other there than doubles can express. Surface Check shows "
           "the triangles; the volume is right.";
  return "";
}

}  // namespace

vtkTalusBoolean::vtkTalusBoolean() {
  this->SetNumberOfOutputPorts(2);
}

int vtkTalusBoolean::FillInputPortInformation(int, vtkInformation* info) {
  info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkPolyData");
  info->Append(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkCompositeDataSet");
  info->Set(vtkAlgorithm::INPUT_IS_REPEATABLE(), 1);
  return 1;
}

int vtkTalusBoolean::FillOutputPortInformation(int port, vtkInformation* info) {
  info->Set(vtkDataObject::DATA_TYPE_NAME(), port == 0 ? "vtkPolyData" : "vtkPartitionedDataSetCollection");
  return 1;
}

int vtkTalusBoolean::RequestInformation(vtkInformation*, vtkInformationVector** inputs,
                                        vtkInformationVector* outputs) {
  mergeTimes(*this, inputs, *outputs);
  return 1;
}

int vtkTalusBoolean::RequestUpdateExtent(vtkInformation*, vtkInformationVector** inputs,
                                         vtkInformationVector*) {
  requestWhole(*inputs[0], RankGroup(this->Controller));
  return 1;
}

int vtkTalusBoolean::RequestData(vtkInformation* request, vtkInformationVector** inputs,
                                 vtkInformationVector* outputs) {
  vtkPolyData* output = vtkPolyData::GetData(outputs);
  auto* regions = vtkPartitionedDataSetCollection::GetData(outputs, 1);
  output->Initialize();
  regions->Initialize();
  const talus::ThreadLimit threads(this->NumberOfThreads);
  const RankGroup ranks(this->Controller);
  beginAnswer(*this);
  std::vector<MeshPiece> pieces;
  Outcome outcome = attempt(*this, ranks, [&] {
    this->RequireValid();
    pieces = readSplitPieces(dataOf(*inputs[0]));
  });
  talus::ArrangementBody body;
  if (outcome == Outcome::Done) {
    std::map<int, BlockMesh> blocks = gatherBlocks(pieces, ranks);
    outcome = attempt(*this, ranks, [&] {
      const Operands operands = operandsOf(std::move(blocks));
      if (ranks.rank() > 0) return;
      talus::Context context(reportTo(*this, 0, 1));
      explainGhosts(operands.ghosts, [&] {
        const talus::BooleanOptions options = this->CoreOptions();
        context.beginStage(1, talus::SurfaceArrangement::stepsPerTriangle * operands.triangles());
        const talus::SurfaceArrangement arrangement(operands.meshes, operands.names, context);
        body = arrangement.body(options.operation, options.insideRule, context);
        if (this->ComputeRegions)
          writeRegions(arrangement.regions(options.insideRule, context), operands.blocks, pieces,
                       ranks.size() == 1, *regions);
      });
      writeBody(body, operands.blocks, pieces, ranks.size() == 1, *output);
      const auto count = static_cast<std::int64_t>(operands.meshes.size());
      addCount(*output, "Surfaces", count);
      addTexts(*output, "Operation", {talus::name(this->CoreOptions().operation)});
      setAnswer(*this, *output, talus::booleanAnswer(this->CoreOptions().operation, count, body));
    });
  }
  if (outcome != Outcome::Done) {
    output->Initialize();
    regions->Initialize();
    return outcome == Outcome::Failed ? 0 : 1;
  }
  if (const std::string warning = warningOf(body); ranks.rank() == 0 && !warning.empty())
    reportWarning(*this, warning);
  setDataTime(*this, *request, inputs, *outputs);
  return 1;
}
