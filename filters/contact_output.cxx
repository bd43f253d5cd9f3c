#include "contact_output.h"

#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkDoubleArray.h>
#include <vtkIntArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkTypeInt64Array.h>

#include <algorithm>
#include <initializer_list>
#include <map>
#include <utility>

namespace talus::filters {

namespace {

// Arrays with the same number of tuples.
class Columns {
 public:
  Columns(std::initializer_list<std::pair<vtkDataArray*, const char*>> names) {
    for (const auto& [array, name] : names) {
      array->SetName(name);
      arrays_.push_back(array);
    }
  }

  void addTo(vtkFieldData& data) const {
    for (vtkDataArray* array : arrays_) data.AddArray(array);
  }

 private:
  std::vector<vtkDataArray*> arrays_;
};

// Contact points, then the centres of bodies.
class ContactPoints {
 public:
  ContactPoints() {
    points_->SetDataTypeToDouble();
    normal_->SetNumberOfComponents(3);
  }

  vtkIdType add(const Contact& contact, std::int64_t bodyA, std::int64_t bodyB, std::int64_t id) {
    bodyA_->InsertNextValue(bodyA);
    bodyB_->InsertNextValue(bodyB);
    triangleA_->InsertNextValue(contact.triangleA);
    triangleB_->InsertNextValue(contact.triangleB);
    featureA_->InsertNextValue(contact.featureA);
    featureB_->InsertNextValue(contact.featureB);
    kind_->InsertNextValue(static_cast<int>(contact.kind));
    gap_->InsertNextValue(contact.gap);
    depth_->InsertNextValue(contact.depth);
    area_->InsertNextValue(contact.area);
    normal_->InsertNextTypedTuple(contact.normal.data());
    id_->InsertNextValue(id);
    return points_->InsertNextPoint(contact.point.data());
  }

  vtkIdType addCentre(const Vec3& centre, std::int64_t body) {
    Contact none;
    none.point = centre;
    const vtkIdType point = add(none, body, body, -1);
    kind_->SetValue(point, -1);
    return point;
  }

  void write(vtkPolyData& output) const {
    output.SetPoints(points_);
    columns_.addTo(*output.GetPointData());
  }

 private:
  vtkNew<vtkPoints> points_;
  vtkNew<vtkTypeInt64Array> bodyA_, bodyB_, id_;
  vtkNew<vtkIntArray> triangleA_, triangleB_, featureA_, featureB_, kind_;
  vtkNew<vtkDoubleArray> gap_, depth_, area_, normal_;
  Columns columns_{{bodyA_, "BodyA"},
                   {bodyB_, "BodyB"},
                   {triangleA_, "TriangleA"},
                   {triangleB_, "TriangleB"},
                   {featureA_, "FeatureA"},
                   {featureB_, "FeatureB"},
                   {gap_, "Gap"},
                   {depth_, "Depth"},
                   {normal_, "Normal"},
                   {area_, "Area"},
                   {kind_, "Kind"},
                   {id_, "PersistentId"}};
};

// A vertex for each contact, then a line for each pair of bodies that touch.
class ContactCells {
 public:
  void addVertex(vtkIdType point, const Contact& contact, std::int64_t bodyA, std::int64_t bodyB) {
    vertices_->InsertNextCell(1, &point);
    add(bodyA, bodyB, 1, contact.gap, contact.depth, contact.area);
  }

  void addLine(const vtkIdType (&ends)[2], std::span<const Contact> contacts, std::int64_t bodyA,
               std::int64_t bodyB) {
    lines_->InsertNextCell(2, ends);
    double gap = contacts[0].gap;
    double depth = contacts[0].depth;
    double area = 0;
    for (const Contact& contact : contacts) {
      gap = std::min(gap, contact.gap);
      depth = std::max(depth, contact.depth);
      area += contact.area;
    }
    add(bodyA, bodyB, static_cast<int>(contacts.size()), gap, depth, area);
  }

  void write(vtkPolyData& output) const {
    output.SetVerts(vertices_);
    output.SetLines(lines_);
    columns_.addTo(*output.GetCellData());
  }

 private:
  void add(std::int64_t bodyA, std::int64_t bodyB, int count, double gap, double depth, double area) {
    bodyA_->InsertNextValue(bodyA);
    bodyB_->InsertNextValue(bodyB);
    count_->InsertNextValue(count);
    gap_->InsertNextValue(gap);
    depth_->InsertNextValue(depth);
    area_->InsertNextValue(area);
  }

  vtkNew<vtkCellArray> vertices_, lines_;
  vtkNew<vtkTypeInt64Array> bodyA_, bodyB_;
  vtkNew<vtkIntArray> count_;
  vtkNew<vtkDoubleArray> gap_, depth_, area_;
  Columns columns_{{bodyA_, "BodyA"}, {bodyB_, "BodyB"}, {count_, "ContactCount"},
                   {gap_, "Gap"},     {depth_, "Depth"}, {area_, "Area"}};
};

std::span<const Contact> contactsOf(const ContactState& state, const PairContacts& pair) {
  return std::span(state.contacts).subspan(pair.first, pair.count);
}

}  // namespace

void writeContacts(const ContactState& state, const ContactNames& bodies, vtkPolyData& output) {
  output.Initialize();
  ContactPoints points;
  ContactCells cells;
  const auto idOf = [&](Index row) { return bodies.ids[static_cast<std::size_t>(row)]; };
  for (const PairContacts& pair : state.pairs)
    for (std::size_t i = pair.first; i < pair.first + pair.count; ++i) {
      const std::int64_t a = idOf(pair.bodies.first);
      const std::int64_t b = idOf(pair.bodies.second);
      cells.addVertex(points.add(state.contacts[i], a, b, state.ids[i]), state.contacts[i], a, b);
    }
  std::map<Index, vtkIdType> centres;
  const auto centreOf = [&](Index row) {
    const auto [at, isNew] = centres.try_emplace(row, -1);
    if (isNew) at->second = points.addCentre(bodies.centres[static_cast<std::size_t>(row)], idOf(row));
    return at->second;
  };
  for (const PairContacts& pair : state.pairs) {
    if (pair.count == 0) continue;
    const vtkIdType ends[2] = {centreOf(pair.bodies.first), centreOf(pair.bodies.second)};
    cells.addLine(ends, contactsOf(state, pair), idOf(pair.bodies.first), idOf(pair.bodies.second));
  }
  points.write(output);
  cells.write(output);
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
