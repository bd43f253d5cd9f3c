#include "rigid_body_arrays.h"

#include <vtkCellArray.h>
#include <vtkDoubleArray.h>
#include <vtkFieldData.h>
#include <vtkIntArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkStringArray.h>
#include <vtkTypeInt64Array.h>

namespace talus::filters {

namespace {

using Matrix = Eigen::Matrix3d;

// `value(body)` is a number, or the numbers of a tuple.
template <class Array, class Value>
void addNumbers(const RigidBodies& bodies, vtkFieldData& data, const char* name, const Value& value) {
  vtkNew<Array> array;
  array->SetName(name);
  for (const RigidBody& body : bodies) array->InsertNextValue(value(body));
  data.AddArray(array);
}

template <int Components, class Value>
void addTuples(const RigidBodies& bodies, vtkFieldData& data, const char* name, const Value& value) {
  vtkNew<vtkDoubleArray> array;
  array->SetName(name);
  array->SetNumberOfComponents(Components);
  for (const RigidBody& body : bodies) {
    const Eigen::Matrix<double, Components, 1> tuple = value(body.properties);
    array->InsertNextTuple(tuple.data());
  }
  data.AddArray(array);
}

Eigen::Matrix<double, 9, 1> columnByColumn(const Matrix& matrix) {
  return Eigen::Map<const Eigen::Matrix<double, 9, 1>>(matrix.data());
}

// The rotation from principal to mesh coordinates: w x y z with w ≥ 0.
Eigen::Vector4d quaternion(const Matrix& rotation) {
  const Eigen::Quaterniond q(rotation);
  const double sign = q.w() < 0 ? -1 : 1;
  return sign * Eigen::Vector4d(q.w(), q.x(), q.y(), q.z());
}

void addScalars(const RigidBodies& bodies, vtkFieldData& data) {
  const auto add = [&](const char* name, double MassProperties::*member) {
    addNumbers<vtkDoubleArray>(bodies, data, name,
                               [member](const RigidBody& body) { return body.properties.*member; });
  };
  add("Density", &MassProperties::density);
  add("Volume", &MassProperties::volume);
  add("Mass", &MassProperties::mass);
}

void addElementCounts(const RigidBodies& bodies, vtkFieldData& data) {
  const auto add = [&](const char* name, std::int64_t MassProperties::*member) {
    addNumbers<vtkTypeInt64Array>(bodies, data, name, [member](const RigidBody& body) {
      return static_cast<vtkTypeInt64>(body.properties.*member);
    });
  };
  add("Shells", &MassProperties::shells);
  add("Cavities", &MassProperties::cavities);
  add("CorrectedShells", &MassProperties::correctedShells);
  add("OverlappingShells", &MassProperties::overlappingShells);
}

}  // namespace

void addBodyArrays(const RigidBodies& bodies, vtkFieldData& data) {
  addScalars(bodies, data);
  addTuples<3>(bodies, data, "Centroid", [](const MassProperties& p) { return p.centroid; });
  addTuples<9>(bodies, data, "Inertia", [](const MassProperties& p) { return columnByColumn(p.inertia); });
  addTuples<3>(bodies, data, "PrincipalMoments", [](const MassProperties& p) { return p.principal.moments; });
  addTuples<9>(bodies, data, "PrincipalAxes",
               [](const MassProperties& p) { return columnByColumn(p.principal.axes); });
  addTuples<4>(bodies, data, "Orientation",
               [](const MassProperties& p) { return quaternion(p.principal.axes); });
  addElementCounts(bodies, data);
  addNumbers<vtkStringArray>(bodies, data, "Warning",
                             [](const RigidBody& body) { return body.properties.warning; });
}

void writeBodies(const RigidBodies& bodies, vtkPolyData& points) {
  vtkNew<vtkPoints> centroids;
  centroids->SetDataTypeToDouble();
  vtkNew<vtkCellArray> vertices;
  for (const RigidBody& body : bodies)
    vertices->InsertNextCell({centroids->InsertNextPoint(body.properties.centroid.data())});
  points.Initialize();
  points.SetPoints(centroids);
  points.SetVerts(vertices);
  addNumbers<vtkIntArray>(bodies, *points.GetPointData(), "Block",
                          [](const RigidBody& body) { return body.block; });
  addBodyArrays(bodies, *points.GetPointData());
}

}  // namespace talus::filters
