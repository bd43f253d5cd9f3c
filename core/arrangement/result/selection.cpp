#include "arrangement/result/selection.h"

namespace talus {

std::vector<Index> surfacesAround(const Windings& windings, InsideRule rule) {
  std::vector<Index> surfaces;
  for (const auto& [surface, winding] : windings)
    if (rule == InsideRule::NonZero || winding % 2 != 0) surfaces.push_back(surface);
  return surfaces;
}

bool isInside(std::span<const Index> surfaces, std::size_t count, BooleanOperation operation) {
  switch (operation) {
    case BooleanOperation::Union:
      return !surfaces.empty();
    case BooleanOperation::Intersection:
      return surfaces.size() == count;
    case BooleanOperation::Difference:
      return surfaces.size() == 1 && surfaces[0] == 0;
    case BooleanOperation::SymmetricDifference:
      return surfaces.size() % 2 == 1;
  }
  return false;
}

std::vector<SelectedFacet> boundaryOf(const std::vector<bool>& chosen, const ArrangementCells& cells) {
  std::vector<SelectedFacet> boundary;
  for (std::size_t f = 0; f < cells.sides.size(); ++f) {
    const auto [front, back] = cells.sides[f];
    const bool inFront = chosen[static_cast<std::size_t>(front)];
    if (inFront != chosen[static_cast<std::size_t>(back)]) boundary.push_back({f, inFront});
  }
  return boundary;
}

}  // namespace talus
