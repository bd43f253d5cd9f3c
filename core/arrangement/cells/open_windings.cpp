#include "arrangement/cells/open_windings.h"

#include <algorithm>
#include <climits>
#include <cmath>
#include <span>
#include <utility>

#include "base/parallel.h"
#include "geometry/mesh/triangle_winding.h"

namespace talus {

namespace {

int windingIn(const Windings& windings, Index surface) {
  const auto at = std::lower_bound(windings.begin(), windings.end(), std::pair(surface, INT_MIN));
  return at != windings.end() && at->first == surface ? at->second : 0;
}

// Numbers with weights.
class WeightedNumbers {
 public:
  void add(double value, double weight) {
    values_.emplace_back(value, weight);
    weight_ += weight;
  }
  double mean() const {
    return meanOf([](double value) { return value; });
  }
  double meanDistanceFrom(double place) const {
    return meanOf([place](double value) { return std::abs(value - place); });
  }

 private:
  template <class Function>
  double meanOf(const Function& function) const {
    double sum = 0;
    for (const auto& [value, weight] : values_) sum += weight * function(value);
    return weight_ > 0 ? sum / weight_ : 0;
  }

  std::vector<std::pair<double, double>> values_;
  double weight_ = 0;
};

// Whether a winding number is on both sides of a half-integer to like extents, and not only close to it, as
// it is near a patch.
bool isUndecided(const WeightedNumbers& winding) {
  constexpr double nearHalf = 0.05;
  const double mean = winding.mean(), half = std::floor(mean) + 0.5, off = std::abs(mean - half);
  const double distance = winding.meanDistanceFrom(half);
  return off < nearHalf && distance > nearHalf && off < distance / 2;
}

}  // namespace

OpenWindings::OpenWindings(const CutTriangles& cut, const PointTable& points, const ArrangementCells& cells,
                           const Patches& patches)
    : cut_(cut),
      points_(points),
      cells_(cells),
      patches_(patches),
      scale_(std::ldexp(1.0, -std::ilogb(points.geometry().mesh().bounds().sizes().maxCoeff()))) {}

double OpenWindings::areaOf(std::size_t facet) const {
  const auto [a, b, c] = cut_.facets[facet];
  const Vec3 corner = points_.rounded(a);
  const Vec3 u = (points_.rounded(b) - corner) * scale_, v = (points_.rounded(c) - corner) * scale_;
  return u.cross(v).norm() / 2;
}

Vec3 OpenWindings::middleOf(std::size_t facet) const {
  const auto [a, b, c] = cut_.facets[facet];
  return (points_.rounded(a) + points_.rounded(b) + points_.rounded(c)) / 3;
}

// Of each cell the largest facets, and as many of the others as stand for the rest.
std::vector<std::vector<OpenWindings::Side>> OpenWindings::sidesOfCells() const {
  constexpr std::size_t largest = 32, others = 32;
  std::vector<std::vector<Side>> sides(cells_.windings.size());
  for (std::size_t f = 0; f < cut_.facets.size(); ++f) {
    const double area = areaOf(f);
    for (const bool inFront : {true, false})
      sides[static_cast<std::size_t>(cells_.sides[f][inFront ? 0 : 1])].push_back({f, inFront, area});
  }
  for (std::vector<Side>& all : sides) {
    std::stable_sort(all.begin(), all.end(),
                     [](const Side& one, const Side& other) { return one.area > other.area; });
    if (all.size() <= largest + others) continue;
    const std::size_t step = (all.size() - largest + others - 1) / others;
    std::size_t kept = largest;
    for (std::size_t i = largest; i < all.size(); i += step) {
      all[kept] = all[i];
      all[kept++].area *= static_cast<double>(std::min(step, all.size() - i));
    }
    all.resize(kept);
  }
  return sides;
}

// Parts of a patch to which the facet belongs count half, by the side from which they are seen.
double OpenWindings::patchWinding(Index surface, const Side& side) const {
  const Vec3 x = middleOf(side.facet);
  const std::span<const FacetCover> covers = cut_.coversOf(side.facet);
  const TriangleMesh& mesh = points_.geometry().mesh();
  double sum = 0;
  for (const Index t : patches_.at(surface)) {
    const auto own = std::find_if(covers.begin(), covers.end(),
                                  [t](const FacetCover& cover) { return cover.triangle == t; });
    if (own == covers.end())
      sum += triangleWinding(mesh.corners(static_cast<std::size_t>(t)), x);
    else
      sum += (side.inFront ? -0.5 : 0.5) * own->sign;
  }
  return sum;
}

void OpenWindings::roundIn(std::size_t cell, const std::vector<Side>& sides, Windings& windings,
                           std::vector<UndecidedWinding>& undecided) const {
  for (const auto& [surface, triangles] : patches_) {
    const int whole = windingIn(windings, surface);
    WeightedNumbers winding;
    for (const Side& side : sides) winding.add(whole - patchWinding(surface, side), side.area);
    const double mean = winding.mean();
    addTo(windings, {{surface, static_cast<int>(std::round(mean)) - whole}}, 1);
    if (isUndecided(winding)) undecided.push_back({cell, surface, mean, middleOf(sides[0].facet)});
  }
}

OpenWindings::Result OpenWindings::round() const {
  constexpr std::size_t cellsPerChunk = 16;
  Result result{cells_.windings, {}};
  const std::vector<std::vector<Side>> sides = sidesOfCells();
  std::vector<std::vector<UndecidedWinding>> undecided(sides.size() / cellsPerChunk + 1);
  Context unheard;  // cells are not triangles
  parallelChunks(sides.size(), cellsPerChunk, unheard, [&](std::size_t begin, std::size_t end) {
    for (std::size_t cell = begin; cell < end; ++cell)
      roundIn(cell, sides[cell], result.windings[cell], undecided[begin / cellsPerChunk]);
  });
  for (const std::vector<UndecidedWinding>& some : undecided)
    result.undecided.insert(result.undecided.end(), some.begin(), some.end());
  return result;
}

bool OpenWindings::isPartOf(Index surface, std::size_t facet) const {
  const std::vector<Index>& triangles = patches_.at(surface);
  const std::span<const FacetCover> covers = cut_.coversOf(facet);
  return std::any_of(covers.begin(), covers.end(), [&triangles](const FacetCover& cover) {
    return std::binary_search(triangles.begin(), triangles.end(), cover.triangle);
  });
}

bool OpenWindings::isPatch(std::size_t facet) const {
  return std::any_of(patches_.begin(), patches_.end(),
                     [&](const auto& patch) { return isPartOf(patch.first, facet); });
}

double OpenWindings::offHalf(std::size_t facet) const {
  double most = 0;
  for (const auto& patch : patches_) {
    if (!isPartOf(patch.first, facet)) continue;
    const double inFront = patchWinding(patch.first, {facet, true, 0});
    const double behind = patchWinding(patch.first, {facet, false, 0});
    most = std::max(most, std::abs(inFront + behind) / 2);
  }
  return most;
}

}  // namespace talus
