#include "vtkTalusAssemblyCheck.h"

#include <vtkInformation.h>
#include <vtkInformationVector.h>
#include <vtkObjectFactory.h>
#include <vtkPartitionedDataSetCollection.h>
#include <vtkPolyData.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "answer.h"
#include "assembly_output.h"
#include "attempt.h"
#include "base/parallel.h"
#include "block_meshes.h"
#include "filter_messages.h"
#include "filter_progress.h"
#include "ghost_cells.h"
#include "pipeline_request.h"
#include "report/assembly_answer.h"

using namespace talus::filters;

vtkStandardNewMacro(vtkTalusAssemblyCheck);

namespace {

// The parts of an assembly, and their names.
struct NamedParts {
  std::vector<talus::AssemblyPart> parts;
  std::vector<std::string> names;
  std::int64_t ghosts = 0;
};

// Equal names get numbers: "bolt", "bolt (2)".
std::string uniqueName(const std::string& name, std::map<std::string, int>& uses) {
  const int use = ++uses[name];
  return use == 1 ? name
                  : uniqueName(std::string(name).append(" (").append(std::to_string(use)).append(")"), uses);
}

NamedParts partsOf(std::map<int, BlockMesh> blocks, const std::vector<MeshPiece>& pieces) {
  std::map<int, std::string> given;
  for (const MeshPiece& piece : pieces)
    if (!piece.name.empty()) given.emplace(piece.block, piece.name);
  NamedParts found;
  std::map<std::string, int> uses;
  for (auto& [number, block] : blocks) {
    const auto name = given.find(number);
    found.names.push_back(uniqueName(
        name == given.end() ? std::string("Part ").append(std::to_string(number)) : name->second, uses));
    found.parts.push_back({found.names.back(), std::move(block.mesh)});
    found.ghosts += block.ghosts;
  }
  return found;
}

}  // namespace

int vtkTalusAssemblyCheck::RequestData(vtkInformation* request, vtkInformationVector** inputs,
                                       vtkInformationVector* outputs) {
  vtkPolyData* pairs = vtkPolyData::GetData(outputs);
  auto* overlaps = vtkPartitionedDataSetCollection::GetData(outputs, 1);
  vtkPolyData* faces = vtkPolyData::GetData(outputs, 2);
  vtkPolyData* clearances = vtkPolyData::GetData(outputs, 3);
  const std::initializer_list<vtkDataObject*> all = {pairs, overlaps, faces, clearances};
  for (vtkDataObject* output : all) output->Initialize();
  const talus::ThreadLimit threads(this->NumberOfThreads);
  const RankGroup ranks(this->Controller);
  beginAnswer(*this);
  const auto read = [&] {
    this->RequireValid();
    return readSplitPieces(dataOf(*inputs[0]), this->InputNames);
  };
  talus::AssemblyReport report;
  const auto work = [&](std::map<int, BlockMesh> blocks, const std::vector<MeshPiece>& pieces) {
    if (ranks.rank() > 0) return;
    const NamedParts found = partsOf(std::move(blocks), pieces);
    talus::Context context(reportTo(*this, 0, 1));
    explainGhosts(found.ghosts,
                  [&] { report = talus::checkAssembly(found.parts, this->CoreOptions(), context); });
    writePairs(report, found.names, writeOverlaps(report, found.names, *overlaps), *pairs);
    writeContactFaces(report, found.parts, *faces);
    writeClearances(report, *clearances);
    setAnswer(*this, *pairs, talus::assemblyAnswer(report, found.names));
  };
  const Outcome outcome = attemptWithBlocks(*this, ranks, read, work);
  if (outcome != Outcome::Done) return ended(outcome, all);
  if (ranks.rank() == 0)
    for (const std::string& remark : report.remarks) reportWarning(*this, remark);
  setDataTime(*this, *request, inputs, *outputs);
  return 1;
}
