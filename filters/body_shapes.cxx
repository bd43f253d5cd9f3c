#include "body_shapes.h"

#include <vtkDataObject.h>
#include <vtkInformationVector.h>
#include <vtkPolyData.h>

#include "base/error.h"
#include "ghost_cells.h"
#include "polygon_triangles.h"
#include "scene/scene.h"
#include "scene/scene_bytes.h"
#include "shared_items.h"
#include "surface_blocks.h"

namespace talus::filters {

namespace {

constexpr int blocksOfConnection = 1 << 20;  // gaps: ranks agree on the numbers without communication

// A valid name that no other shape has.
std::string fitName(std::string name, const std::string& kind, std::size_t number,
                    std::set<std::string>& taken) {
  for (char& c : name)
    if (!isShapeName(std::string("a") + c)) c = '_';
  if (!isShapeName(name)) name = kind + (name.empty() ? std::to_string(number) : "_" + name);
  std::string unique = name;
  for (int i = 1; !taken.insert(unique).second; ++i) unique = name + "_" + std::to_string(i);
  return unique;
}

// Errors name the file, too.
BodyShape shapeOf(const std::string& name, const TriangleMesh& mesh, const std::string& file,
                  Context& context) {
  try {
    return makeBodyShape(name, mesh, context);
  } catch (const Error& error) {
    if (file.empty()) throw;
    throw Error(error.problem(), error.where().empty() ? file : file + ": " + error.where(), error.remedy(),
                error.subject());
  }
}

}  // namespace

NamedMeshes namedMeshesOf(vtkInformationVector& input) {
  NamedMeshes all;
  for (int i = 0; i < input.GetNumberOfInformationObjects(); ++i) {
    vtkDataObject* data = vtkDataObject::GetData(&input, i);
    for (const SurfaceBlock& block : surfaceBlocks(data)) {
      const int number = i * blocksOfConnection + block.number;
      const std::string name = blockName(block.number, block.source, data->IsA("vtkCompositeDataSet"));
      all.meshes[number].append(splitTrianglesOf(*polygonsOf(*block.data, name), name).mesh);
      all.names[number] = block.name;
      all.sources[number] = block.source;
      all.ghosts += ghostCellsOf(*block.data);
    }
  }
  return all;
}

NamedMeshes gatherMeshes(const NamedMeshes& mine, const RankGroup& ranks) {
  NamedMeshes all{gatherSurface(mine.meshes, ranks).meshes, {}, {}, ranks.sum(mine.ghosts)};
  const auto firstOf = [&](const std::map<int, std::string>& texts, int number) {
    const auto own = texts.find(number);
    return ranks.firstText(own == texts.end() ? "" : own->second);
  };
  for (const auto& [number, mesh] : all.meshes) {
    all.names[number] = firstOf(mine.names, number);
    all.sources[number] = firstOf(mine.sources, number);
  }
  return all;
}

std::vector<BodyShape> bodyShapesOf(const NamedMeshes& meshes, const std::string& kind,
                                    std::set<std::string>& taken, vtkAlgorithm& filter, Communicator& ranks) {
  std::vector<BodyShape> shapes;
  std::vector<const TriangleMesh*> sources;
  std::vector<std::string> files;
  std::vector<std::int64_t> costs;
  for (const auto& [number, mesh] : meshes.meshes) {
    shapes.push_back({.name = fitName(meshes.names.at(number), kind, shapes.size(), taken)});
    sources.push_back(&mesh);
    files.push_back(meshes.sources.at(number));
    costs.push_back(costOf(mesh));
  }
  const auto compute = [&](std::size_t n, const Context::Report& /*report*/) {
    Context context;
    explainGhosts(meshes.ghosts,
                  [&] { shapes[n] = shapeOf(shapes[n].name, *sources[n], files[n], context); });
  };
  computeShared(costs,
                {compute, [&](std::size_t n, ByteWriter& to) { write(shapes[n], to); },
                 [&](std::size_t n, ByteReader& from) { shapes[n] = readShape(from); }},
                filter, ranks);
  return shapes;
}

}  // namespace talus::filters
