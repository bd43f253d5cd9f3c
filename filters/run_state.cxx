#include "run_state.h"

#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkIdList.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPointSet.h>
#include <vtkVariant.h>

#include <unordered_set>

#include "base/error.h"

namespace talus::filters {

namespace {

vtkDataArray& arrayOf(vtkDataSetAttributes& data, const char* name, int components, vtkIdType rows) {
  vtkDataArray* array = data.GetArray(name);
  if (array && array->GetNumberOfComponents() == components && array->GetNumberOfTuples() == rows)
    return *array;
  throw Error(std::string("The frame has no bodies: the array '") + name +
                  (array ? "' has another size" : "' is missing"),
              "", "Take the frames of a run");
}

Vec3 vectorOf(vtkDataArray& array, vtkIdType row) {
  Vec3 vector;
  array.GetTuple(row, vector.data());
  return vector;
}

Quaternion quaternionOf(vtkDataArray& array, vtkIdType row) {
  double q[4];
  array.GetTuple(row, q);
  return {q[0], q[1], q[2], q[3]};
}

// The centre of mass of a body that is there as a surface: from its first vertex, exact to rounding.
Vec3 centreOf(vtkPointSet& frame, vtkIdType cell, const BodyShape& shape, const Quaternion& orientation,
              double scale) {
  vtkNew<vtkIdList> corners;
  frame.GetCellPoints(cell, corners);
  Vec3 corner;
  frame.GetPoint(corners->GetId(0), corner.data());
  return corner - orientation.rotate(scale * shape.mesh.point(shape.mesh.triangle(0)[0]));
}

const BodyShape& shapeOf(const Scene& scene, std::int64_t number, std::int64_t body) {
  if (number >= 0 && number < static_cast<std::int64_t>(scene.shapes.size()) &&
      scene.shapes[static_cast<std::size_t>(number)].mesh.triangleCount() > 0)
    return scene.shapes[static_cast<std::size_t>(number)];
  throw Error("A body has a shape that the scene does not have", "", "Give the scene that the run began with",
              {.body = {body}});
}

}  // namespace

RunState runStateOf(vtkPointSet& frame, const Scene& scene) {
  RunState state;
  if (frame.GetNumberOfPoints() == 0) return state;
  const bool asPoints = frame.GetPointData()->HasArray("Orientation") != 0;
  vtkDataSetAttributes& data =
      asPoints ? static_cast<vtkDataSetAttributes&>(*frame.GetPointData()) : *frame.GetCellData();
  const vtkIdType rows = asPoints ? frame.GetNumberOfPoints() : frame.GetNumberOfCells();
  vtkDataArray& ids = arrayOf(data, "BodyId", 1, rows);
  vtkDataArray& orientations = arrayOf(data, "Orientation", 4, rows);
  vtkDataArray& velocities = arrayOf(data, "Velocity", 3, rows);
  vtkDataArray& angularVelocities = arrayOf(data, "AngularVelocity", 3, rows);
  vtkDataArray& shapes = arrayOf(data, "Shape", 1, rows);
  vtkDataArray& scales = arrayOf(data, "Scale", 1, rows);
  std::unordered_set<std::int64_t> known;
  for (vtkIdType row = 0; row < rows; ++row) {
    const std::int64_t id = ids.GetVariantValue(row).ToTypeInt64();
    if ((!state.id.empty() && state.id.back() == id) || !known.insert(id).second) continue;
    const Quaternion orientation = quaternionOf(orientations, row);
    Vec3 position;
    if (asPoints)
      frame.GetPoint(row, position.data());
    else
      position = centreOf(frame, row, shapeOf(scene, shapes.GetVariantValue(row).ToTypeInt64(), id),
                          orientation, scales.GetTuple1(row));
    state.id.push_back(id);
    state.position.push_back(position);
    state.orientation.push_back(orientation);
    state.velocity.push_back(vectorOf(velocities, row));
    state.angularVelocity.push_back(vectorOf(angularVelocities, row));
  }
  return state;
}

}  // namespace talus::filters
