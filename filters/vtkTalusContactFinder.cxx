#include "vtkTalusContactFinder.h"

#include <vtkCellArray.h>
#include <vtkDataObject.h>
#include <vtkInformation.h>
#include <vtkInformationVector.h>
#include <vtkIntArray.h>
#include <vtkMultiProcessController.h>
#include <vtkNew.h>
#include <vtkObjectFactory.h>
#include <vtkPartitionedDataSetCollection.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkTypeInt64Array.h>

#include <algorithm>
#include <string>
#include <utility>

#include "attempt.h"
#include "base/error.h"
#include "base/parallel.h"
#include "body_blocks.h"
#include "body_input.h"
#include "contact/scene/contact_scene.h"
#include "contact_output.h"
#include "contact_warnings.h"
#include "field_data.h"
#include "filter_progress.h"
#include "pipeline_request.h"
#include "scene_data.h"

using namespace talus::filters;

vtkStandardNewMacro(vtkTalusContactFinder);
vtkCxxSetObjectMacro(vtkTalusContactFinder, Controller, vtkMultiProcessController);

// Data kept between executions.
struct vtkTalusContactFinder::Finding {
  Finding(const BodyInput& input, talus::Context& context);

  void takeBodies(BodyInput next, double nextTime);
  void search(talus::SceneContactOptions wanted, talus::Context& context);
  void write(const std::vector<vtkDataObject*>& given, vtkPartitionedDataSetCollection& output) const;
  std::vector<std::string> warnings() const { return contactWarnings(bodies, scene); }

  BodyInput bodies;  // without shapes and poses, which the scene has
  double time = 0;
  talus::ContactScene scene;
};

// Adds the shapes to the scene.
vtkTalusContactFinder::Finding::Finding(const BodyInput& input, talus::Context& context) {
  std::int64_t steps = 0;
  for (const talus::TriangleMesh& shape : input.shapes)
    steps += 2 * static_cast<std::int64_t>(shape.triangleCount());
  context.beginStage(0.5, steps);
  for (std::size_t i = 0; i < input.shapes.size(); ++i)
    scene.addShape(input.shapes[i], input.names[i], context, input.offsets[i]);
}

// Contacts persist if the bodies are the same and time has not decreased.
void vtkTalusContactFinder::Finding::takeBodies(BodyInput next, double nextTime) {
  if (next.ids != bodies.ids || nextTime < time) scene.forget();
  next.shapes.clear();
  scene.setBodies(std::move(next.bodies));
  bodies = std::move(next);
  time = nextTime;
}

void vtkTalusContactFinder::Finding::search(talus::SceneContactOptions wanted, talus::Context& context) {
  if (wanted.halo == 0) wanted.halo = bodies.halo;
  scene.search(wanted, context, 0.5);
}

namespace {

std::int64_t touchingPairs(const talus::ContactState& state) {
  return std::count_if(state.pairs.begin(), state.pairs.end(),
                       [](const talus::PairContacts& pair) { return pair.count > 0; });
}

// A vertex for each surface.
void writeBodyPoints(const BodyInput& bodies, vtkPolyData& output) {
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  vtkNew<vtkCellArray> vertices;
  vtkNew<vtkTypeInt64Array> ids;
  ids->SetName("BodyId");
  for (std::size_t i = 0; i < bodies.ids.size(); ++i) {
    const vtkIdType point = points->InsertNextPoint(bodies.centres[i].data());
    vertices->InsertNextCell(1, &point);
    ids->InsertNextValue(bodies.ids[i]);
  }
  output.SetPoints(points);
  output.SetVerts(vertices);
  output.GetPointData()->AddArray(ids);
}

void addBodyCounts(const char* name, const std::vector<int>& counts, vtkPolyData& bodies) {
  vtkNew<vtkIntArray> array;
  array->SetName(name);
  for (const int count : counts) array->InsertNextValue(count);
  bodies.GetPointData()->AddArray(array);
}

void writeSummary(const talus::ContactState& state, double halo, vtkDataObject& output) {
  addNumber(output, "Halo", halo);
  addCount(output, "TouchingPairs", touchingPairs(state));
  addCount(output, "UndecidedPairs", undecidedPairs(state));
  addCount(output, "EstimatedPairs", estimatedPairs(state));
}

}  // namespace

