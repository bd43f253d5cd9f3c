#include "bodies/vtkTalusBodiesRepresentation.h"

#include <vtkAlgorithmOutput.h>
#include <vtkCellData.h>
#include <vtkCommunicator.h>
#include <vtkInformation.h>
#include <vtkInformationVector.h>
#include <vtkMapper.h>
#include <vtkMatrix4x4.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkMultiProcessController.h>
#include <vtkNew.h>
#include <vtkObjectFactory.h>
#include <vtkPVRenderView.h>
#include <vtkPVSession.h>
#include <vtkPVTrivialProducer.h>
#include <vtkPartitionedDataSetCollection.h>
#include <vtkPointData.h>
#include <vtkProcessModule.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkSMSession.h>
#include <vtkScalarsToColors.h>
#include <vtkTalusContactDrawing.h>

#include <algorithm>
#include <array>
#include <initializer_list>

#include "bodies/delivered_bodies.h"
#include "bodies/instance_actor.h"
#include "bodies/instances.h"
#include "bodies/on_first_rank.h"
#include "bodies/scene_parts.h"
#include "bodies/shape_table.h"
#include "body_look.h"

using namespace talus::plugin;

namespace {

// Of the pieces that the view delivers.
constexpr int instancePort = 1, shapePort = 2, selectionPort = 3, contactPort = 4;
constexpr double kilobytesOfTriangle = 0.05;  // of a surface, as others are drawn

/// Data at the place that bodies or contacts have in the scene, so that a selection has the right index.
/// @param rest of the scene, whose structure it has.
vtkSmartPointer<vtkMultiBlockDataSet> atPlace(unsigned int flatIndex, vtkPolyData& data,
                                              vtkDataObject* rest) {
  auto blocks = vtkSmartPointer<vtkMultiBlockDataSet>::New();
  auto* scene = vtkPartitionedDataSetCollection::SafeDownCast(rest);
  if (!scene) {
    blocks->SetBlock(0, &data);
    return blocks;
  }
  unsigned int index = 0;
  for (unsigned int i = 0; i < scene->GetNumberOfPartitionedDataSets(); ++i) {
    const vtkNew<vtkMultiBlockDataSet> block;
    ++index;
    for (unsigned int j = 0; j < scene->GetNumberOfPartitions(i); ++j) {
      const vtkNew<vtkPolyData> nothing;
      block->SetBlock(j, ++index == flatIndex ? &data : nothing.Get());
    }
    blocks->SetBlock(i, block);
  }
  return blocks;
}

/// The largest of all ranks. Collective.
double largest(double mine, vtkMultiProcessController* controller) {
  double found = mine;
  if (controller && controller->GetNumberOfProcesses() > 1)
    controller->AllReduce(&mine, &found, 1, vtkCommunicator::MAX_OP);
  return found;
}

/// On some rank: frames of a run may be on one alone. Collective.
bool isScene(const SceneParts& own, vtkMultiProcessController* controller) {
  return largest(own.bodies ? 1 : 0, controller) > 0;
}

SceneParts noParts() {
  return {vtkSmartPointer<vtkPolyData>::New(), 0, {}, vtkSmartPointer<vtkPolyData>::New(), nullptr, 0};
}

/// The processes that draw together. Client and server know the same number.
int drawingProcesses() {
  vtkMultiProcessController* controller = vtkMultiProcessController::GetGlobalController();
  auto* session = vtkSMSession::SafeDownCast(vtkProcessModule::GetProcessModule()->GetSession());
  const int here = controller ? controller->GetNumberOfProcesses() : 1;
  return session ? std::max(here, session->GetNumberOfProcesses(vtkPVSession::RENDER_SERVER)) : here;
}

/// In a batch there is no client that could draw alone.
bool isBatch() {
  return vtkProcessModule::GetProcessType() == vtkProcessModule::PROCESS_BATCH;
}

/// Calls visit(marks) for the contacts among some blocks.
template <class Visit>
void visitMarks(vtkDataObject* blocks, const Visit& visit) {
  auto* composite = vtkMultiBlockDataSet::SafeDownCast(blocks);
  if (!composite) return;
  const auto at = vtk::TakeSmartPointer(composite->NewIterator());
  for (at->InitTraversal(); !at->IsDoneWithTraversal(); at->GoToNextItem())
    if (auto* marks = vtkPolyData::SafeDownCast(at->GetCurrentDataObject())) visit(*marks);
}

double usualForceIn(vtkDataObject* blocks) {
  double found = 0;
  visitMarks(blocks, [&](vtkPolyData& marks) {
    found = std::max(found, vtkTalusContactDrawing::GetUsualForce(&marks));
  });
  return found;
}

bool haveOnCells(vtkDataObject* blocks, const char* array) {
  bool found = false;
  visitMarks(blocks, [&](vtkPolyData& marks) { found = found || marks.GetCellData()->HasArray(array); });
  return found;
}

double trianglesOf(vtkPolyData& instances, vtkMultiBlockDataSet& shapes) {
  double sum = 0;
  vtkDataArray* shape = instances.GetPointData()->GetArray("Shape");
  for (vtkIdType i = 0; shape && i < shape->GetNumberOfTuples(); ++i) {
    const double used = shape->GetComponent(i, 0);
    if (used < 0 || used >= shapes.GetNumberOfBlocks()) continue;
    sum += static_cast<double>(facesOf(shapes, static_cast<unsigned int>(used)));
  }
  return sum;
}

}  // namespace

