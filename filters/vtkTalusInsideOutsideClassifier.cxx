#include "vtkTalusInsideOutsideClassifier.h"

#include <vtkCellData.h>
#include <vtkCompositeDataIterator.h>
#include <vtkCompositeDataSet.h>
#include <vtkDataSet.h>
#include <vtkDoubleArray.h>
#include <vtkInformation.h>
#include <vtkInformationVector.h>
#include <vtkIntArray.h>
#include <vtkMultiProcessController.h>
#include <vtkNew.h>
#include <vtkObjectFactory.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>
#include <vtkSignedCharArray.h>
#include <vtkStreamingDemandDrivenPipeline.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "attempt.h"
#include "base/error.h"
#include "base/parallel.h"
#include "dataset_points.h"
#include "enclosure/classifier.h"
#include "field_data.h"
#include "filter_progress.h"
#include "polygon_triangles.h"
#include "surface_blocks.h"
#include "surface_gather.h"

using namespace talus::filters;

vtkStandardNewMacro(vtkTalusInsideOutsideClassifier);
vtkCxxSetObjectMacro(vtkTalusInsideOutsideClassifier, Controller, vtkMultiProcessController);

namespace {

// Everything that what was built depends on.
struct Stamp {
  std::vector<std::pair<const vtkDataSet*, vtkMTimeType>> surface;
  std::tuple<int, int, double, int, bool, bool> options;
  bool operator==(const Stamp&) const = default;
};

talus::TriangleMesh usableTriangles(vtkDataSet& data, const std::string& name) {
  PolygonTriangles triangles = trianglesOf(*polygonsOf(data, name));
  if (!triangles.tooFew.empty())
    throw talus::Error(name + " has polygons with fewer than three corners",
                       std::to_string(triangles.tooFew.size()) + " polygons, the first is cell " +
                           std::to_string(triangles.tooFew.front()),
                       "Remove them, for example with Clean");
  return std::move(triangles.mesh);
}

template <class Array, class Value>
void addArray(vtkDataSetAttributes& to, const char* name, const std::vector<Value>& values) {
  vtkNew<Array> array;
  array->SetName(name);
  array->SetNumberOfTuples(static_cast<vtkIdType>(values.size()));
  std::transform(values.begin(), values.end(), array->GetPointer(0),
                 [](Value value) { return static_cast<typename Array::ValueType>(value); });
  to.AddArray(array);
}

std::vector<vtkDataSet*> leavesOf(vtkDataObject& object) {
  if (auto* data = vtkDataSet::SafeDownCast(&object)) return {data};
  std::vector<vtkDataSet*> leaves;
  const auto at = vtk::TakeSmartPointer(vtkCompositeDataSet::SafeDownCast(&object)->NewIterator());
  for (at->InitTraversal(); !at->IsDoneWithTraversal(); at->GoToNextItem())
    if (auto* leaf = vtkDataSet::SafeDownCast(at->GetCurrentDataObject())) leaves.push_back(leaf);
  return leaves;
}

struct Counts {
  std::int64_t redrawnRays = 0;
  std::int64_t nonFinitePoints = 0;
};

}  // namespace

// What is kept from one execution to the next.
struct vtkTalusInsideOutsideClassifier::Prepared {
  Stamp stamp;
  std::unique_ptr<talus::Classifier> classifier;
  std::vector<int> blocks;  // block number of each body
  bool composite = false;
};

// One run of RequestData: prepare the surface, label the leaves of the output, report.
class vtkTalusInsideOutsideClassifier::Execution {
 public:
  explicit Execution(vtkTalusInsideOutsideClassifier& filter)
      : Filter(filter), Ranks(filter.Controller), Threads(filter.NumberOfThreads) {}

  Outcome Prepare(vtkDataObject* surface);
  Outcome Label(vtkDataObject& output);
  void Report(vtkDataObject& output);

 private:
  Stamp StampOf(const std::vector<SurfaceBlock>& blocks) const;
  Outcome Build(BlockMeshes mine);
  void LabelLeaf(vtkDataSet& leaf, double begin, double end);
  void Describe(vtkDataObject& data, const Counts& counts) const;
  std::vector<talus::Index> BlocksOf(std::vector<talus::Index> bodies) const;

  vtkTalusInsideOutsideClassifier& Filter;
  RankGroup Ranks;
  talus::ThreadLimit Threads;
  Counts Total;
  double Begin = 0;  // share of the progress that is used up
};

Stamp vtkTalusInsideOutsideClassifier::Execution::StampOf(const std::vector<SurfaceBlock>& blocks) const {
  Stamp stamp;
  for (const SurfaceBlock& block : blocks) stamp.surface.emplace_back(block.data, block.data->GetMTime());
  const auto& f = this->Filter;
  stamp.options = {
      f.Method, f.RaySearch, f.Tolerance, f.Seed, f.ComputeWindingNumber, f.ComputeEnclosingBody};
  return stamp;
}

