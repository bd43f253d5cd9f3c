#pragma once

#include <cstdint>
#include <vector>

#include "base/context.h"
#include "shapes/strut_field.h"

namespace talus {

/// The edges of an infinite foam of polyhedral cells, those near a cube.
///
/// The cells are the Voronoi cells of a body-centred cubic lattice whose points are displaced at random:
/// Kelvin's foam of truncated octahedra without displacement, more and more irregular with it. Four edges
/// meet at each corner, three cells at each edge, as in a real foam.
struct CellComplex {
  double cellVolume;          ///< mean volume of a cell, length³, > 0
  double irregularity = 0.5;  ///< 0 … 1: largest displacement along an axis, of 0.3 lattice constants
  std::uint64_t seed = 1;     ///< another one, another foam

  /// The edges of all cells whose centre may be within two lattice constants of the cube, each once.
  /// @param halfWidth of the cube about the origin. Advances the context by steps(). About 20 µs a cell.
  std::vector<StrutAxis> edges(double halfWidth, Context& context) const;
  std::int64_t steps(double halfWidth) const;

  /// Edge of the lattice's cubes, each the volume of two cells.
  double latticeConstant() const;
};

}  // namespace talus
