#include "rigid_body_arrays.h"

#include <vtkCellArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>

#include <functional>

#include "columns.h"

namespace talus::filters {

namespace {

using Matrix = Eigen::Matrix3d;

Eigen::Matrix<double, 9, 1> columnByColumn(const Matrix& matrix) {
  return Eigen::Map<const Eigen::Matrix<double, 9, 1>>(matrix.data());
}

// The rotation from principal to mesh coordinates: w x y z with w ≥ 0.
Eigen::Vector4d quaternion(const Matrix& rotation) {
  const Eigen::Quaterniond q(rotation);
  const double sign = q.w() < 0 ? -1 : 1;
  return sign * Eigen::Vector4d(q.w(), q.x(), q.y(), q.z());
}

}  // namespace

void addBodyArrays(const RigidBodies& bodies, vtkFieldData& data) {
  const auto add = [&](const char* name, auto of) {
    addColumn(data, name, bodies, [&](const RigidBody& body) { return std::invoke(of, body.properties); });
  };
  add("Density", &MassProperties::density);
  add("Volume", &MassProperties::volume);
  add("Mass", &MassProperties::mass);
  add("Centroid", &MassProperties::centroid);
  add("Inertia", [](const MassProperties& p) { return columnByColumn(p.inertia); });
  add("PrincipalMoments", [](const MassProperties& p) { return p.principal.moments; });
  add("PrincipalAxes", [](const MassProperties& p) { return columnByColumn(p.principal.axes); });
  add("Orientation", [](const MassProperties& p) { return quaternion(p.principal.axes); });
  add("Shells", &MassProperties::shells);
  add("Cavities", &MassProperties::cavities);
  add("CorrectedShells", &MassProperties::correctedShells);
  add("OverlappingShells", &MassProperties::overlappingShells);
  add("Warning", &MassProperties::warning);
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
  addColumn(*points.GetPointData(), "Block", bodies, [](const RigidBody& body) { return body.block; });
  addBodyArrays(bodies, *points.GetPointData());
}

}  // namespace talus::filters
