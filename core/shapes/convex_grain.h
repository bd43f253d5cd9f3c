#pragma once

#include "base/context.h"
#include "options/grain_convex_options.h"
#include "shapes/placement.h"

namespace talus {

/// The convex hull of points that are spread over an ellipsoid about the centre, turned and moved at random
/// (Schinner 1995, section 3.1: grains of 4 to 462 corners): a closed, convex mesh of exactly
/// options.vertices points and 2·vertices − 4 triangles that holds its centre.
///
/// With irregularity 1 a point moves by up to 0.43 of the mean spacing √(4π/vertices), less for few points.
/// The thesis does not give the distance; it moves points on the ellipsoid, we move them on a sphere and then
/// stretch it, so that the spacing stretches with it. Runs the context's stages to 1. About 1 ms for 462
/// corners, 2 s for 200 000, which cannot be cancelled.
/// @throws Error options out of range.
TriangleMesh makeConvexGrain(const ConvexGrainOptions& options, Context& context);

}  // namespace talus
