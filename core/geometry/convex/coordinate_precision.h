#pragma once

#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// Whether coordinates were stored in single precision: each fits a float, or has at most nine significant
/// decimal digits, as in STL files, most OBJ files and with readers that round to single precision. Random
/// doubles have 16 or 17 digits, so a mesh in double is recognised; one with few round numbers counts as
/// single.
/// @param offset the value subtracted from the coordinates since they were read; its rounding errors do not
/// matter. O(points).
bool hasSinglePrecision(const TriangleMesh& mesh, const Vec3& offset = Vec3::Zero());

/// Maximum distance of the vertices of a flat face from one plane that rounding of coordinates can cause,
/// as a fraction of the box's diagonal: 1e-12, for single precision 1e-6. More, up to 1e-3, for a body so
/// far from the origin that eight roundings of its largest coordinate exceed this. For ConvexBody.
/// O(points).
double roundingFlatness(const TriangleMesh& mesh, const Vec3& offset = Vec3::Zero());

}  // namespace talus
