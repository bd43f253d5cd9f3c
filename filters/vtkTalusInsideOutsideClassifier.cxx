#include "vtkTalusInsideOutsideClassifier.h"

#include <vtkAlgorithmOutput.h>
#include <vtkCellData.h>
#include <vtkCompositeDataIterator.h>
#include <vtkCompositeDataSet.h>
#include <vtkDataSet.h>
#include <vtkIdTypeArray.h>
#include <vtkInformation.h>
#include <vtkInformationVector.h>
#include <vtkNew.h>
#include <vtkObjectFactory.h>
#include <vtkPartitionedDataSetCollection.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>
#include <vtkUnstructuredGrid.h>

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "answer.h"
#include "attempt.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/surface_title.h"
#include "cell_output.h"
#include "controller_communicator.h"
#include "dataset_points.h"
#include "enclosure/classifier/classifier.h"
#include "enclosure/slabs/slab_classifier.h"
#include "field_data.h"
#include "filter_messages.h"
#include "filter_progress.h"
#include "ghost_cells.h"
#include "label_arrays.h"
#include "pipeline_request.h"
#include "placed_bodies.h"
#include "polygon_triangles.h"
#include "report/enclosure_answer.h"
#include "scene_data.h"
#include "sole_use.h"
#include "surface_blocks.h"
#include "surface_gather.h"

using namespace talus::filters;

vtkStandardNewMacro(vtkTalusInsideOutsideClassifier);

namespace {

// Everything on which the prepared data depend.
struct Stamp {
  bool composite = false;
  std::vector<std::tuple<int, const vtkDataSet*, vtkMTimeType>> blocks;  // with their numbers
  talus::EnclosureOptions options;
  bool operator==(const Stamp&) const = default;
};

// Surfaces of fewer triangles are gathered on each rank: that takes little memory, and no points are sent.
constexpr std::int64_t fewestDivided = 100'000;

// The triangles of this rank by block, and their cells if distances are requested.
struct Triangles {
  BlockMeshes meshes;  // for a scene by shape
  std::map<int, BlockCells> cells;
  std::map<int, std::string> sources;  // of the meshes, see SurfaceBlock
  std::optional<PlacedBodies> bodies;  // of a scene
  std::int64_t ghosts = 0;             // cells that were omitted
  bool bareGrid = false;               // a grid whose cut faces look like outer faces
};

bool same(const Triangles& one, const Triangles& other) {
  return one.cells == other.cells && one.bodies == other.bodies &&
         std::equal(one.meshes.begin(), one.meshes.end(), other.meshes.begin(), other.meshes.end(),
                    [](const auto& a, const auto& b) { return a.first == b.first && a.second == b.second; });
}

// The blocks of a surface; for a scene its shapes, and its bodies with the number -1.
std::vector<SurfaceBlock> blocksOf(vtkDataObject& surface) {
  if (!isScene(surface)) return surfaceBlocks(&surface);
  const SceneBlocks scene = sceneBlocks(*vtkPartitionedDataSetCollection::SafeDownCast(&surface));
  std::vector<SurfaceBlock> blocks{{.number = -1, .data = scene.bodies, .name = "Bodies"}};
  for (std::size_t i = 0; i < scene.shapes.size(); ++i)
    blocks.push_back({static_cast<int>(i), scene.shapes[i], scene.shapeNames[i]});
  return blocks;
}

// The triangles of a dataset, and the cells from which they come.
PolygonTriangles usableTriangles(vtkDataSet& data, const std::string& name) {
  const vtkSmartPointer<vtkPolyData> polygons = polygonsOf(data, name);
  PolygonTriangles triangles = talus::withSubject({.surface = name}, [&] { return trianglesOf(*polygons); });
  auto* original = vtkIdTypeArray::SafeDownCast(polygons->GetCellData()->GetArray("vtkOriginalCellIds"));
  if (original && polygons != &data)
    for (std::vector<vtkIdType>* cells : {&triangles.cellOf, &triangles.tooFew, &triangles.crossed})
      for (vtkIdType& cell : *cells) cell = original->GetValue(cell);
  requireSplit(triangles, name);
  return triangles;
}

bool isBareGrid(vtkDataSet& data) {
  return !data.IsA("vtkPolyData") && data.GetNumberOfCells() > 0 && !data.GetCellGhostArray();
}

std::vector<vtkDataSet*> leavesOf(vtkDataObject& object) {
  if (auto* data = vtkDataSet::SafeDownCast(&object)) return {data};
  std::vector<vtkDataSet*> leaves;
  const auto at = vtk::TakeSmartPointer(vtkCompositeDataSet::SafeDownCast(&object)->NewIterator());
  for (at->InitTraversal(); !at->IsDoneWithTraversal(); at->GoToNextItem())
    if (auto* leaf = vtkDataSet::SafeDownCast(at->GetCurrentDataObject())) leaves.push_back(leaf);
  return leaves;
}

vtkIdType elementsOf(vtkDataObject& object, int type) {
  vtkIdType count = 0;
  for (vtkDataSet* leaf : leavesOf(object)) count += leaf->GetNumberOfElements(type);
  return count;
}

}  // namespace

