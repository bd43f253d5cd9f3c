#pragma once

#include "base/context.h"
#include "options/container_options.h"
#include "shapes/placement.h"

namespace talus {

/// The wall of a container as a closed, manifold, outward mesh: inside the mesh is inside the wall, so that
/// grains in the hollow lie outside.
///  * OpenBox: a floor and four walls, open at the top
///  * Drum: lies along y; its front, towards −y, has a round hole. Without one (opening 0) the hollow is a
///    cavity: two shells, else every container is one
///  * Hopper: upright above, then sloping down to the outlet
///  * Funnel: sloping from the top on, then an upright spout
///  * Tube: upright, open at both ends
///  * ConveyorPlate: a plate along y whose upper face has its middle in the centre, with rails if they have a
///    height
/// Round hollows are inscribed into circles of the given diameter. Runs the context's stages to 1.
/// @throws Error options out of range; no height left for the slope; a wall too thick for its slope.
TriangleMesh makeContainer(const ContainerOptions& options, Context& context);

}  // namespace talus
