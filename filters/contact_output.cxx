#include "contact_output.h"

#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkIntArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>

#include <algorithm>
#include <map>
#include <span>

#include "columns.h"

namespace talus::filters {

namespace {

// A contact, or at the end of a line the centre of a body.
struct NetworkPoint {
  const Contact* contact;
  std::int64_t bodyA, bodyB, id;
};

// A vertex for a contact, or a line for a pair of bodies that touch.
struct NetworkCell {
  std::int64_t bodyA, bodyB;
  int count;
  double gap, depth, area;
};

const Contact noContact;

NetworkCell lineOf(std::span<const Contact> contacts, std::int64_t bodyA, std::int64_t bodyB) {
  NetworkCell line{bodyA, bodyB, static_cast<int>(contacts.size()), contacts[0].gap, contacts[0].depth, 0};
  for (const Contact& contact : contacts) {
    line.gap = std::min(line.gap, contact.gap);
    line.depth = std::max(line.depth, contact.depth);
    line.area += contact.area;
  }
  return line;
}

void addPointArrays(const std::vector<NetworkPoint>& points, vtkFieldData& to) {
  const auto add = [&](const char* name, const auto& of) { addColumn(to, name, points, of); };
  const auto addOfContact = [&](const char* name, auto member) {
    add(name, [member](const NetworkPoint& p) { return p.contact->*member; });
  };
  add("BodyA", [](const NetworkPoint& p) { return p.bodyA; });
  add("BodyB", [](const NetworkPoint& p) { return p.bodyB; });
  addOfContact("TriangleA", &Contact::triangleA);
  addOfContact("TriangleB", &Contact::triangleB);
  addOfContact("FeatureA", &Contact::featureA);
  addOfContact("FeatureB", &Contact::featureB);
  addOfContact("Gap", &Contact::gap);
  addOfContact("Depth", &Contact::depth);
  addOfContact("Normal", &Contact::normal);
  addOfContact("Area", &Contact::area);
  add("Kind",
      [](const NetworkPoint& p) { return p.contact == &noContact ? -1 : static_cast<int>(p.contact->kind); });
  add("PersistentId", [](const NetworkPoint& p) { return p.id; });
}

void addCellArrays(const std::vector<NetworkCell>& cells, vtkFieldData& to) {
  const auto add = [&](const char* name, auto member) {
    addColumn(to, name, cells, [member](const NetworkCell& cell) { return cell.*member; });
  };
  add("BodyA", &NetworkCell::bodyA);
  add("BodyB", &NetworkCell::bodyB);
  add("ContactCount", &NetworkCell::count);
  add("Gap", &NetworkCell::gap);
  add("Depth", &NetworkCell::depth);
  add("Area", &NetworkCell::area);
}

}  // namespace

void writeContacts(const ContactState& state, const ContactNames& bodies, vtkPolyData& output) {
  output.Initialize();
  vtkNew<vtkPoints> places;
  places->SetDataTypeToDouble();
  vtkNew<vtkCellArray> vertices, lines;
  std::vector<NetworkPoint> points;
  std::vector<NetworkCell> cells;
  const auto idOf = [&](Index row) { return bodies.ids[static_cast<std::size_t>(row)]; };
  for (const PairContacts& pair : state.pairs)
    for (std::size_t i = pair.first; i < pair.first + pair.count; ++i) {
      const Contact& contact = state.contacts[i];
      const std::int64_t a = idOf(pair.bodies.first), b = idOf(pair.bodies.second);
      points.push_back({&contact, a, b, state.ids[i]});
      cells.push_back({a, b, 1, contact.gap, contact.depth, contact.area});
      vertices->InsertNextCell({places->InsertNextPoint(contact.point.data())});
    }
  std::map<Index, vtkIdType> centres;
  const auto centreOf = [&](Index row) {
    const auto [at, isNew] = centres.try_emplace(row, -1);
    if (isNew) {
      points.push_back({&noContact, idOf(row), idOf(row), -1});
      at->second = places->InsertNextPoint(bodies.centres[static_cast<std::size_t>(row)].data());
    }
    return at->second;
  };
  for (const PairContacts& pair : state.pairs) {
    if (pair.count == 0) continue;
    const auto& [a, b] = pair.bodies;
    const vtkIdType ends[2] = {centreOf(a), centreOf(b)};
    lines->InsertNextCell(2, ends);
    cells.push_back(lineOf(std::span(state.contacts).subspan(pair.first, pair.count), idOf(a), idOf(b)));
  }
  output.SetPoints(places);
  output.SetVerts(vertices);
  output.SetLines(lines);
  addPointArrays(points, *output.GetPointData());
  addCellArrays(cells, *output.GetCellData());
}

namespace {

// A value of each pair, at its contacts and then at the ends of lines, −1, or at the lines.
template <class OfPair>
void addOfPairs(const char* name, const ContactState& state, vtkPolyData& network, const OfPair& ofPair) {
  vtkNew<vtkIntArray> ofPoints, ofCells;
  ofPoints->SetName(name);
  ofCells->SetName(name);
  for (const PairContacts& pair : state.pairs)
    for (std::size_t i = 0; i < pair.count; ++i) {
      ofPoints->InsertNextValue(ofPair(pair.doubts));
      ofCells->InsertNextValue(ofPair(pair.doubts));
    }
  while (ofPoints->GetNumberOfTuples() < network.GetNumberOfPoints()) ofPoints->InsertNextValue(-1);
  for (const PairContacts& pair : state.pairs)
    if (pair.count > 0) ofCells->InsertNextValue(ofPair(pair.doubts));
  network.GetPointData()->AddArray(ofPoints);
  network.GetCellData()->AddArray(ofCells);
}

}  // namespace

void addRelations(const ContactState& state, vtkPolyData& network) {
  addOfPairs("Relation", state, network,
             [](const BodyContactSummary& pair) { return static_cast<int>(pair.relation); });
  addOfPairs("DepthIsLeast", state, network,
             [](const BodyContactSummary& pair) { return pair.depthIsLeast ? 1 : 0; });
}

namespace {

// Sums over the pairs of each body.
template <class OfPair>
std::vector<int> sumsOfBodies(const ContactState& state, std::size_t bodies, const OfPair& ofPair) {
  std::vector<int> sums(bodies, 0);
  for (const PairContacts& pair : state.pairs)
    for (const Index body : {pair.bodies.first, pair.bodies.second})
      sums[static_cast<std::size_t>(body)] += ofPair(pair);
  return sums;
}

}  // namespace

std::vector<int> contactCounts(const ContactState& state, std::size_t bodies) {
  return sumsOfBodies(state, bodies, [](const PairContacts& pair) { return static_cast<int>(pair.count); });
}

std::vector<int> coordinationNumbers(const ContactState& state, std::size_t bodies) {
  return sumsOfBodies(state, bodies, [](const PairContacts& pair) { return pair.count > 0 ? 1 : 0; });
}

}  // namespace talus::filters