// Data kept between executions.
struct vtkTalusInsideOutsideClassifier::Prepared {
  Stamp stamp;
  std::optional<Triangles> triangles;  // kept if the surface is read at every time and may be the same
  // One of them: for the whole surface, or for its part on this rank.
  std::unique_ptr<talus::Classifier> classifier;
  std::unique_ptr<talus::SlabClassifier> slabs;
  std::vector<int> blocks;                       // block number of each body; for a scene its id
  std::vector<std::vector<talus::Index>> cells;  // of each body's triangles, if distances are requested
  bool composite = false;                        // whether the surface is a composite on any rank
  std::int64_t points = 0;                       // number of points labelled so far, on all ranks
  std::vector<std::string> remarks;              // warnings of the surface, on the first rank

  bool suits(std::int64_t count) const { return slabs || classifier->suits(count); }
  double windingError() const { return slabs ? 0 : classifier->windingError(); }
  std::size_t memoryBytes() const { return slabs ? slabs->memoryBytes() : classifier->memoryBytes(); }
  std::string warning() const { return slabs ? std::string() : classifier->warning(); }
  std::vector<talus::MethodUse> uses() const;
  void describeMethods(vtkDataObject& data) const;
};

std::vector<talus::MethodUse> vtkTalusInsideOutsideClassifier::Prepared::uses() const {
  if (slabs)
    return {{talus::name(talus::Method::DiscreteFunction), "the surface is closed and divided among ranks"}};
  std::vector<talus::MethodUse> all;
  for (std::size_t i = 0; i < classifier->surfaceCount(); ++i)
    all.push_back({talus::name(classifier->method(i)), classifier->reason(i)});
  return all;
}

void vtkTalusInsideOutsideClassifier::Prepared::describeMethods(vtkDataObject& data) const {
  std::vector<std::string> methods, reasons;
  for (const talus::MethodUse& use : uses()) {
    methods.push_back(use.method);
    reasons.push_back(use.reason);
  }
  addTexts(data, "Method", methods);
  addTexts(data, "MethodReason", reasons);
}

// One execution: prepares the surface, labels the leaves of some data, reports.
class vtkTalusInsideOutsideClassifier::Execution {
 public:
  explicit Execution(vtkTalusInsideOutsideClassifier& filter)
      : Filter(filter), Use(filter.InUse), Ranks(filter.Controller), Threads(filter.NumberOfThreads) {
    if (this->Ranks.size() > 1) this->Messages.emplace(*filter.Controller);
    if (this->MayRun()) beginAnswer(filter);
  }

  bool MayRun() const { return this->Use.granted(); }
  Outcome Run(vtkDataObject* surface, vtkDataObject& data);
  void Report(vtkDataObject& output);
  Outcome ShowCells(vtkUnstructuredGrid& output);

