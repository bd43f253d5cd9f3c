#include "bodies/instances.h"

#include <vtkBitArray.h>
#include <vtkCellArray.h>
#include <vtkDataArray.h>
#include <vtkIdTypeArray.h>
#include <vtkIntArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkQuaternion.h>

#include <array>
#include <cmath>

namespace talus::plugin {

namespace {

template <class Array>
vtkSmartPointer<Array> arrayNamed(const char* name, vtkIdType count) {
  auto array = vtkSmartPointer<Array>::New();
  array->SetName(name);
  array->SetNumberOfValues(count);
  return array;
}

/// A vertex for each point, without which VTK's append filters take no points.
void addVertices(vtkPolyData& points) {
  const vtkNew<vtkCellArray> vertices;
  for (vtkIdType i = 0; i < points.GetNumberOfPoints(); ++i) vertices->InsertNextCell(1, &i);
  points.SetVerts(vertices);
}

void addNumbers(vtkPolyData& instances, int rank) {
  const vtkIdType count = instances.GetNumberOfPoints();
  const auto numbers = arrayNamed<vtkIdTypeArray>(number, count);
  for (vtkIdType i = 0; i < count; ++i) numbers->SetValue(i, i);
  const auto ranks = arrayNamed<vtkIntArray>(process, count);
  ranks->FillValue(rank);
  instances.GetPointData()->AddArray(numbers);
  instances.GetPointData()->AddArray(ranks);
}

/// The poses of bodies, read in place.
struct Poses {
  explicit Poses(vtkPolyData& instances)
      : places(*instances.GetPoints()->GetData()),
        shape(*instances.GetPointData()->GetArray("Shape")),
        orientation(*instances.GetPointData()->GetArray("Orientation")),
        scale(instances.GetPointData()->GetArray("Scale")) {}

  vtkDataArray &places, &shape, &orientation;
  vtkDataArray* scale;  // may be null
};

bool isFinite(vtkDataArray& array, vtkIdType row) {
  for (int i = 0; i < array.GetNumberOfComponents(); ++i)
    if (!std::isfinite(array.GetComponent(row, i))) return false;
  return true;
}

bool canBeDrawn(const Poses& poses, vtkIdType body, std::size_t shapes) {
  const double shape = poses.shape.GetComponent(body, 0);
  return shape >= 0 && shape < static_cast<double>(shapes) && isFinite(poses.places, body) &&
         isFinite(poses.orientation, body) && (!poses.scale || isFinite(*poses.scale, body));
}

void addMasks(vtkPolyData& instances, std::size_t shapes) {
  const Poses poses(instances);
  vtkPointData& data = *instances.GetPointData();
  vtkDataArray* motion = data.GetArray("Motion");
  const vtkIdType count = instances.GetNumberOfPoints();
  const auto dynamic = arrayNamed<vtkBitArray>(moved, count), other = arrayNamed<vtkBitArray>(walls, count),
             both = arrayNamed<vtkBitArray>(drawable, count);
  for (vtkIdType i = 0; i < count; ++i) {
    const bool drawn = canBeDrawn(poses, i, shapes);
    const bool isMoved = !motion || motion->GetComponent(i, 0) == 0;
    dynamic->SetValue(i, drawn && isMoved);
    other->SetValue(i, drawn && !isMoved);
    both->SetValue(i, drawn);
  }
  data.AddArray(dynamic);
  data.AddArray(other);
  data.AddArray(both);
}

/// The corners of a shape's box, where a body has it.
void addCorners(const Poses& poses, vtkIdType body, const vtkBoundingBox& shape, vtkBoundingBox& box) {
  std::array<double, 4> wxyz{};
  poses.orientation.GetTuple(body, wxyz.data());
  double turn[3][3];
  vtkQuaterniond(wxyz.data()).ToMatrix3x3(turn);
  const double scale = poses.scale ? poses.scale->GetComponent(body, 0) : 1;
  for (int corner = 0; corner < 8; ++corner) {
    std::array<double, 3> at{}, in{};
    shape.GetCorner(corner, at.data());
    poses.places.GetTuple(body, in.data());
    for (std::size_t i = 0; i < 3; ++i)
      in[i] += scale * (turn[i][0] * at[0] + turn[i][1] * at[1] + turn[i][2] * at[2]);
    box.AddPoint(in.data());
  }
}

}  // namespace

vtkSmartPointer<vtkPolyData> instancesOf(vtkPointSet& bodies, std::size_t shapes, int rank) {
  auto instances = vtkSmartPointer<vtkPolyData>::New();
  if (bodies.GetNumberOfPoints() == 0) return instances;
  instances->SetPoints(bodies.GetPoints());
  instances->GetPointData()->ShallowCopy(bodies.GetPointData());
  addVertices(*instances);
  addMasks(*instances, shapes);
  addNumbers(*instances, rank);
  return instances;
}

std::vector<vtkBoundingBox> boxesOf(vtkMultiBlockDataSet& shapes) {
  std::vector<vtkBoundingBox> boxes;
  for (unsigned int i = 0; i < shapes.GetNumberOfBlocks(); ++i) {
    auto* shape = vtkPolyData::SafeDownCast(shapes.GetBlock(i));
    boxes.push_back(shape && shape->GetNumberOfPoints() > 0 ? vtkBoundingBox(shape->GetBounds())
                                                            : vtkBoundingBox());
  }
  return boxes;
}

vtkBoundingBox boxAround(vtkPolyData& instances, const std::vector<vtkBoundingBox>& shapes) {
  vtkBoundingBox box;
  if (instances.GetNumberOfPoints() == 0) return box;
  const Poses poses(instances);
  for (vtkIdType i = 0; i < instances.GetNumberOfPoints(); ++i) {
    if (!canBeDrawn(poses, i, shapes.size())) continue;
    const vtkBoundingBox& shape = shapes[static_cast<std::size_t>(poses.shape.GetComponent(i, 0))];
    if (shape.IsValid()) addCorners(poses, i, shape, box);
  }
  return box;
}

}  // namespace talus::plugin
