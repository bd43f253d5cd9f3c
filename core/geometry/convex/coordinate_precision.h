#pragma once

#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// Whether coordinates were stored in single precision: each is a float value or has at most nine significant
/// decimal digits, as in STL files, in most OBJ files, and from readers that round to single precision.
/// Random doubles have 16 or 17 digits, so a mesh in double precision is recognised; a mesh with only a few
/// round numbers counts as single precision.
/// @param offset the value subtracted from the coordinates since they were read; its rounding errors do not
/// matter. O(points).
bool hasSinglePrecision(const TriangleMesh& mesh, const Vec3& offset = Vec3::Zero());

/// Maximum distance from a plane that rounding of coordinates can cause for the vertices of a flat face, as a
/// fraction of the box's diagonal: 1e-12, for single precision 1e-6. Larger, up to 1e-3, for a body so far
/// from the origin that eight rounding errors of its largest coordinate exceed this value. For ConvexBody.
/// O(points).
double roundingFlatness(const TriangleMesh& mesh, const Vec3& offset = Vec3::Zero());

}  // namespace talus