 private:
  Outcome Prepare(vtkDataObject* surface, vtkIdType pointsOfThisRank);
  Outcome Label(vtkDataObject& data);
  Stamp StampOf(vtkDataObject& surface, const std::vector<SurfaceBlock>& blocks) const;
  bool Reuse(bool sameSurface, Prepared& next, std::int64_t points) const;
  Triangles TrianglesOf(vtkDataObject& surface, const std::vector<SurfaceBlock>& blocks) const;
  void MakeClassifier(BlockMeshes meshes, const std::map<int, std::string>& sources,
                      std::map<int, BlockCells> cells, const std::optional<PlacedBodies>& bodies);
  Outcome Build(Triangles& mine);
  Outcome Gather(Triangles& mine);
  Outcome Divide(const Triangles& mine);
  bool MayDivide(const Triangles& mine) const;
  void WarnOfSurface(const Triangles& mine) const;
  void LabelLeaf(vtkDataSet& leaf, double begin, double end);
  talus::LabelCounts LabelPoints(const talus::PointSource& points, const talus::LabelSpans& labels,
                                 talus::Context& context);
  void LabelForOthers(std::size_t leaves);
  void Describe(vtkDataObject& data, const talus::LabelCounts& counts) const;
  void NumberBlocks(std::span<talus::Index> bodies) const;
  void NumberCells(const talus::LabelSpans& labels) const;
  void WarnOf(const talus::LabelCounts& counts) const;

  vtkTalusInsideOutsideClassifier& Filter;
  SoleUse Use;
  RankGroup Ranks;
  std::optional<ControllerCommunicator> Messages;  // if there are several ranks
  talus::ThreadLimit Threads;
  talus::LabelCounts Total;
  talus::SideCounts Sides;
  double Begin = 0;  // progress at the start of the next part
};

// Adds labels to all leaves of the data.
Outcome vtkTalusInsideOutsideClassifier::Execution::Run(vtkDataObject* surface, vtkDataObject& data) {
  const int type = this->Filter.Association == CELLS ? vtkDataObject::CELL : vtkDataObject::POINT;
  const Outcome outcome = this->Prepare(surface, elementsOf(data, type));
  if (outcome == Outcome::Done) putAnswer(data, "");  // its place before all that follows
  return outcome == Outcome::Done ? this->Label(data) : outcome;
}

Stamp vtkTalusInsideOutsideClassifier::Execution::StampOf(vtkDataObject& surface,
                                                          const std::vector<SurfaceBlock>& blocks) const {
  Stamp stamp;
  stamp.composite = surface.IsA("vtkCompositeDataSet");
  for (const SurfaceBlock& block : blocks)
    stamp.blocks.emplace_back(block.number, block.data, block.data->GetMTime());
  stamp.options = this->Filter.CoreOptions();
  return stamp;
}

// Reuses the kept data if they suit this many further points. Collective.
bool vtkTalusInsideOutsideClassifier::Execution::Reuse(bool sameSurface, Prepared& next,
                                                       std::int64_t points) const {
  const auto& kept = this->Filter.Kept;
  next.points = sameSurface ? kept->points + points : points;
  if (this->Ranks.any(!sameSurface || !kept->suits(next.points))) return false;
  kept->stamp = std::move(next.stamp);
  kept->points = next.points;
  for (const std::string& remark : kept->remarks) addRemark(this->Filter, remark);
  return true;
}

Outcome vtkTalusInsideOutsideClassifier::Execution::Prepare(vtkDataObject* surface,
                                                            vtkIdType pointsOfThisRank) {
  auto next = std::make_unique<Prepared>();
  std::vector<SurfaceBlock> blocks;
  Outcome outcome = attempt(this->Filter, this->Ranks, [&] {
    if (!this->MayRun())
      throw talus::Error("The classifier is in use by another thread or by its own observer", "",
                         "Wait until it has finished, or make one for each thread");
    if (!surface)
      throw talus::Error("No surface is chosen", "", "Choose a mesh of triangles or polygons as Surface");
    blocks = blocksOf(*surface);
    next->stamp = this->StampOf(*surface, blocks);
  });
  if (outcome != Outcome::Done) return outcome;
  const std::int64_t points = this->Ranks.sum(pointsOfThisRank);
  auto& kept = this->Filter.Kept;
  bool sameSurface = kept && kept->stamp == next->stamp;
  if (this->Reuse(sameSurface, *next, points)) return Outcome::Done;

  Triangles mine;
  outcome = attempt(this->Filter, this->Ranks, [&] {
    mine = this->TrianglesOf(*surface, blocks);
    if (surface->GetInformation()->Has(vtkDataObject::DATA_TIME_STEP())) next->triangles = mine;
  });
  if (outcome == Outcome::Done) {
    if (kept && kept->triangles)
      sameSurface = kept->stamp.composite == next->stamp.composite &&
                    kept->stamp.options == next->stamp.options && same(*kept->triangles, mine);
    if (this->Reuse(sameSurface, *next, points)) return Outcome::Done;
    this->Filter.Kept = std::move(next);
    outcome = this->Build(mine);
  }
  if (outcome != Outcome::Done) kept.reset();
  return outcome;
}