Outcome vtkTalusInsideOutsideClassifier::Execution::Prepare(vtkDataObject* surface) {
  auto next = std::make_unique<Prepared>();
  std::vector<SurfaceBlock> blocks;
  Outcome outcome = attempt(this->Filter, this->Ranks, [&] {
    blocks = surfaceBlocks(surface);
    next->stamp = this->StampOf(blocks);
    next->composite = surface && surface->IsA("vtkCompositeDataSet");
  });
  if (outcome != Outcome::Done) return outcome;
  const auto& kept = this->Filter.Kept;
  if (!this->Ranks.any(!kept || kept->stamp != next->stamp)) return Outcome::Done;

  this->Filter.Kept.reset();
  BlockMeshes mine;
  outcome = attempt(this->Filter, this->Ranks, [&] {
    for (const SurfaceBlock& block : blocks)
      mine[block.number].append(usableTriangles(*block.data, blockName(block, next->composite)));
  });
  if (outcome != Outcome::Done) return outcome;
  this->Filter.Kept = std::move(next);
  outcome = this->Build(std::move(mine));
  if (outcome != Outcome::Done) this->Filter.Kept.reset();
  return outcome;
}

Outcome vtkTalusInsideOutsideClassifier::Execution::Build(BlockMeshes mine) {
  Prepared& next = *this->Filter.Kept;
  BlockMeshes meshes = gatherSurface(mine, this->Ranks).meshes;
  next.composite = this->Ranks.any(next.composite);
  const Outcome outcome = attempt(this->Filter, this->Ranks, [&] {
    std::vector<talus::TriangleMesh> bodies;
    for (auto& [block, mesh] : meshes) {
      if (mesh.triangleCount() == 0 && meshes.size() > 1) continue;
      next.blocks.push_back(block);
      bodies.push_back(std::move(mesh));
    }
    const auto& f = this->Filter;
    const talus::ClassifierOptions options{.method = static_cast<talus::Method>(f.Method),
                                           .raySearch = static_cast<talus::RaySearch>(f.RaySearch),
                                           .tolerance = f.Tolerance,
                                           .seed = static_cast<std::uint64_t>(f.Seed),
                                           .windingNumber = f.ComputeWindingNumber,
                                           .enclosingBody = f.ComputeEnclosingBody};
    talus::Context context(reportTo(this->Filter, 0, 1));  // the classifier's build is half of the whole
    next.classifier = std::make_unique<talus::Classifier>(std::move(bodies), options, context);
  });
  if (outcome != Outcome::Done) return outcome;
  this->Begin = 0.5;
  ++this->Filter.NumberOfBuilds;
  const std::string warning = next.classifier->warning();
  if (!warning.empty() && this->Ranks.rank() == 0) vtkWarningWithObjectMacro(&this->Filter, << warning);
  return outcome;
}

Outcome vtkTalusInsideOutsideClassifier::Execution::Label(vtkDataObject& output) {
  return attempt(this->Filter, this->Ranks, [&] {
    const std::vector<vtkDataSet*> leaves = leavesOf(output);
    const double share = (1 - this->Begin) / static_cast<double>(std::max<std::size_t>(leaves.size(), 1));
    for (vtkDataSet* leaf : leaves) {
      this->LabelLeaf(*leaf, this->Begin, this->Begin + share);
      this->Begin += share;
    }
  });
}

void vtkTalusInsideOutsideClassifier::Execution::LabelLeaf(vtkDataSet& leaf, double begin, double end) {
  const bool cells = this->Filter.Association == CELLS;
  const std::vector<talus::Vec3> points = cells ? cellCentresOf(leaf) : pointsOf(leaf);
  talus::Context context(reportTo(this->Filter, begin, end));
  talus::Classification labels = this->Filter.Kept->classifier->classify(points, context);
  vtkDataSetAttributes& to = *leaf.GetAttributes(cells ? vtkDataObject::CELL : vtkDataObject::POINT);
  addArray<vtkSignedCharArray>(to, "Side", labels.side);
  if (this->Filter.ComputeWindingNumber) addArray<vtkDoubleArray>(to, "WindingNumber", labels.winding);
  if (this->Filter.ComputeEnclosingBody)
    addArray<vtkIntArray>(to, "EnclosingBody", this->BlocksOf(std::move(labels.body)));
  this->Describe(leaf, {labels.tally.redraws, labels.nonFinitePoints});
  this->Total.redrawnRays += labels.tally.redraws;
  this->Total.nonFinitePoints += labels.nonFinitePoints;
}

// The classifier numbers the bodies it got; users know the blocks of their composite.
std::vector<talus::Index> vtkTalusInsideOutsideClassifier::Execution::BlocksOf(
    std::vector<talus::Index> bodies) const {
  const Prepared& kept = *this->Filter.Kept;
  if (!kept.composite) return bodies;
  const bool single = kept.blocks.size() == 1;
  for (talus::Index& body : bodies)
    if (body >= 0) body = kept.blocks[single ? 0 : static_cast<std::size_t>(body)];
  return bodies;
}

