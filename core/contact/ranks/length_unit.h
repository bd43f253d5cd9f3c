#pragma once

#include "base/types.h"
#include "contact/scene/contact_state.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// Coordinates beyond this are refused: areas would not fit a double.
constexpr double largestContactCoordinate = 1e150;

/// The unit in which lengths of about this size are computed, so that their products neither overflow nor
/// vanish: a power of two, which rounds nothing. 1 for all sizes from 1e-19 to 1e19, and for 0.
double lengthUnit(double size);

/// The greatest coordinate of a surface, by magnitude. O(points).
double extentOf(const TriangleMesh& mesh);
/// A surface whose coordinates are in another unit.
TriangleMesh inUnit(TriangleMesh mesh, double unit);
/// Contacts that were found in a unit, in the unit 1.
ContactState fromUnit(ContactState state, double unit);

}  // namespace talus