Triangles vtkTalusInsideOutsideClassifier::Execution::TrianglesOf(
    vtkDataObject& surface, const std::vector<SurfaceBlock>& blocks) const {
  const bool composite = surface.IsA("vtkCompositeDataSet");
  Triangles mine;
  if (isScene(surface))
    mine.bodies = placedBodiesOf(*vtkPartitionedDataSetCollection::SafeDownCast(&surface));
  for (const SurfaceBlock& block : blocks) {
    if (block.number < 0) continue;  // a scene's bodies
    PolygonTriangles triangles =
        usableTriangles(*block.data, blockName(block.number, block.source, composite));
    mine.meshes[block.number].append(std::move(triangles.mesh));
    mine.sources[block.number] = block.source;
    mine.ghosts += ghostCellsOf(*block.data);
    mine.bareGrid |= isBareGrid(*block.data);
    if (!this->Filter.ComputeDistance) continue;
    BlockCells& cells = mine.cells[block.number];
    for (const vtkIdType cell : triangles.cellOf)
      cells.cellOf.push_back(cells.count + static_cast<talus::Index>(cell));
    cells.count += static_cast<talus::Index>(block.data->GetNumberOfCells());
  }
  return mine;
}

// Takes the meshes.
Outcome vtkTalusInsideOutsideClassifier::Execution::Build(Triangles& mine) {
  Prepared& next = *this->Filter.Kept;
  next.composite = this->Ranks.any(next.stamp.composite);
  Outcome outcome = this->MayDivide(mine) ? this->Divide(mine) : Outcome::Done;
  if (outcome == Outcome::Done && !next.slabs) outcome = this->Gather(mine);
  if (outcome != Outcome::Done) return outcome;
  this->Begin = 0.5;
  ++this->Filter.NumberOfBuilds;
  this->WarnOfSurface(mine);
  return outcome;
}

// Whether the surface is one large body of which only sides are asked. Collective.
bool vtkTalusInsideOutsideClassifier::Execution::MayDivide(const Triangles& mine) const {
  if (this->Ranks.size() == 1 || !talus::SlabClassifier::suits(this->Filter.Kept->stamp.options))
    return false;
  const bool one = !mine.bodies && mine.meshes.size() <= 1;
  const bool empty = mine.meshes.empty();
  const talus::Index block = empty || !one ? -1 : mine.meshes.begin()->first;
  const auto triangles = empty || !one ? 0 : mine.meshes.begin()->second.triangleCount();
  std::vector<talus::Index> blocks = this->Ranks.gather(std::vector<talus::Index>{block});
  std::erase(blocks, -1);
  const bool same = std::adjacent_find(blocks.begin(), blocks.end(), std::not_equal_to<>()) == blocks.end();
  return !this->Ranks.any(!one) && same &&
         this->Ranks.sum(static_cast<std::int64_t>(triangles)) >= fewestDivided;
}

// Leaves `slabs` empty if the surface has defects.
Outcome vtkTalusInsideOutsideClassifier::Execution::Divide(const Triangles& mine) {
  const auto work = [&] {
    talus::Context context(reportTo(this->Filter, 0, 1));
    const talus::TriangleMesh none;
    Prepared& next = *this->Filter.Kept;
    next.slabs = talus::SlabClassifier::make(mine.meshes.empty() ? none : mine.meshes.begin()->second,
                                             next.stamp.options, *this->Messages, context);
  };
  return attempt(this->Filter, this->Ranks, work, &*this->Messages);
}

