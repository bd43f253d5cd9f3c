#pragma once

#include "base/context.h"
#include "shapes/placement.h"

namespace talus {

/// Kinds of containers. The numbers are used in files: append, never renumber.
enum class Container { OpenBox = 0, Drum = 1, Hopper = 2, Funnel = 3, Tube = 4, ConveyorPlate = 5 };

/// Seen along the axis. The numbers are used in files: append, never renumber.
enum class CrossSection { Round = 0, Square = 1 };

/// A container. All lengths are relative to the size; a kind ignores options that it does not need.
struct ContainerOptions {
  Container kind = Container::OpenBox;
  Placement placement{};    ///< centre: the middle of the hollow. size: its width (diameter) along x
  double thickness = 0.05;  ///< of the walls, at right angles: 0.001 … 10
  double height = 1;        ///< of the hollow; Drum: its length: 0.001 … 1 000
  double depth = 1;         ///< OpenBox, ConveyorPlate: along y: 0.001 … 1 000
  double opening = 0.3;   ///< width of the outlet (Hopper, Funnel) or of the hole in front (Drum): 0 … 0.95
  double slope = 60;      ///< Hopper, Funnel: of the sloping wall against the ground: 5 … 85 degrees
  double railHeight = 0;  ///< ConveyorPlate: of the rails along both sides: 0 … 1 000
  CrossSection crossSection = CrossSection::Round;  ///< Hopper, Funnel, Tube
  int segments = 64;                                ///< straight edges in a circle: 8 … 1 024
};

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
