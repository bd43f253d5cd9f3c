#pragma once

#include <array>
#include <vector>

#include "geometry/exact/predicates.h"

namespace talus {

/// The difference between the winding number on a triangle and the winding number next to it.
///
/// For a point q of the triangle and a nearby point in direction u from q, on the side `side` of the triangle
/// (orient3d's sign), it is minus the solid angle over 4π under which that point sees the triangle in the
/// limit as it approaches q: a hemisphere on the face, a lune on an edge, a spherical triangle at a vertex.
/// The sum over all triangles that contain q, added to the winding number at the nearby point, gives the
/// double layer potential at q (Muth et al. 2006, equation (6)): the interior solid angle over 4π.
/// @param triangle of non-zero area. @param place locateInPlane(q, triangle), not Outside.
/// @param u any length, not zero. Accuracy decreases if it points along one of the triangle's edges: choose
/// it in general position.
double windingStep(const Vec3& q, const std::array<Vec3, 3>& triangle, OnTriangle place, const Vec3& u,
                   int side);

/// Adds winding steps so that the bits of the sum do not depend on their order.
class WindingSteps {
 public:
  void add(double step) { steps_.push_back(step); }
  double sum();

 private:
  std::vector<double> steps_;
};

}  // namespace talus
