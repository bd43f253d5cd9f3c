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
#include <vtkSmartPointer.h>
#include <vtkStreamingDemandDrivenPipeline.h>

#include <algorithm>
#include <span>
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

template <class Array>
vtkSmartPointer<Array> newArray(const char* name, vtkIdType count) {
  auto array = vtkSmartPointer<Array>::New();
  array->SetName(name);
  array->SetNumberOfTuples(count);
  return array;
}

template <class Array, class Value>
void copyInto(Array& array, vtkIdType first, const std::vector<Value>& values) {
  std::transform(values.begin(), values.end(), array.GetPointer(first),
                 [](Value value) { return static_cast<typename Array::ValueType>(value); });
}

// The label arrays of one dataset.
struct LabelArrays {
  explicit LabelArrays(vtkIdType count)
      : side(newArray<vtkSignedCharArray>("Side", count)),
        winding(newArray<vtkDoubleArray>("WindingNumber", count)),
        body(newArray<vtkIntArray>("EnclosingBody", count)) {}

  void copy(vtkIdType first, const talus::Classification& labels) {
    copyInto(*side, first, labels.side);
    copyInto(*winding, first, labels.winding);
    copyInto(*body, first, labels.body);
  }

  vtkSmartPointer<vtkSignedCharArray> side;
  vtkSmartPointer<vtkDoubleArray> winding;
  vtkSmartPointer<vtkIntArray> body;
};

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
  Outcome Build(const BlockMeshes& mine);
  void LabelLeaf(vtkDataSet& leaf, double begin, double end);
  void Describe(vtkDataObject& data, const Counts& counts) const;
  void NumberBlocks(std::vector<talus::Index>& bodies) const;
  void Add(const LabelArrays& arrays, vtkDataSetAttributes& to) const;

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
  outcome = this->Build(mine);
  if (outcome != Outcome::Done) this->Filter.Kept.reset();
  return outcome;
}

Outcome vtkTalusInsideOutsideClassifier::Execution::Build(const BlockMeshes& mine) {
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

// In batches, so that memory does not grow by a copy of all points.
void vtkTalusInsideOutsideClassifier::Execution::LabelLeaf(vtkDataSet& leaf, double begin, double end) {
  constexpr vtkIdType batch = 1 << 20;
  const int type = this->Filter.Association == CELLS ? vtkDataObject::CELL : vtkDataObject::POINT;
  const std::vector<talus::Vec3> centres =
      type == vtkDataObject::CELL ? cellCentresOf(leaf) : std::vector<talus::Vec3>();
  const vtkIdType count = leaf.GetNumberOfElements(type);
  const double share = (end - begin) / static_cast<double>(std::max<vtkIdType>(count, 1));
  LabelArrays arrays(count);
  std::vector<talus::Vec3> copied;
  Counts counts;
  for (vtkIdType first = 0; first < count; first += batch) {
    const vtkIdType last = std::min(count, first + batch);
    const auto size = static_cast<std::size_t>(last - first);
    if (type == vtkDataObject::POINT) {
      copied.resize(size);
      copyPoints(leaf, first, copied);
    }
    const std::span<const talus::Vec3> points =
        centres.empty() ? copied : std::span(centres).subspan(static_cast<std::size_t>(first), size);
    talus::Context context(reportTo(this->Filter, begin + share * static_cast<double>(first),
                                    begin + share * static_cast<double>(last)));
    talus::Classification labels = this->Filter.Kept->classifier->classify(points, context);
    this->NumberBlocks(labels.body);
    arrays.copy(first, labels);
    counts.redrawnRays += labels.tally.redraws;
    counts.nonFinitePoints += labels.nonFinitePoints;
  }
  this->Add(arrays, *leaf.GetAttributes(type));
  this->Describe(leaf, counts);
  this->Total.redrawnRays += counts.redrawnRays;
  this->Total.nonFinitePoints += counts.nonFinitePoints;
}

void vtkTalusInsideOutsideClassifier::Execution::Add(const LabelArrays& arrays,
                                                     vtkDataSetAttributes& to) const {
  to.AddArray(arrays.side);
  if (this->Filter.ComputeWindingNumber) to.AddArray(arrays.winding);
  if (this->Filter.ComputeEnclosingBody) to.AddArray(arrays.body);
}

// The classifier numbers the bodies it got; users know the blocks of their composite.
void vtkTalusInsideOutsideClassifier::Execution::NumberBlocks(std::vector<talus::Index>& bodies) const {
  const Prepared& kept = *this->Filter.Kept;
  if (!kept.composite) return;
  const bool single = kept.blocks.size() == 1;
  for (talus::Index& body : bodies)
    if (body >= 0) body = kept.blocks[single ? 0 : static_cast<std::size_t>(body)];
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
                                             << (total.nonFinitePoints == 1 ? " point has" : " points have")
                                             << " NaN or infinite coordinates, labelled outside (-1). Remove "
                                                "what is broken or repair the input.");
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
