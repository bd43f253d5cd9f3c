#pragma once

#include <span>
#include <vector>

#include "arrangement/cells/arrangement_cells.h"
#include "options/boolean_options.h"

namespace talus {

/// The surfaces around a cell, ascending. @param rule which winding numbers mean inside.
std::vector<Index> surfacesAround(const Windings& windings, InsideRule rule);

/// Whether a place inside these surfaces, and no others of `count`, is inside the result of an operation.
bool isInside(std::span<const Index> surfaces, std::size_t count, BooleanOperation operation);

/// A facet of a boundary.
struct SelectedFacet {
  std::size_t facet;
  bool reversed;  ///< it faces the other way
};

/// The facets between chosen cells and others, facing out of the chosen ones. O(facets).
std::vector<SelectedFacet> boundaryOf(const std::vector<bool>& chosen, const ArrangementCells& cells);

}  // namespace talus