void vtkTalusContactFinder::Finding::write(const std::vector<vtkDataObject*>& given,
                                           vtkPartitionedDataSetCollection& output) const {
  const talus::ContactState& state = scene.state();
  copyBodies(given, output);
  vtkNew<vtkPolyData> points;
  if (bodies.fromScene)
    points->ShallowCopy(sceneBlocks(output).bodies);
  else
    writeBodyPoints(bodies, *points);
  addBodyCounts("ContactCount", contactCounts(state, bodies.ids.size()), *points);
  addBodyCounts("CoordinationNumber", coordinationNumbers(state, bodies.ids.size()), *points);
  putBlock(output, "Bodies", *points);
  vtkNew<vtkPolyData> network;
  writeContacts(state, {bodies.ids, bodies.centres}, *network);
  writeSummary(state, scene.options().halo, *network);
  putBlock(output, "Contacts", *network);
}

vtkTalusContactFinder::vtkTalusContactFinder() {
  this->SetController(vtkMultiProcessController::GetGlobalController());
}

vtkTalusContactFinder::~vtkTalusContactFinder() {
  this->SetController(nullptr);
}

void vtkTalusContactFinder::ForgetContacts() {
  if (this->Kept) this->Kept->scene.forget();
  this->Modified();
}

int vtkTalusContactFinder::FillInputPortInformation(int, vtkInformation* info) {
  info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkPolyData");
  info->Append(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkCompositeDataSet");
  info->Set(vtkAlgorithm::INPUT_IS_REPEATABLE(), 1);
  return 1;
}

int vtkTalusContactFinder::RequestInformation(vtkInformation* request, vtkInformationVector** inputs,
                                              vtkInformationVector* outputs) {
  mergeTimes(*this, inputs, *outputs);
  return this->Superclass::RequestInformation(request, inputs, outputs);
}

int vtkTalusContactFinder::RequestUpdateExtent(vtkInformation* request, vtkInformationVector** inputs,
                                               vtkInformationVector* outputs) {
  requestWhole(*inputs[0], RankGroup(this->Controller));
  return this->Superclass::RequestUpdateExtent(request, inputs, outputs);
}

int vtkTalusContactFinder::RequestData(vtkInformation* request, vtkInformationVector** inputs,
                                       vtkInformationVector* outputs) {
  const std::vector<vtkDataObject*> given = dataOf(*inputs[0]);
  auto& output = *vtkPartitionedDataSetCollection::GetData(outputs);
  const double time = timeOfInputs(*this, *request, inputs, *outputs).value_or(0);
  const talus::ThreadLimit threads(this->NumberOfThreads);
  const RankGroup ranks(this->Controller);
  BodyReader reader(ranks, this->Kept ? this->Kept->bodies.stamp : talus::filters::SceneStamp());
  talus::SceneContactOptions options;
  Outcome outcome = attempt(*this, ranks, [&] {
    options = this->CoreOptions();
    reader.read(given);
  });
  if (outcome == Outcome::Done) {
    reader.gather();
    outcome = attempt(*this, ranks, [&] {
      BodyInput bodies = reader.take();
      if (ranks.rank() > 0 && !bodies.fromScene) bodies = {};  // surfaces are the same on all ranks
      talus::Context context(reportTo(*this, 0, 1));
      if (!this->Kept || this->Kept->bodies.stamp != bodies.stamp) {
        this->Kept = nullptr;
        this->Kept = std::make_unique<Finding>(bodies, context);
      }
      this->Kept->takeBodies(std::move(bodies), time);
      this->Kept->search(options, context);
    });
  }
  output.Initialize();
  if (outcome == Outcome::Done) {
    this->Kept->write(given, output);
    setDataTime(*this, *request, inputs, *outputs);
    for (const std::string& warning : this->Kept->warnings()) vtkWarningMacro(<< warning);
  }
  return outcome == Outcome::Failed ? 0 : 1;
}

void vtkTalusContactFinder::PrintSelf(ostream& os, vtkIndent indent) {
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Controller: " << this->Controller << "\n";
}
