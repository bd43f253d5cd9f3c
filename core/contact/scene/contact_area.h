#pragma once

#include <array>

#include "base/types.h"

namespace talus {

/// The area in which two triangles face each other within a distance: seen along the bisector of the one's
/// outward normal and the opposite of the other's, the part of their overlap where their planes are no
/// farther apart than the distance. Of flush faces it is the area in which they lie on each other; 0 if the
/// normals do not oppose. Triangles of two surfaces that face each other once sum to the area of the surface,
/// whatever the triangulation.
/// @param s, t outward. About 20 ns for triangles that lie beside each other, 150 ns for others.
double facingArea(const std::array<Vec3, 3>& s, const std::array<Vec3, 3>& t, double distance);

}  // namespace talus