struct vtkTalusBodiesRepresentation::Drawing {
  std::array<InstanceActor*, 4> actors() { return {&bodies, &glassWalls, &wallEdges, &selected}; }

  /// Contacts are seen through bodies.
  double opacityOfBodies() const {
    return contacts == vtkTalusContactDrawing::Hidden ? bodyOpacity
                                                      : talus::look::opacityWithContacts * bodyOpacity;
  }

  bool isTranslucent(vtkProperty& whole) const {
    return std::min({whole.GetOpacity(), this->opacityOfBodies(), wallOpacity > 0 ? wallOpacity : 1.0}) < 1;
  }

  double bodyOpacity = 1, wallOpacity = talus::look::wallOpacity;
  int contacts = vtkTalusContactDrawing::Hidden;

  RunParts ofRun;
  vtkNew<vtkPVTrivialProducer> rest;
  bool isScene = false, isForeign = false;
  vtkSmartPointer<vtkMultiBlockDataSet> instances, selection, shapes, marks;
  vtkSmartPointer<vtkScalarsToColors> coloursOfContacts;  // null: those of the drawing
  double usualForce = 0;                                  // of the contacts of all ranks
  vtkSmartPointer<vtkDataObject> shownMarks;
  vtkBoundingBox box;
  double triangles = 0;

  DeliveredBodies whole, coarse, selectedWhole, selectedCoarse;
  InstanceActor bodies{moved, vtkTalusBodyDrawing::Solid}, glassWalls{walls, vtkTalusBodyDrawing::Glass},
      wallEdges{walls, vtkTalusBodyDrawing::EdgesOfGlass}, selected{drawable, vtkTalusBodyDrawing::Wires};
  vtkNew<vtkTalusContactDrawing> contactDrawing;
  vtkNew<vtkProperty> lookOfSurfaces;  // of bodies that are no instances
  vtkTimeStamp coloured;
};

vtkStandardNewMacro(vtkTalusBodiesRepresentation);

vtkTalusBodiesRepresentation::vtkTalusBodiesRepresentation() : drawing_(std::make_unique<Drawing>()) {
  for (InstanceActor* actor : drawing_->actors()) actor->actor().SetPickable(0);
  drawing_->contactDrawing->SetMapper(vtkSmartPointer<vtkMapper>::Take(this->Mapper->NewInstance()));
  this->SetNumberOfInputPorts(2);
}

vtkTalusBodiesRepresentation::~vtkTalusBodiesRepresentation() = default;

void vtkTalusBodiesRepresentation::SetBodyOpacity(double opacity) {
  drawing_->bodyOpacity = std::clamp(opacity, 0.0, 1.0);
  drawing_->coloured = vtkTimeStamp();
  this->Modified();
}

void vtkTalusBodiesRepresentation::SetWallOpacity(double opacity) {
  drawing_->wallOpacity = std::clamp(opacity, 0.0, 1.0);
  drawing_->coloured = vtkTimeStamp();
  this->Modified();
}

void vtkTalusBodiesRepresentation::SetContacts(int style) {
  drawing_->contacts = style;
  drawing_->coloured = vtkTimeStamp();
  this->MarkModified();
}

void vtkTalusBodiesRepresentation::SetContactLookupTable(vtkScalarsToColors* colours) {
  drawing_->coloursOfContacts = colours;
  this->Modified();
}