Outcome vtkTalusInsideOutsideClassifier::Execution::Gather(Triangles& mine) {
  GatheredSurface gathered = gatherSurface(std::move(mine.meshes), this->Ranks);
  for (const int copy : gathered.copies) mine.cells[copy] = {};
  std::map<int, BlockCells> cells = gatherCells(mine.cells, this->Ranks);
  std::optional<PlacedBodies> bodies;
  if (mine.bodies) bodies = gatherBodies(*mine.bodies, this->Ranks);
  const std::int64_t ghosts = this->Ranks.sum(mine.ghosts);
  std::map<int, std::string> sources;
  for (const auto& [block, mesh] : gathered.meshes)
    sources[block] = this->Ranks.firstText(mine.sources[block]);
  return attempt(this->Filter, this->Ranks, [&] {
    explainGhosts(
        ghosts, [&] { this->MakeClassifier(std::move(gathered.meshes), sources, std::move(cells), bodies); });
  });
}

void vtkTalusInsideOutsideClassifier::Execution::WarnOfSurface(const Triangles& mine) const {
  const std::int64_t ghosts = this->Ranks.sum(mine.ghosts);
  const std::int64_t bareGrids = this->Ranks.sum(mine.bareGrid ? 1 : 0);
  std::string warning = this->Filter.Kept->warning();
  addGhostNote(ghosts, warning);
  if (this->Ranks.rank() != 0) return;
  std::vector<std::string>& remarks = this->Filter.Kept->remarks;
  if (bareGrids > 1)
    remarks.push_back("The surface is a volume grid on " + std::to_string(bareGrids) +
                      " ranks without ghost cells: points where pieces meet count as on it. "
                      "Apply Ghost Cells Generator to the grid first.");
  if (!warning.empty()) remarks.push_back(warning);
  for (const std::string& remark : remarks) reportWarning(this->Filter, remark);
}

void vtkTalusInsideOutsideClassifier::Execution::MakeClassifier(BlockMeshes meshes,
                                                                const std::map<int, std::string>& sources,
                                                                std::map<int, BlockCells> cells,
                                                                const std::optional<PlacedBodies>& bodies) {
  Prepared& next = *this->Filter.Kept;
  talus::Context context(reportTo(this->Filter, 0, 1));  // the classifier's build takes half of the progress
  talus::EnclosureOptions options = next.stamp.options;
  options.expectedPoints = next.points;
  std::vector<talus::TriangleMesh> surfaces;
  if (bodies) {
    const std::vector<talus::PlacedSurface> placed = bodies->surfaces();
    for (auto& [shape, mesh] : meshes) surfaces.push_back(std::move(mesh));
    for (const talus::PlacedSurface& body : placed) next.cells.push_back(cells[body.shape].cellOf);
    next.blocks = bodies->ids;
    talus::withBodyIds(bodies->ids, [&] {
      next.classifier = std::make_unique<talus::Classifier>(surfaces, placed, options, context);
    });
    return;
  }
  std::vector<std::string> titles;
  for (auto& [block, mesh] : meshes) {
    if (mesh.triangleCount() == 0 && meshes.size() > 1) continue;
    titles.push_back(
        talus::surfaceTitle(static_cast<std::size_t>(block), meshes.size() > 1, sources.at(block)));
    next.blocks.push_back(block);
    next.cells.push_back(std::move(cells[block].cellOf));
    surfaces.push_back(std::move(mesh));
  }
  next.classifier =
      std::make_unique<talus::Classifier>(std::move(surfaces), options, context, std::move(titles));
}

