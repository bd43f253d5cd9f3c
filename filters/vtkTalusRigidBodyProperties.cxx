#include "vtkTalusRigidBodyProperties.h"

#include <vtkFieldData.h>
#include <vtkInformation.h>
#include <vtkInformationVector.h>
#include <vtkObjectFactory.h>
#include <vtkPolyData.h>

#include <algorithm>
#include <string>

#include "answer.h"
#include "attempt.h"
#include "base/parallel.h"
#include "block_meshes.h"
#include "filter_messages.h"
#include "filter_progress.h"
#include "ghost_cells.h"
#include "report/body_answer.h"
#include "rigid_body_arrays.h"
#include "scene/scene_bytes.h"
#include "shared_items.h"
#include "surface_blocks.h"

using namespace talus::filters;

vtkStandardNewMacro(vtkTalusRigidBodyProperties);

namespace {

// Several ranks divide the blocks.
RigidBodies bodiesOf(vtkAlgorithm& filter, const std::map<int, BlockMesh>& blocks, double density,
                     bool composite, talus::Communicator& ranks) {
  RigidBodies bodies;
  std::vector<std::int64_t> costs;
  for (const auto& [number, block] : blocks) {
    if (block.mesh.pointCount() == 0) continue;
    bodies.push_back({number, {}});
    costs.push_back(costOf(block.mesh));
  }
  const auto compute = [&](std::size_t n, const talus::Context::Report& report) {
    RigidBody& body = bodies[n];
    const BlockMesh& block = blocks.at(body.block);
    const std::string name = blockName(body.block, block.source, composite);
    talus::Context context(report);
    explainGhosts(block.ghosts, [&] {
      body.properties = massProperties(block.mesh, {.density = density, .name = name}, context);
    });
    addGhostNote(block.ghosts, body.properties.warning);
  };
  computeShared(
      costs,
      {compute, [&](std::size_t n, talus::ByteWriter& to) { write(bodies[n].properties, to); },
       [&](std::size_t n, talus::ByteReader& from) { bodies[n].properties = talus::readProperties(from); }},
      filter, ranks);
  return bodies;
}

void describe(const std::vector<MeshPiece>& pieces, const RigidBodies& bodies) {
  for (const MeshPiece& piece : pieces) {
    const auto body = std::lower_bound(bodies.begin(), bodies.end(), piece.block,
                                       [](const RigidBody& b, int block) { return b.block < block; });
    const bool found = body != bodies.end() && body->block == piece.block;
    addBodyArrays(found ? RigidBodies{*body} : RigidBodies(), *piece.data->GetFieldData());
  }
}

std::string answerFor(const RigidBodies& bodies) {
  std::vector<talus::MassProperties> properties;
  for (const RigidBody& body : bodies) properties.push_back(body.properties);
  return talus::massAnswer(properties);
}

// Warnings about the bodies, and about blocks that are not bodies.
std::string warningOf(const RigidBodies& bodies, const std::map<int, BlockMesh>& blocks, bool composite) {
  std::vector<std::string> sentences;
  for (const RigidBody& body : bodies)
    if (!body.properties.warning.empty()) sentences.push_back(body.properties.warning);
  for (const auto& [number, block] : blocks)
    if (composite && block.mesh.pointCount() == 0)
      sentences.push_back(blockName(number, block.source, composite) + " has no triangles: it is no body.");
  std::string text;
  for (const std::string& sentence : sentences) text += (text.empty() ? "" : " ") + sentence;
  return text;
}

}  // namespace

int vtkTalusRigidBodyProperties::RequestData(vtkInformation*, vtkInformationVector** inputs,
                                             vtkInformationVector* outputs) {
  vtkDataObject* output = vtkDataObject::GetData(outputs, 0);
  vtkPolyData* points = vtkPolyData::GetData(outputs, 1);
  shallowCopyNamed(*vtkDataObject::GetData(inputs[0]), *output);
  const talus::ThreadLimit threads(this->NumberOfThreads);
  const RankGroup ranks(this->Controller);
  beginAnswer(*this);
  std::vector<MeshPiece> pieces;
  RigidBodies bodies;
  std::map<int, BlockMesh> blocks;
  Outcome outcome = attempt(*this, ranks, [&] {
    this->RequireValid();
    pieces = readSplitPieces({output});
  });
  if (outcome == Outcome::Done) {
    blocks = gatherBlocks(pieces, ranks);
    outcome = attemptTogether(*this, ranks, [&](talus::Communicator& messages) {
      bodies = bodiesOf(*this, blocks, this->Density, output->IsA("vtkCompositeDataSet"), messages);
      describe(pieces, bodies);
      writeBodies(ranks.rank() == 0 ? bodies : RigidBodies(), *points);
    });
  }
  if (outcome != Outcome::Done) return ended(outcome, {output, points});
  setAnswer(*this, *output, answerFor(bodies));
  const std::string warning = warningOf(bodies, blocks, output->IsA("vtkCompositeDataSet"));
  if (ranks.rank() == 0 && !warning.empty()) reportWarning(*this, warning);
  return 1;
}
