#pragma once

#include <cstddef>

#include "enclosure/solid_angle.h"

namespace talus {

/// Winding numbers of a batch of points, on the widest SIMD unit of this machine.
/// @param x, y, z coordinates in the panels' frame; winding, uncertain: one result per point. uncertain is 1
/// where the
///   rounding of a determinant decides the result: the winding number is then not to be trusted.
void solidAngleWinding(const SolidAnglePanels& panels, const double* x, const double* y, const double* z,
                       std::size_t count, double* winding, unsigned char* uncertain);

}  // namespace talus
