#pragma once

#include <memory>

#include "enclosure/interface/enclosure.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// Prepares a surface for one method.
/// @param mesh finite, with merged points (mergeDuplicatePoints), and usable (requireUsable). Only what the
/// method needs is copied.
/// @param kind closed must hold for every method but SolidAngle, FastMultipole and Antipodal; CyrusBeck needs
/// a convex surface.
/// @param context the caller has begun the stage in which this runs, with two steps per triangle.
/// @throws Error for Auto, and for an option out of its range.
std::unique_ptr<Enclosure> makeEnclosure(const TriangleMesh& mesh, const SurfaceKind& kind,
                                         const EnclosureOptions& options, Context& context);

}  // namespace talus