void vtkTalusBodiesRepresentation::SetSelectionColor(double red, double green, double blue) {
  drawing_->selected.drawing().SetColor(red, green, blue);
  this->Modified();
}

int vtkTalusBodiesRepresentation::FillInputPortInformation(int port, vtkInformation* info) {
  if (port == 0) return this->Superclass::FillInputPortInformation(port, info);
  info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkDataObject");
  info->Set(vtkAlgorithm::INPUT_IS_OPTIONAL(), 1);
  return 1;
}

int vtkTalusBodiesRepresentation::RequestData(vtkInformation* request, vtkInformationVector** inputs,
                                              vtkInformationVector* outputs) {
  Drawing& drawing = *drawing_;
  vtkMultiProcessController* controller = vtkMultiProcessController::GetGlobalController();
  vtkDataObject* data = vtkDataObject::GetData(inputs[0]);
  SceneParts parts;
  if (data) parts = partsOf(*data, this->GetInputAlgorithm(0, 0), drawing.ofRun, drawing.contacts);
  if (data && isScene(parts, controller) && !parts.bodies) parts = noParts();
  drawing.isScene = parts.bodies != nullptr;
  drawing.isForeign = data && !parts.bodies;
  drawing.instances = vtkSmartPointer<vtkMultiBlockDataSet>::New();
  drawing.selection = vtkSmartPointer<vtkMultiBlockDataSet>::New();
  drawing.shapes = vtkSmartPointer<vtkMultiBlockDataSet>::New();
  drawing.marks = vtkSmartPointer<vtkMultiBlockDataSet>::New();
  drawing.box.Reset();
  drawing.triangles = drawing.usualForce = 0;
  if (data) {
    const Shapes shapes = onFirstRank(parts.shapes, controller);
    drawing.shapes = tableOf(shapes);
    const int rank = controller ? controller->GetLocalProcessId() : 0;
    const auto gathered = [&](vtkPointSet* own) {
      const auto nothing = vtkSmartPointer<vtkPolyData>::New();
      return onFirstRank(*instancesOf(own ? *own : *nothing, shapes.size(), rank), controller);
    };
    const auto instances = gathered(parts.bodies);
    vtkDataObject* extracted = vtkDataObject::GetData(inputs[1]);
    drawing.selection->SetBlock(0, gathered(extracted ? selectedBodies(*extracted).Get() : nullptr));
    if (parts.bodies) {
      drawing.instances = atPlace(parts.flatIndex, *instances, parts.rest);
      drawing.box = boxAround(*instances, boxesOf(*drawing.shapes));
      drawing.triangles = trianglesOf(*instances, *drawing.shapes);
      drawing.rest->SetOutput(parts.rest);
    }
    if (parts.contacts) drawing.marks = atPlace(parts.contactsIndex, *parts.contacts, parts.rest);
    drawing.usualForce = largest(usualForceIn(drawing.marks), controller);
  }
  return this->Superclass::RequestData(request, inputs, outputs);
}

// The base draws what is not drawn as instances.
vtkAlgorithmOutput* vtkTalusBodiesRepresentation::GetInternalOutputPort(int port, int connection) {
  return drawing_->isScene ? drawing_->rest->GetOutputPort()
                           : this->Superclass::GetInternalOutputPort(port, connection);
}

int vtkTalusBodiesRepresentation::ProcessViewRequest(vtkInformationRequestKey* request, vtkInformation* input,
                                                     vtkInformation* output) {
  if (!this->Superclass::ProcessViewRequest(request, input, output)) return 0;
  Drawing& drawing = *drawing_;
  if (request == vtkPVView::REQUEST_UPDATE()) {
    std::array<double, 6> bounds{};
    drawing.box.GetBounds(bounds.data());
    const vtkNew<vtkMatrix4x4> matrix;
    this->Actor->GetMatrix(matrix);
    const auto size = static_cast<unsigned long>(drawing.triangles * kilobytesOfTriangle);
    vtkPVView::SetPiece(input, this, drawing.instances, size, instancePort);
    vtkPVView::SetPiece(input, this, drawing.shapes, 0, shapePort);
    vtkPVView::SetPiece(input, this, drawing.selection, 0, selectionPort);
    vtkPVView::SetPiece(input, this, drawing.marks, 0, contactPort);
    if (drawing.box.IsValid())
      vtkPVRenderView::SetGeometryBounds(input, this, bounds.data(), matrix, instancePort);
  }
  if (request == vtkPVView::REQUEST_UPDATE() && this->IsTranslucentOnSeveral()) {
    if (isBatch())
      vtkPVRenderView::SetOrderedCompositingConfiguration(
          input, this, vtkPVRenderView::USE_BOUNDS_FOR_REDISTRIBUTION, nullptr, instancePort);
    else
      vtkPVRenderView::SetRequiresDistributedRendering(input, this, false);
  }
  if (request == vtkPVView::REQUEST_UPDATE_LOD()) {
    vtkPVView::SetPieceLOD(input, this, drawing.instances, 0, instancePort);
    vtkPVView::SetPieceLOD(input, this, drawing.shapes, 0, shapePort);
    vtkPVView::SetPieceLOD(input, this, drawing.selection, 0, selectionPort);
    vtkPVView::SetPieceLOD(input, this, drawing.marks, 0, contactPort);
  }
  if (request == vtkPVView::REQUEST_RENDER()) this->Show(input);
  return 1;
}