Outcome vtkTalusInsideOutsideClassifier::Execution::Label(vtkDataObject& data) {
  const bool divided = this->Filter.Kept->slabs != nullptr;
  const std::vector<vtkDataSet*> leaves = leavesOf(data);
  const std::vector<talus::Index> counts =
      this->Ranks.gather(std::vector{static_cast<talus::Index>(leaves.size())});
  const auto most = static_cast<std::size_t>(*std::max_element(counts.begin(), counts.end()));
  const auto work = [&] {
    const double share = (1 - this->Begin) / static_cast<double>(std::max<std::size_t>(leaves.size(), 1));
    for (vtkDataSet* leaf : leaves) {
      this->LabelLeaf(*leaf, this->Begin, this->Begin + share);
      this->Begin += share;
    }
    if (divided) this->LabelForOthers(most - leaves.size());
  };
  return attempt(this->Filter, this->Ranks, work, divided ? &*this->Messages : nullptr);
}

// Takes part where other ranks have more leaves than this one.
void vtkTalusInsideOutsideClassifier::Execution::LabelForOthers(std::size_t leaves) {
  const talus::ListedPoints none(std::vector<talus::Vec3>{});
  for (; leaves > 0; --leaves) {
    talus::Context silent;
    this->Filter.Kept->slabs->classify(none, {}, *this->Messages, silent);
  }
}

talus::LabelCounts vtkTalusInsideOutsideClassifier::Execution::LabelPoints(const talus::PointSource& points,
                                                                           const talus::LabelSpans& labels,
                                                                           talus::Context& context) {
  const Prepared& kept = *this->Filter.Kept;
  return kept.slabs ? kept.slabs->classify(points, labels.side, *this->Messages, context)
                    : kept.classifier->classify(points, labels, context);
}

void vtkTalusInsideOutsideClassifier::Execution::LabelLeaf(vtkDataSet& leaf, double begin, double end) {
  const bool cells = this->Filter.Association == CELLS;
  const auto points = cells ? cellCentresOf(leaf) : pointsOf(leaf);
  const auto& f = this->Filter;
  LabelArrays arrays(static_cast<vtkIdType>(points->size()), {f.ComputeWindingNumber, f.ComputeEnclosingBody,
                                                              f.ComputeNestingDepth, f.ComputeDistance});
  const talus::LabelSpans labels = arrays.spans();
  talus::Context context(reportTo(this->Filter, begin, end));
  const talus::LabelCounts counts = this->LabelPoints(*points, labels, context);
  this->NumberCells(labels);
  this->NumberBlocks(labels.body);
  this->NumberBlocks(labels.closestBody);
  arrays.addTo(*leaf.GetAttributes(cells ? vtkDataObject::CELL : vtkDataObject::POINT));
  // ParaView colours initially by the scalars of points, if there are any, else by those of cells.
  if (cells) leaf.GetPointData()->SetActiveAttribute(-1, vtkDataSetAttributes::SCALARS);
  this->Describe(leaf, counts);
  this->Total += counts;
  this->Sides += talus::countSides(labels.side);
}

// Replaces the classifier's numbers of bodies by the block numbers of the user's composite.
void vtkTalusInsideOutsideClassifier::Execution::NumberBlocks(std::span<talus::Index> bodies) const {
  const Prepared& kept = *this->Filter.Kept;
  if (!kept.composite) return;
  const bool single = kept.blocks.size() == 1;
  for (talus::Index& body : bodies)
    if (body >= 0) body = kept.blocks[single ? 0 : static_cast<std::size_t>(body)];
}

// Replaces the classifier's numbers of triangles by the cells of the user's mesh.
void vtkTalusInsideOutsideClassifier::Execution::NumberCells(const talus::LabelSpans& labels) const {
  const auto& cells = this->Filter.Kept->cells;
  for (std::size_t i = 0; i < labels.closestTriangle.size(); ++i) {
    talus::Index& triangle = labels.closestTriangle[i];
    if (triangle < 0) continue;
    const std::size_t body = cells.size() == 1 ? 0 : static_cast<std::size_t>(labels.closestBody[i]);
    triangle = cells[body][static_cast<std::size_t>(triangle)];
  }
}

