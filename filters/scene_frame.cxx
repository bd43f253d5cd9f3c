#include "scene_frame.h"

#include <vtkIdList.h>
#include <vtkNew.h>
#include <vtkPartitionedDataSetCollection.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>

#include "body_blocks.h"
#include "columns.h"
#include "dynamics/run/frame_contents.h"
#include "dynamics/run/scene_division.h"
#include "dynamics/run/simulated_system.h"
#include "field_data.h"
#include "force_network.h"
#include "scene_data.h"

namespace talus::filters {

namespace {

/// The scene at the current time, without shapes, which a frame does not need.
Scene sceneNow(const Simulation& simulation) {
  const Scene& start = simulation.scene();
  Scene now;
  now.materials = start.materials;
  now.pairs = start.pairs;
  now.bodies = presentBodies(simulation);
  now.motions = motionsOf(now.bodies, start.motions);
  now.gravity = start.gravity;
  now.halo = start.halo;
  now.startsAtRest = start.startsAtRest;
  now.settledLaw = start.settledLaw;
  return now;
}

/// Copies the arrays that the output does not have yet, for the bodies in the given rows.
void passArrays(const Simulation& simulation, vtkPointData& from, const std::vector<std::size_t>& rows,
                vtkPointData& to) {
  vtkNew<vtkIdList> ids;
  for (const std::size_t row : rows) ids->InsertNextId(numberOf(simulation, row));
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

/// The results of the simulation for each body: loads, energy, contacts.
void addBodyArrays(const Simulation& simulation, const std::vector<std::size_t>& rows, vtkPointData& to) {
  const std::vector<std::int64_t> counts = contactCounts(simulation);
  const std::vector<std::int64_t> neighbours = coordinationNumbers(simulation);
  const auto add = [&](const char* name, const auto& of) { addColumn(to, name, rows, of); };
  add("Force", [&](std::size_t row) { return simulation.loads().force[row]; });
  add("Torque", [&](std::size_t row) { return simulation.loads().torque[row]; });
  add("KineticEnergy",
      [&](std::size_t row) { return simulation.system().inertia.kineticEnergy(row, simulation.state()); });
  add("ContactCount", [&](std::size_t row) { return static_cast<int>(counts[row]); });
  add("CoordinationNumber", [&](std::size_t row) { return static_cast<int>(neighbours[row]); });
}

struct StatisticWriter {
  vtkDataObject& to;

  void operator()(const char* name, double value) const { addNumber(to, name, value); }
  void operator()(const char* name, const Vec3& value) const { addVector(to, name, value); }
  void operator()(const char* name, std::int64_t value) const { addCount(to, name, value); }
  void operator()(const char* name, StepLimit value) const {
    addCount(to, name, static_cast<std::int64_t>(value));
  }
};

void writeStatistics(const FrameStatistics& statistics, vtkDataObject& to) {
  forEachStatistic(statistics, StatisticWriter{to});
  addCounts(to, "Comparisons", statistics.comparisons);
}

}  // namespace

void writeFrame(const Simulation& simulation, vtkPartitionedDataSetCollection& input,
                vtkPartitionedDataSetCollection& output) {
  output.Initialize();
  output.CompositeShallowCopy(&input);  // the same shapes, so that consumers can keep data derived from them
  output.GetFieldData()->PassData(input.GetFieldData());
  const Scene now = sceneNow(simulation);
  const std::vector<std::size_t> rows = presentRows(simulation);
  vtkPolyData& before = *sceneBlocks(input).bodies;

  vtkNew<vtkPolyData> bodies;
  bodies->GetFieldData()->ShallowCopy(before.GetFieldData());
  writeBodies(now, *bodies);
  writeWorld(now, rows.empty() ? static_cast<vtkDataObject&>(output) : *bodies);
  addBodyArrays(simulation, rows, *bodies->GetPointData());
  passArrays(simulation, *before.GetPointData(), rows, *bodies->GetPointData());
  putBlock(output, "Bodies", *bodies);

  vtkNew<vtkPolyData> contacts;
  writeForces(simulation, *contacts);
  addNumber(*contacts, "Halo", haloOf(simulation));
  putBlock(output, "Contacts", *contacts);
  writeStatistics(simulation.statistics(), output);
}

}  // namespace talus::filters
