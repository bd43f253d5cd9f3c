#pragma once

#include <cstdint>

#include "scene/scene.h"

namespace talus::bench {

/// ε of every body: 1e-2 of the smaller one's diameter, as in the paper.
constexpr double halo = 1e-2;

/// Two spheres of diameter 1 and `scale`, 1 kg each, that are about to feel each other and fly together at 2
/// m/s (Noble and Weinzierl, section 6.1).
/// @param triangles of each.
Scene particleParticle(std::int64_t triangles, std::int64_t otherTriangles, double scale = 1);

/// A sphere of diameter 1 that falls onto a tilted plane at 1 m/s. The plane is the lid of a pyramid: 450 of
/// its 510 triangles.
Scene particlePlane(std::int64_t triangles);

/// Spheres in a Cartesian grid, at rest, each of which overlaps its neighbours' halos by a twentieth.
Scene restingGrid(int nx, int ny, int nz, std::int64_t triangles);

}  // namespace talus::bench