void vtkTalusInsideOutsideClassifier::Execution::Describe(vtkDataObject& data, const Counts& counts) const {
  const talus::Classifier& classifier = *this->Filter.Kept->classifier;
  std::vector<std::string> methods, reasons;
  for (std::size_t i = 0; i < classifier.surfaceCount(); ++i) {
    methods.emplace_back(talus::name(classifier.method(i)));
    reasons.push_back(classifier.reason(i));
  }
  addTexts(data, "Method", methods);
  addTexts(data, "MethodReason", reasons);
  addCount(data, "RedrawnRays", counts.redrawnRays);
  addCount(data, "NonFinitePoints", counts.nonFinitePoints);
}

void vtkTalusInsideOutsideClassifier::Execution::Report(vtkDataObject& output) {
  const Counts total{this->Ranks.sum(this->Total.redrawnRays), this->Ranks.sum(this->Total.nonFinitePoints)};
  this->Describe(output, total);
  if (total.nonFinitePoints > 0 && this->Ranks.rank() == 0)
    vtkWarningWithObjectMacro(&this->Filter, << total.nonFinitePoints
                                             << " points have NaN or infinite coordinates and are labelled "
                                                "outside (-1). Remove them or repair the input.");
}

vtkTalusInsideOutsideClassifier::vtkTalusInsideOutsideClassifier() {
  this->SetNumberOfInputPorts(2);
  this->SetController(vtkMultiProcessController::GetGlobalController());
}

vtkTalusInsideOutsideClassifier::~vtkTalusInsideOutsideClassifier() {
  this->SetController(nullptr);
}

void vtkTalusInsideOutsideClassifier::SetSurfaceConnection(vtkAlgorithmOutput* output) {
  this->SetInputConnection(1, output);
}

void vtkTalusInsideOutsideClassifier::SetSurfaceData(vtkDataObject* surface) {
  this->SetInputData(1, surface);
}

vtkDataObject* vtkTalusInsideOutsideClassifier::GetSurface() {
  return this->GetNumberOfInputConnections(1) > 0 ? this->GetInputDataObject(1, 0) : nullptr;
}

int vtkTalusInsideOutsideClassifier::FillInputPortInformation(int, vtkInformation* info) {
  info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkDataSet");
  info->Append(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkCompositeDataSet");
  return 1;
}

int vtkTalusInsideOutsideClassifier::RequestUpdateExtent(vtkInformation* request,
                                                         vtkInformationVector** inputs,
                                                         vtkInformationVector* outputs) {
  using Pipeline = vtkStreamingDemandDrivenPipeline;
  const RankGroup ranks(this->Controller);
  vtkInformation* surface = inputs[1]->GetInformationObject(0);
  if (surface) {  // the whole surface, each rank its part of it, whatever piece of the points is asked for
    surface->Set(Pipeline::UPDATE_PIECE_NUMBER(), ranks.rank());
    surface->Set(Pipeline::UPDATE_NUMBER_OF_PIECES(), ranks.size());
    surface->Set(Pipeline::UPDATE_NUMBER_OF_GHOST_LEVELS(), 0);
    surface->Set(Pipeline::UPDATE_EXTENT_INITIALIZED(), 0);
  }
  return this->Superclass::RequestUpdateExtent(request, inputs, outputs);
}

int vtkTalusInsideOutsideClassifier::RequestData(vtkInformation*, vtkInformationVector** inputs,
                                                 vtkInformationVector* outputs) {
  vtkDataObject* output = vtkDataObject::GetData(outputs);
  output->ShallowCopy(vtkDataObject::GetData(inputs[0]));
  Execution execution(*this);
  Outcome outcome = execution.Prepare(vtkDataObject::GetData(inputs[1]));
  if (outcome == Outcome::Done) outcome = execution.Label(*output);
  if (outcome == Outcome::Done)
    execution.Report(*output);
  else
    output->Initialize();
  return outcome == Outcome::Failed ? 0 : 1;
}

void vtkTalusInsideOutsideClassifier::PrintSelf(ostream& os, vtkIndent indent) {
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Association: " << (this->Association == CELLS ? "Cells" : "Points") << "\n"
     << indent << "Method: " << talus::name(static_cast<talus::Method>(this->Method)) << "\n"
     << indent << "RaySearch: " << (this->RaySearch == TREE ? "Tree" : "Flat") << "\n"
     << indent << "Tolerance: " << this->Tolerance << "\n"
     << indent << "ComputeWindingNumber: " << (this->ComputeWindingNumber ? "On" : "Off") << "\n"
     << indent << "ComputeEnclosingBody: " << (this->ComputeEnclosingBody ? "On" : "Off") << "\n"
     << indent << "Seed: " << this->Seed << "\n"
     << indent << "NumberOfThreads: " << this->NumberOfThreads << "\n"
     << indent << "NumberOfBuilds: " << this->NumberOfBuilds << "\n"
     << indent << "Controller: " << this->Controller << "\n";
}