void vtkTalusInsideOutsideClassifier::Execution::Describe(vtkDataObject& data,
                                                          const talus::LabelCounts& counts) const {
  const Prepared& kept = *this->Filter.Kept;
  kept.describeMethods(data);
  addCount(data, "RedrawnRays", counts.tally.redraws);
  addCount(data, "NonFinitePoints", counts.nonFinitePoints);
  addCount(data, "AmbiguousPoints", counts.ambiguousPoints);
  if (this->Filter.ComputeNestingDepth) addCount(data, "OverlappingPoints", counts.overlappingPoints);
  addNumber(data, "WindingError", kept.windingError());
  addCount(data, "MemoryBytes", static_cast<std::int64_t>(kept.memoryBytes()));
}

void vtkTalusInsideOutsideClassifier::Execution::Report(vtkDataObject& output) {
  talus::LabelCounts total;
  total.tally.redraws = this->Ranks.sum(this->Total.tally.redraws);
  total.nonFinitePoints = this->Ranks.sum(this->Total.nonFinitePoints);
  total.ambiguousPoints = this->Ranks.sum(this->Total.ambiguousPoints);
  total.overlappingPoints = this->Ranks.sum(this->Total.overlappingPoints);
  const bool isOnlyLeaf = vtkDataSet::SafeDownCast(&output) && this->Ranks.size() == 1;
  if (!isOnlyLeaf) this->Describe(output, total);  // a leaf has its own description
  const talus::SideCounts sides{.inside = this->Ranks.sum(this->Sides.inside),
                                .on = this->Ranks.sum(this->Sides.on),
                                .outside = this->Ranks.sum(this->Sides.outside)};
  setAnswer(this->Filter, output, talus::enclosureAnswer(sides, this->Filter.Kept->uses()));
  if (this->Ranks.rank() == 0) this->WarnOf(total);
}

void vtkTalusInsideOutsideClassifier::Execution::WarnOf(const talus::LabelCounts& counts) const {
  const auto points = [](std::int64_t count, const char* one, const char* many) {
    return std::to_string(count) + (count == 1 ? one : many);
  };
  if (counts.nonFinitePoints > 0)
    reportWarning(this->Filter, points(counts.nonFinitePoints, " point has", " points have") +
                                    " NaN or infinite coordinates, labelled outside (-1). Remove what is "
                                    "broken or repair the input.");
  if (counts.ambiguousPoints > 0 && this->Filter.InsideRule == PARITY)
    reportWarning(this->Filter,
                  points(counts.ambiguousPoints, " point is", " points are") +
                      " outside by parity but with a winding number other than 0: shells of the surface "
                      "lie one in another or overlap. That is right for cavities; if the shells are "
                      "parts that overlap, set InsideRule to NonZero.");
}

Outcome vtkTalusInsideOutsideClassifier::Execution::ShowCells(vtkUnstructuredGrid& output) {
  if (!this->Filter.ShowCells) return Outcome::Done;
  return attempt(this->Filter, this->Ranks, [&] {
    if (this->Ranks.rank() != 0) return;
    const Prepared& kept = *this->Filter.Kept;
    std::vector<BodyCells> bodies;
    for (std::size_t i = 0; i < kept.blocks.size(); ++i)
      bodies.push_back({kept.blocks[i], kept.classifier->cells(i)});
    writeCells(bodies, output);
    if (output.GetNumberOfCells() == 0)
      reportWarning(this->Filter,
                    "There are no cells to show: only the method Discrete Function makes cells, and it needs "
                    "a closed surface.");
  });
}

vtkTalusInsideOutsideClassifier::vtkTalusInsideOutsideClassifier() {
  this->SetNumberOfOutputPorts(2);
}

vtkTalusInsideOutsideClassifier::~vtkTalusInsideOutsideClassifier() = default;

// What the pipeline does before an execution.
void vtkTalusInsideOutsideClassifier::PrepareToLabel() {
  if (this->GetNumberOfInputConnections(1) > 0) {
    vtkAlgorithmOutput* surface = this->GetInputConnection(1, 0);
    surface->GetProducer()->Update(surface->GetIndex());
  }
  this->SetAbortExecute(0);
  this->SetAbortOutput(false);  // an aborted call before this one has set it
  this->UpdateProgress(0);
}