void vtkTalusBodiesRepresentation::Show(vtkInformation* input) {
  Drawing& drawing = *drawing_;
  const bool coarsely = !this->SuppressLOD && input->Has(vtkPVRenderView::USE_LOD());
  DeliveredBodies& delivered = coarsely ? drawing.coarse : drawing.whole;
  const auto piece = [&](int port) {
    return coarsely ? vtkPVView::GetDeliveredPieceLOD(input, this, port)
                    : vtkPVView::GetDeliveredPiece(input, this, port);
  };
  DeliveredBodies& chosen = coarsely ? drawing.selectedCoarse : drawing.selectedWhole;
  delivered.take(piece(instancePort), piece(shapePort));
  chosen.take(piece(selectionPort), piece(shapePort));
  vtkDataObject* instances = delivered.instances();
  const bool isSeen = instances && this->Property->GetOpacity() > 0;
  const bool glassIsSeen = isSeen && delivered.haveWalls() && drawing.wallOpacity > 0;
  drawing.bodies.actor().SetVisibility(isSeen && drawing.bodyOpacity > 0);
  drawing.glassWalls.actor().SetVisibility(glassIsSeen);
  drawing.wallEdges.actor().SetVisibility(glassIsSeen);
  drawing.selected.actor().SetVisibility(isSeen && chosen.instances());
  this->Actor->SetProperty(instances ? drawing.lookOfSurfaces.Get() : this->Property);
  this->ShowContacts(piece(contactPort));
  if (!instances) return;
  for (InstanceActor* actor : drawing.actors()) actor->actor().SetBox(delivered.box());
  drawing.bodies.actor().SetPickable(this->Actor->GetPickable());
  drawing.bodies.actor().SetInstances(&delivered.bodies());
  this->ColourWalls();
  if (chosen.instances())
    drawing.selected.show(*chosen.instances(), coarsely ? chosen.coarseShapes() : chosen.shapes(), coarsely);
  drawing.bodies.show(*instances, coarsely ? delivered.coarseShapes() : delivered.shapes(), coarsely);
  if (!glassIsSeen) return;
  drawing.glassWalls.show(*instances, delivered.shapes(), coarsely);
  drawing.wallEdges.show(*instances, delivered.shapes(), coarsely);
}

// By what the user has chosen of contacts, or their force.
void vtkTalusBodiesRepresentation::ShowContacts(vtkDataObject* marks) {
  Drawing& drawing = *drawing_;
  vtkTalusContactDrawing& contacts = *drawing.contactDrawing;
  contacts.GetActor()->SetVisibility(marks && drawing.contacts != vtkTalusContactDrawing::Hidden);
  if (!marks) return;
  if (marks != drawing.shownMarks) drawing.usualForce = std::max(drawing.usualForce, usualForceIn(marks));
  drawing.shownMarks = marks;
  contacts.Show(marks);
  vtkMapper& chosen = *this->Mapper;
  const bool byCells = chosen.GetScalarVisibility() &&
                       chosen.GetScalarMode() == VTK_SCALAR_MODE_USE_CELL_FIELD_DATA &&
                       haveOnCells(marks, chosen.GetArrayName());
  if (byCells)
    contacts.ColorBy(chosen.GetArrayName(), chosen.GetLookupTable());
  else if (drawing.coloursOfContacts)
    contacts.ColorBy("Force", drawing.coloursOfContacts);
  else
    contacts.ColorByForce(drawing.usualForce);
}

