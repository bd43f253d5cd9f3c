#include "force_network.h"

#include <vtkCellData.h>
#include <vtkDoubleArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>

#include "contact_output.h"
#include "dynamics/field/linear_contact.h"
#include "dynamics/run/frame_contents.h"

namespace talus::filters {

namespace {

Contact contactOf(const LinearContact& point, double reach) {
  Contact contact;
  contact.point = point.point;
  contact.normal = point.normal;
  contact.gap = reach - point.depth;
  contact.depth = point.depth;
  contact.area = point.area;
  return contact;
}

/// The contacts in the form of a search result, ordered by pair.
ContactState stateOf(LinearContacts points, double halo) {
  ContactState state;
  state.contacts.reserve(points.size());
  state.ids.reserve(points.size());
  for (const LinearContact* const point : points) {
    const BodyPair bodies{point->bodyA, point->bodyB};
    if (state.pairs.empty() || state.pairs.back().bodies != bodies) {
      PairContacts& pair = state.pairs.emplace_back();
      pair.bodies = bodies;
      pair.first = state.contacts.size();
    }
    ++state.pairs.back().count;
    state.contacts.push_back(contactOf(*point, 2 * halo));
    state.ids.push_back(static_cast<std::int64_t>(point->name));
  }
  return state;
}

vtkNew<vtkDoubleArray> forceArray() {
  vtkNew<vtkDoubleArray> forces;
  forces->SetName("Force");
  forces->SetNumberOfComponents(3);
  return forces;
}

}  // namespace

void writeForces(const Simulation& simulation, vtkPolyData& output) {
  const std::vector<const LinearContact*> points = contactsHere(simulation);
  const ContactState state = stateOf(points, haloOf(simulation));
  writeContacts(state, {simulation.scene().bodies.id, simulation.state().position}, output);
  for (const char* name : {"TriangleA", "TriangleB", "FeatureA", "FeatureB", "Kind"})  // unknown here
    output.GetPointData()->RemoveArray(name);

  const auto ofPoints = forceArray();
  const auto ofCells = forceArray();
  for (const LinearContact* const point : points) {
    ofPoints->InsertNextTypedTuple(point->force.data());
    ofCells->InsertNextTypedTuple(point->force.data());
  }
  while (ofPoints->GetNumberOfTuples() < output.GetNumberOfPoints()) ofPoints->InsertNextTuple3(0, 0, 0);
  for (const PairContacts& pair : state.pairs) {
    Vec3 sum = Vec3::Zero();
    for (const LinearContact* const point : std::span(points).subspan(pair.first, pair.count))
      sum += point->force;
    ofCells->InsertNextTypedTuple(sum.data());
  }
  output.GetPointData()->AddArray(ofPoints);
  output.GetCellData()->AddArray(ofCells);
}

}  // namespace talus::filters