bool vtkTalusInsideOutsideClassifier::LabelInPlace(vtkDataObject* data) {
  if (!vtkDataSet::SafeDownCast(data) && !vtkCompositeDataSet::SafeDownCast(data)) {
    reportError(*this, std::string("Only data sets and composites of them can be labelled, not ") +
                           (data ? data->GetClassName() : "nothing"));
    return false;
  }
  Execution execution(*this);
  if (execution.MayRun()) this->PrepareToLabel();
  if (execution.Run(this->GetSurface(), *data) != Outcome::Done) return false;
  execution.Report(*data);
  this->UpdateProgress(1);
  return true;
}

std::string vtkTalusInsideOutsideClassifier::AnswerFor(long long inside, long long on, long long outside) {
  return talus::enclosureAnswer({inside, on, outside},
                                this->Kept ? this->Kept->uses() : std::vector<talus::MethodUse>());
}

vtkDataObject* vtkTalusInsideOutsideClassifier::GetSurface() {
  return this->GetNumberOfInputConnections(1) > 0 ? this->GetInputDataObject(1, 0) : nullptr;
}

int vtkTalusInsideOutsideClassifier::FillOutputPortInformation(int port, vtkInformation* info) {
  if (port == 0) return this->Superclass::FillOutputPortInformation(port, info);
  info->Set(vtkDataObject::DATA_TYPE_NAME(), "vtkUnstructuredGrid");
  return 1;
}

// The superclass gives every output the type of the input; the cells are always an unstructured grid.
int vtkTalusInsideOutsideClassifier::RequestDataObject(vtkInformation*, vtkInformationVector** inputs,
                                                       vtkInformationVector* outputs) {
  const vtkDataObject* input = vtkDataObject::GetData(inputs[0]);
  if (!input) return 0;
  const vtkDataObject* output = vtkDataObject::GetData(outputs);
  if (!output || !const_cast<vtkDataObject*>(output)->IsA(input->GetClassName()))
    outputs->GetInformationObject(0)->Set(vtkDataObject::DATA_OBJECT(),
                                          vtk::TakeSmartPointer(input->NewInstance()));
  if (!vtkUnstructuredGrid::GetData(outputs, 1))
    outputs->GetInformationObject(1)->Set(vtkDataObject::DATA_OBJECT(), vtkNew<vtkUnstructuredGrid>());
  return 1;
}

int vtkTalusInsideOutsideClassifier::RequestInformation(vtkInformation* request,
                                                        vtkInformationVector** inputs,
                                                        vtkInformationVector* outputs) {
  mergeTimes(*this, inputs, *outputs);
  return this->Superclass::RequestInformation(request, inputs, outputs);
}

int vtkTalusInsideOutsideClassifier::RequestUpdateExtent(vtkInformation* request,
                                                         vtkInformationVector** inputs,
                                                         vtkInformationVector* outputs) {
  separateExtents(*this, inputs);
  requestOuterFaces(*inputs[1], RankGroup(this->Controller));
  return this->Superclass::RequestUpdateExtent(request, inputs, outputs);
}

int vtkTalusInsideOutsideClassifier::RequestData(vtkInformation* request, vtkInformationVector** inputs,
                                                 vtkInformationVector* outputs) {
  vtkDataObject* output = vtkDataObject::GetData(outputs);
  vtkUnstructuredGrid* cells = vtkUnstructuredGrid::GetData(outputs, 1);
  output->ShallowCopy(vtkDataObject::GetData(inputs[0]));
  cells->Initialize();
  Execution execution(*this);
  Outcome outcome = execution.Run(vtkDataObject::GetData(inputs[1]), *output);
  if (outcome == Outcome::Done) outcome = execution.ShowCells(*cells);
  if (outcome == Outcome::Done) {
    execution.Report(*output);
    setDataTime(*this, *request, inputs, *outputs);
  }
  return ended(outcome, {output, cells});
}

void vtkTalusInsideOutsideClassifier::PrintSelf(ostream& os, vtkIndent indent) {
  this->Superclass::PrintSelf(os, indent);
  os << indent << "NumberOfBuilds: " << this->NumberOfBuilds << "\n";
}
