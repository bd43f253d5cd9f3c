#pragma once

#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// Whether coordinates were written down in single precision: every one fits a float, or has at most nine
/// significant decimal digits, as those of STL files, of most OBJ files and of readers that round to single
/// precision. Random doubles have 16 or 17 digits, so a mesh in double is not mistaken; one of few round
/// numbers counts as single.
/// @param offset what was subtracted from the coordinates since they were read; the roundings of that do not
/// matter. O(points).
bool hasSinglePrecision(const TriangleMesh& mesh, const Vec3& offset = Vec3::Zero());

/// How far the corners of a flat face may lie from one plane because coordinates were rounded, as a fraction
/// of the box's diagonal: 1e-12, of single precision 1e-6. More, up to 1e-3, for a body that lies so far from
/// the origin that eight roundings of its largest coordinate are more. For ConvexBody. O(points).
double roundingFlatness(const TriangleMesh& mesh, const Vec3& offset = Vec3::Zero());

}  // namespace talus
