#include "shapes/platonic_corners.h"

#include <numbers>

namespace talus {

namespace {

// Appends the points (0, ±u, ±v) and their cyclic permutations.
void addRectangles(double u, double v, std::vector<Vec3>& corners) {
  for (int axis = 0; axis < 3; ++axis)
    for (const double s : {u, -u})
      for (const double t : {v, -v}) {
        Vec3 corner = Vec3::Zero();
        corner[(axis + 1) % 3] = s;
        corner[(axis + 2) % 3] = t;
        corners.push_back(corner);
      }
}

std::vector<Vec3> cube() {
  std::vector<Vec3> corners;
  for (const double x : {1.0, -1.0})
    for (const double y : {1.0, -1.0})
      for (const double z : {1.0, -1.0}) corners.emplace_back(x, y, z);
  return corners;
}

std::vector<Vec3> unscaled(Platonic solid) {
  constexpr double phi = std::numbers::phi;
  std::vector<Vec3> corners;
  switch (solid) {
    case Platonic::Tetrahedron:
      return {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
    case Platonic::Cube:
      return cube();
    case Platonic::Octahedron:
      for (int axis = 0; axis < 3; ++axis)
        for (const double side : {1.0, -1.0}) corners.emplace_back(side * Vec3::Unit(axis));
      break;
    case Platonic::Dodecahedron:
      corners = cube();
      addRectangles(1 / phi, phi, corners);
      break;
    case Platonic::Icosahedron:
      addRectangles(1, phi, corners);
  }
  return corners;
}

}  // namespace

std::vector<Vec3> platonicCorners(Platonic solid) {
  std::vector<Vec3> corners = unscaled(solid);
  for (Vec3& corner : corners) corner.normalize();
  return corners;
}

}  // namespace talus
