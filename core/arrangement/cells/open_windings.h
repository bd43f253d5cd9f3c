#pragma once

#include <map>
#include <vector>

#include "arrangement/cells/arrangement_cells.h"

namespace talus {

/// A cell in which the winding number of an open surface is on both sides of a half-integer to like extents.
struct UndecidedWinding {
  std::size_t cell = 0;
  Index surface = -1;
  double winding = 0;         ///< its mean
  Vec3 place = Vec3::Zero();  ///< at the boundary of the cell
};

/// Generalised winding numbers of open surfaces in the cells of an arrangement.
///
/// The surfaces are arranged with patches that close their openings: so cells are bounded, and have integer
/// winding numbers. At a place x the open surface alone has n − w(x), with this integer n and the winding
/// number w of the patches, the sum of their solid angles over 4π (A. Van Oosterom, J. Strackee, "The solid
/// angle of a plane triangle", 1983). It is harmonic within a cell, so its values at the cell's boundary
/// bound it: a cell gets the mean over its facets, each seen from within the cell, rounded.
///
/// Behind a single flat opening n − w exceeds ½: there the rounded number is n.
class OpenWindings {
 public:
  /// Triangles that close the openings of surfaces, by surface.
  using Patches = std::map<Index, std::vector<Index>>;

  /// @param cells of the surfaces with their patches. All arguments must outlive this object.
  OpenWindings(const CutTriangles& cut, const PointTable& points, const ArrangementCells& cells,
               const Patches& patches);

  struct Result {
    std::vector<Windings> windings;  ///< of each cell, of all surfaces
    std::vector<UndecidedWinding> undecided;
  };
  /// O(cells · triangles of patches). Deterministic for any number of threads.
  Result round() const;

  /// Whether a facet is a part of a patch.
  bool isPatch(std::size_t facet) const;
  /// How far the winding number of the open surface is from ½ on a part of a patch, between its two sides.
  double offHalf(std::size_t facet) const;
  /// The area of a facet in the square of a length that suits the surfaces: it fits a double.
  double areaOf(std::size_t facet) const;

 private:
  struct Side {
    std::size_t facet;
    bool inFront;
    double area;
  };

  bool isPartOf(Index surface, std::size_t facet) const;
  std::vector<std::vector<Side>> sidesOfCells() const;
  double patchWinding(Index surface, const Side& side) const;
  void roundIn(std::size_t cell, const std::vector<Side>& sides, Windings& windings,
               std::vector<UndecidedWinding>& undecided) const;
  Vec3 middleOf(std::size_t facet) const;

  const CutTriangles& cut_;
  const PointTable& points_;
  const ArrangementCells& cells_;
  const Patches& patches_;
  double scale_;  // one over that length
};

}  // namespace talus
