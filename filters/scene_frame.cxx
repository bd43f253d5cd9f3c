#include "scene_frame.h"

#include <vtkDoubleArray.h>
#include <vtkIdList.h>
#include <vtkIntArray.h>
#include <vtkNew.h>
#include <vtkPartitionedDataSetCollection.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>

#include <unordered_set>

#include "body_blocks.h"
#include "dynamics/run/simulation.h"
#include "field_data.h"
#include "force_network.h"
#include "scene_data.h"

namespace talus::filters {

namespace {

std::vector<PrescribedMotion> motionsOf(const Bodies& bodies, std::vector<PrescribedMotion> motions) {
  const std::unordered_set<std::int64_t> present(bodies.id.begin(), bodies.id.end());
  for (PrescribedMotion& motion : motions)
    std::erase_if(motion.bodies, [&](std::int64_t id) { return !present.contains(id); });
  std::erase_if(motions, [](const PrescribedMotion& motion) { return motion.bodies.empty(); });
  return motions;
}

/// Without shapes: nobody asks for them here.
Scene sceneNow(const Simulation& simulation) {
  const Scene& start = simulation.scene();
  Scene now;
  now.materials = start.materials;
  now.pairs = start.pairs;
  now.bodies = simulation.bodies();
  now.motions = motionsOf(now.bodies, start.motions);
  now.gravity = start.gravity;
  now.halo = start.halo;
  now.startsAtRest = start.startsAtRest;
  return now;
}

/// Arrays that the output does not have yet, of the bodies in these rows.
void passArrays(vtkPointData& from, const std::vector<std::size_t>& rows, vtkPointData& to) {
  vtkNew<vtkIdList> ids;
  for (const std::size_t row : rows) ids->InsertNextId(static_cast<vtkIdType>(row));
  for (int i = 0; i < from.GetNumberOfArrays(); ++i) {
    vtkAbstractArray* array = from.GetAbstractArray(i);
    if (!array->GetName() || to.HasArray(array->GetName())) continue;
    const auto part = vtkSmartPointer<vtkAbstractArray>::Take(array->NewInstance());
    part->SetName(array->GetName());
    part->SetNumberOfComponents(array->GetNumberOfComponents());
    part->CopyComponentNames(array);
    part->SetNumberOfTuples(ids->GetNumberOfIds());
    array->GetTuples(ids, part);
    to.AddArray(part);
  }
}

/// What a simulation tells of each body.
void addBodyArrays(const Simulation& simulation, const std::vector<std::size_t>& rows, vtkPointData& to) {
  vtkNew<vtkDoubleArray> force, torque, energy;
  vtkNew<vtkIntArray> contacts, coordination;
  force->SetName("Force");
  force->SetNumberOfComponents(3);
  torque->SetName("Torque");
  torque->SetNumberOfComponents(3);
  energy->SetName("KineticEnergy");
  contacts->SetName("ContactCount");
  coordination->SetName("CoordinationNumber");
  const std::vector<std::int64_t> counts = simulation.contactCounts();
  const std::vector<std::int64_t> neighbours = simulation.coordinationNumbers();
  for (const std::size_t row : rows) {
    force->InsertNextTuple(simulation.loads().force[row].data());
    torque->InsertNextTuple(simulation.loads().torque[row].data());
    energy->InsertNextValue(simulation.inertia().kineticEnergy(row, simulation.state()));
    contacts->InsertNextValue(static_cast<int>(counts[row]));
    coordination->InsertNextValue(static_cast<int>(neighbours[row]));
  }
  for (vtkDataArray* array :
       std::initializer_list<vtkDataArray*>{force, torque, energy, contacts, coordination})
    to.AddArray(array);
}

void writeFigures(const FrameFigures& figures, vtkDataObject& to) {
  addNumber(to, "KineticEnergy", figures.kineticEnergy);
  addNumber(to, "PotentialEnergy", figures.potentialEnergy);
  addNumber(to, "ElasticEnergy", figures.elasticEnergy);
  addNumber(to, "DissipatedEnergy", figures.dissipatedEnergy);
  addNumber(to, "WallWork", figures.wallWork);
  addVector(to, "Momentum", figures.momentum);
  addVector(to, "AngularMomentum", figures.angularMomentum);
  addNumber(to, "GreatestSpeed", figures.greatestSpeed);
  addNumber(to, "ShortestStep", figures.shortestStep);
  addNumber(to, "LongestStep", figures.longestStep);
  addCount(to, "StepLimit", static_cast<std::int64_t>(figures.stepLimit));
  addCount(to, "LimitingBody", figures.limitingBody);
  addCount(to, "Steps", figures.steps);
  addCount(to, "SubSteps", figures.subSteps);
  addCount(to, "NonConvergedSteps", figures.nonConverged);
  addCount(to, "MotionLimitedSteps", figures.motionLimited);
  addCount(to, "Evaluations", figures.evaluations);
  addCount(to, "Iterations", figures.iterations);
  addCount(to, "Pairs", figures.pairs);
  addCount(to, "TouchingPairs", figures.touching);
  addCount(to, "ContactPoints", figures.contacts);
  addCount(to, "RecoveringPairs", figures.recovering);
  addNumber(to, "LeastGap", figures.leastGap);
  addCount(to, "ProvenPairs", figures.provenPairs);
  addCount(to, "UnprovenPairs", figures.unprovenPairs);
  addCount(to, "MeetingPairs", figures.meetingPairs);
  addCount(to, "HeldBodies", figures.held);
  addCounts(to, "Comparisons", figures.comparisons);
}

}  // namespace

void writeFrame(const Simulation& simulation, vtkPartitionedDataSetCollection& input,
                vtkPartitionedDataSetCollection& output) {
  output.Initialize();
  output.CompositeShallowCopy(&input);  // the same shapes, for who keeps what it made of them
  output.GetFieldData()->PassData(input.GetFieldData());
  const Scene now = sceneNow(simulation);
  const std::vector<std::size_t> rows = simulation.presentRows();
  vtkPolyData& before = *sceneBlocks(input).bodies;

  vtkNew<vtkPolyData> bodies;
  bodies->GetFieldData()->ShallowCopy(before.GetFieldData());
  writeBodies(now, *bodies);
  writeWorld(now, rows.empty() ? static_cast<vtkDataObject&>(output) : *bodies);
  addBodyArrays(simulation, rows, *bodies->GetPointData());
  passArrays(*before.GetPointData(), rows, *bodies->GetPointData());
  putBlock(output, "Bodies", *bodies);

  vtkNew<vtkPolyData> contacts;
  writeForces(simulation, *contacts);
  addNumber(*contacts, "Halo", simulation.halo());
  putBlock(output, "Contacts", *contacts);
  writeFigures(simulation.figures(), output);
}

}  // namespace talus::filters
