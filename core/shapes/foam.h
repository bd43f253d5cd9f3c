#pragma once

#include <cstdint>

#include "base/context.h"
#include "shapes/placement.h"

namespace talus {

/// The outline of a foam. The numbers are used in files: append, never renumber.
enum class FoamOutline { Cube = 0, Ball = 1 };

/// An open-cell foam.
struct FoamOptions {
  Placement placement{};  ///< size: the cube's edge or the ball's diameter
  FoamOutline outline = FoamOutline::Cube;
  int cells = 30;                    ///< approximate number of cells in the body: 4 … 20 000
  double strutThickness = 0.2;       ///< diameter of a strut over ∛(volume of a cell): 0.02 … 0.6
  double irregularity = 0.6;         ///< 0 Kelvin's regular foam … 1 very uneven cells
  std::int64_t triangles = 494'124;  ///< wanted: 1 000 … 20 000 000
  std::uint64_t seed = 1;            ///< of the random cells
};

/// An open-cell foam: struts along the edges of a cell complex (see CellComplex), with filleted joints
/// (StrutField), within a cube or ball: struts that leave it have rounded ends.
///
/// The surface is closed, manifold, outward, one piece, and does not intersect itself. It has exactly
/// options.triangles triangles, one less if that is odd: the paper's 28 952, 120 868 and 494 124 (Muth et al.
/// 2007, section 3.2, whose meshes are not public) are met exactly. The same bits for any number of threads.
/// Runs the context's stages to 1. About a second of one core for 500 000 triangles.
/// @throws Error options out of range, or triangles too few to resolve the struts.
TriangleMesh makeFoam(const FoamOptions& options, Context& context);

}  // namespace talus
