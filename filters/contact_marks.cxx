#include "contact_marks.h"

#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkDataSet.h>
#include <vtkIdList.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>

#include <array>
#include <cmath>
#include <unordered_set>

namespace talus::filters {

namespace {

using Place = std::array<double, 3>;

Place placeOf(vtkPolyData& data, vtkIdType point) {
  Place place{};
  data.GetPoint(point, place.data());
  return place;
}

/// Calls visit(cell, points) for each cell.
template <class Visit>
void visitCells(vtkCellArray& cells, const Visit& visit) {
  const vtkNew<vtkIdList> points;
  for (vtkIdType cell = 0; cell < cells.GetNumberOfCells(); ++cell) {
    cells.GetCellAtId(cell, points);
    visit(cell, *points);
  }
}

/// Less than half the mean distance of bodies that touch.
double lengthOfNormals(vtkPolyData& contacts) {
  double sum = 0, count = 0;
  visitCells(*contacts.GetLines(), [&](vtkIdType, vtkIdList& ends) {
    if (ends.GetNumberOfIds() != 2) return;
    const Place a = placeOf(contacts, ends.GetId(0)), b = placeOf(contacts, ends.GetId(1));
    sum += std::hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
    ++count;
  });
  return 0.4 * (count > 0 ? sum / count : 0.2 * contacts.GetLength());
}

void numbers(vtkIdType begin, vtkIdType end, vtkIdList& list) {
  for (vtkIdType i = begin; i < end; ++i) list.InsertNextId(i);
}

/// The values of some points, or cells.
void copyRows(vtkDataSetAttributes& from, vtkIdList& rows, vtkDataSetAttributes& to) {
  for (int i = 0; i < from.GetNumberOfArrays(); ++i) {
    vtkAbstractArray* array = from.GetAbstractArray(i);
    const auto part = vtkSmartPointer<vtkAbstractArray>::Take(array->NewInstance());
    part->SetName(array->GetName());
    part->SetNumberOfComponents(array->GetNumberOfComponents());
    part->SetNumberOfTuples(rows.GetNumberOfIds());
    array->GetTuples(&rows, part);
    to.AddArray(part);
  }
}

struct Rows {
  vtkNew<vtkIdList> points, cells;  // of the network, whose values the marks have
};

std::unordered_set<double> wallsOf(vtkDataSet& bodies) {
  std::unordered_set<double> found;
  const bool arePoints = bodies.GetPointData()->HasArray("BodyId") != 0;
  vtkDataSetAttributes& data = *bodies.GetAttributes(arePoints ? vtkDataObject::POINT : vtkDataObject::CELL);
  vtkDataArray *ids = data.GetArray("BodyId"), *motion = data.GetArray("Motion");
  for (vtkIdType i = 0; ids && motion && i < ids->GetNumberOfTuples(); ++i)
    if (motion->GetComponent(i, 0) != 0) found.insert(ids->GetComponent(i, 0));
  return found;
}

/// The lines between bodies that forces move.
void addLines(vtkPolyData& contacts, const std::unordered_set<double>& walls, vtkPolyData& marks,
              Rows& rows) {
  vtkDataArray *a = contacts.GetCellData()->GetArray("BodyA"), *b = contacts.GetCellData()->GetArray("BodyB");
  const vtkIdType vertices = contacts.GetNumberOfVerts();
  const vtkNew<vtkCellArray> lines;
  visitCells(*contacts.GetLines(), [&](vtkIdType line, vtkIdList& ends) {
    const vtkIdType cell = vertices + line;
    if (a && b && (walls.contains(a->GetComponent(cell, 0)) || walls.contains(b->GetComponent(cell, 0))))
      return;
    lines->InsertNextCell(&ends);
    rows.cells->InsertNextId(cell);
  });
  marks.SetLines(lines);
}

void addNormals(vtkPolyData& contacts, vtkPolyData& marks, Rows& rows) {
  vtkDataArray* normals = contacts.GetPointData()->GetArray("Normal");
  if (!normals || normals->GetNumberOfComponents() != 3) return;
  const double length = lengthOfNormals(contacts);
  const vtkNew<vtkPoints> places;
  places->DeepCopy(contacts.GetPoints());
  const vtkNew<vtkCellArray> lines;
  visitCells(*contacts.GetVerts(), [&](vtkIdType vertex, vtkIdList& corners) {
    const vtkIdType point = corners.GetNumberOfIds() == 1 ? corners.GetId(0) : 0;
    Place end = placeOf(contacts, point);
    for (int i = 0; i < 3; ++i) end[static_cast<std::size_t>(i)] += length * normals->GetComponent(point, i);
    const std::array<vtkIdType, 2> ends{point, places->InsertNextPoint(end.data())};
    lines->InsertNextCell(2, ends.data());
    rows.points->InsertNextId(point);
    rows.cells->InsertNextId(vertex);
  });
  marks.SetPoints(places);
  marks.SetLines(lines);
}

}  // namespace

void markContacts(vtkPolyData& contacts, vtkDataSet& bodies, ContactStyle style, vtkPolyData& marks) {
  marks.Initialize();
  if (style == ContactStyle::Hidden || contacts.GetNumberOfPoints() == 0) return;
  Rows rows;
  numbers(0, contacts.GetNumberOfPoints(), *rows.points);
  marks.SetPoints(contacts.GetPoints());
  if (style == ContactStyle::Lines) {
    addLines(contacts, wallsOf(bodies), marks, rows);
  } else {
    marks.SetVerts(contacts.GetVerts());
    numbers(0, contacts.GetNumberOfVerts(), *rows.cells);
  }
  if (style == ContactStyle::PointsAndNormals) addNormals(contacts, marks, rows);
  copyRows(*contacts.GetPointData(), *rows.points, *marks.GetPointData());
  copyRows(*contacts.GetCellData(), *rows.cells, *marks.GetCellData());
}

}  // namespace talus::filters