void vtkTalusBodiesRepresentation::ColourWalls() {
  auto* view = vtkPVRenderView::SafeDownCast(this->GetView());
  const double* ground = view ? view->GetRenderer()->GetBackground() : nullptr;
  if (!ground) return;
  for (InstanceActor* actor : {&drawing_->glassWalls, &drawing_->wallEdges})
    actor->drawing().SetBackground(ground[0], ground[1], ground[2]);
}

void vtkTalusBodiesRepresentation::UpdateColoringParameters() {
  this->Superclass::UpdateColoringParameters();
  Drawing& drawing = *drawing_;
  drawing.bodies.drawing().ColorLike(this->Mapper);
  const vtkNew<vtkMatrix4x4> matrix;
  this->Actor->GetMatrix(matrix);
  for (InstanceActor* actor : drawing.actors()) actor->actor().SetUserMatrix(matrix);
  drawing.contactDrawing->GetActor()->SetUserMatrix(matrix);
  if (drawing.coloured > this->Property->GetMTime()) return;
  const double whole = this->Property->GetOpacity();
  const auto setOpacity = [whole](InstanceActor& actor, double opacity) {
    const bool isSeen = whole > 0 && opacity > 0;  // VTK would not draw it any more after 0
    actor.drawing().SetOpacity(isSeen ? opacity : 1, isSeen ? whole : 1);
  };
  drawing.bodies.actor().GetProperty()->DeepCopy(this->Property);
  setOpacity(drawing.bodies, drawing.opacityOfBodies());
  setOpacity(drawing.glassWalls, drawing.wallOpacity);
  setOpacity(drawing.wallEdges, drawing.wallOpacity);
  drawing.lookOfSurfaces->DeepCopy(this->Property);
  drawing.lookOfSurfaces->SetOpacity(whole * drawing.opacityOfBodies());
  this->StyleContacts();
  drawing.coloured.Modified();
}

void vtkTalusBodiesRepresentation::StyleContacts() {
  vtkProperty& style = *drawing_->contactDrawing->GetActor()->GetProperty();
  style.SetColor(this->Property->GetColor());
  style.SetOpacity(this->Property->GetOpacity());
  style.SetPointSize(this->Property->GetPointSize());
  style.SetLineWidth(this->Property->GetLineWidth());
}

// One process has all bodies. Several that put their pictures together lose what is translucent, unless they
// are ordered.
bool vtkTalusBodiesRepresentation::NeedsOrderedCompositing() {
  return drawing_->isForeign ? this->Superclass::NeedsOrderedCompositing()
                             : this->IsTranslucentOnSeveral() && isBatch();
}

bool vtkTalusBodiesRepresentation::IsTranslucentOnSeveral() {
  return drawing_->isTranslucent(*this->Property) && drawingProcesses() > 1;
}

void vtkTalusBodiesRepresentation::SetVisibility(bool visible) {
  for (InstanceActor* actor : drawing_->actors()) actor->actor().SetVisibility(visible);
  drawing_->contactDrawing->GetActor()->SetVisibility(visible);
  this->Superclass::SetVisibility(visible);
}

bool vtkTalusBodiesRepresentation::AddToView(vtkView* view) {
  if (auto* drawn = vtkPVRenderView::SafeDownCast(view)) {
    for (InstanceActor* actor : drawing_->actors()) drawn->GetRenderer()->AddActor(&actor->actor());
    drawn->GetRenderer()->AddActor(drawing_->contactDrawing->GetActor());
    drawn->RegisterPropForHardwareSelection(this, &drawing_->bodies.actor());
    drawn->RegisterPropForHardwareSelection(this, drawing_->contactDrawing->GetActor());
  }
  return this->Superclass::AddToView(view);
}

bool vtkTalusBodiesRepresentation::RemoveFromView(vtkView* view) {
  if (auto* drawn = vtkPVRenderView::SafeDownCast(view)) {
    for (InstanceActor* actor : drawing_->actors()) drawn->GetRenderer()->RemoveActor(&actor->actor());
    drawn->GetRenderer()->RemoveActor(drawing_->contactDrawing->GetActor());
    drawn->UnRegisterPropForHardwareSelection(this, &drawing_->bodies.actor());
    drawn->UnRegisterPropForHardwareSelection(this, drawing_->contactDrawing->GetActor());
  }
  return this->Superclass::RemoveFromView(view);
}
