#include "scene/body_shape.h"

#include "base/error.h"
#include "base/short_text.h"
#include "geometry/mesh/point_merge.h"

namespace talus {

namespace {

MassProperties propertiesOf(const BodyShape& shape, Context& context, bool selfIntersections = false) {
  const std::string name = "The shape '" + shortened(shape.name) + "'";
  return withSubject({.surface = shape.name}, [&] {
    return massProperties(shape.mesh, {.name = name, .selfIntersections = selfIntersections}, context);
  });
}

void turnRound(TriangleMesh& mesh) {
  std::swap(mesh.b, mesh.c);
}

void shift(TriangleMesh& mesh, const Vec3& by) {
  for (double& x : mesh.x) x += by.x();
  for (double& y : mesh.y) y += by.y();
  for (double& z : mesh.z) z += by.z();
}

bool isCentred(const BodyShape& shape) {
  constexpr double tolerance = 1e-12;
  return shape.properties.centroid.norm() <= tolerance * shape.mesh.bounds().diagonal().norm();
}

}  // namespace

BodyShape makeBodyShape(const std::string& name, const TriangleMesh& mesh, Context& context) {
  BodyShape shape{name, mergeDuplicatePoints(mesh).mesh};
  shape.properties = propertiesOf(shape, context);
  if (shape.properties.correctedShells > 0) {
    if (shape.properties.correctedShells < shape.properties.shells)
      throw Error("Some shells of the shape '" + shortened(name) + "' have the wrong orientation", "",
                  "Reverse their orientation: bodies face outwards, cavities inwards", {.surface = name});
    turnRound(shape.mesh);
    shape.properties = propertiesOf(shape, context);
  }
  // Far from the origin the centre is rounded more coarsely than the body: one shift is not enough.
  for (int attempts = 0; attempts < 4 && !isCentred(shape); ++attempts) {
    const Vec3 centre = shape.properties.centroid;
    shift(shape.mesh, -centre);
    shape.mesh =
        mergeDuplicatePoints(std::move(shape.mesh)).mesh;  // points may have become equal by rounding
    shape.offset += centre;
    shape.properties = propertiesOf(shape, context);
  }
  if (!isCentred(shape))
    throw Error("The centre of mass of the shape '" + shortened(name) + "' is lost by rounding", "",
                "Give a surface that does not cut itself, and is not far longer than thick",
                {.surface = name});
  if (shape.properties.shells == 1) shape.properties = propertiesOf(shape, context, true);
  return shape;
}

}  // namespace talus
