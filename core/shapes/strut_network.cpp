#include "shapes/strut_network.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "base/parallel.h"
#include "shapes/random.h"

namespace talus {

namespace {

// Twice the coordinates of a lattice point in lattice constants: all even or all odd.
using Site = Eigen::Vector3i;

// Sites near enough for their cells to bound the cell of the origin, the nearest first.
const std::vector<Site>& nearSites() {
  static const std::vector<Site> sites = [] {
    constexpr int reach = 4;  // half lattice constants
    std::vector<Site> found;
    for (int k = -reach; k <= reach; ++k)
      for (int j = -reach; j <= reach; ++j)
        for (int i = -reach; i <= reach; ++i)
          if (const Site s(i, j, k); ((i ^ j) & 1) == 0 && ((j ^ k) & 1) == 0 && s != Site::Zero() &&
                                     s.squaredNorm() <= (reach + 1) * (reach + 1))
            found.push_back(s);
    std::stable_sort(found.begin(), found.end(),
                     [](const Site& s, const Site& t) { return s.squaredNorm() < t.squaredNorm(); });
    return found;
  }();
  return sites;
}

bool isPositive(const Site& s) {
  return std::tuple(s.x(), s.y(), s.z()) > std::tuple(0, 0, 0);
}

// The half-space of points not farther from the origin than from `neighbour`.
struct HalfSpace {
  Vec3 neighbour;
  double limit;  // of neighbour · x
};

// The part of the line on the planes j and k that lies within the others; false if nothing.
bool clippedEdge(const std::vector<HalfSpace>& cell, std::size_t j, std::size_t k, StrutAxis& edge) {
  const HalfSpace& first = cell[j];
  const HalfSpace& second = cell[k];
  const Vec3 along = first.neighbour.cross(second.neighbour);
  const double length2 = along.squaredNorm();
  if (length2 == 0) return false;
  const Vec3 start =
      (first.limit * second.neighbour.cross(along) + second.limit * along.cross(first.neighbour)) / length2;
  double low = -std::numeric_limits<double>::infinity();
  double high = -low;
  for (std::size_t l = 0; l < cell.size(); ++l) {
    if (l == j || l == k) continue;
    const double rate = cell[l].neighbour.dot(along);
    const double room = cell[l].limit - cell[l].neighbour.dot(start);
    if (rate > 0)
      high = std::min(high, room / rate);
    else if (rate < 0)
      low = std::max(low, room / rate);
    else if (room < 0)
      return false;
    if (low >= high) return false;
  }
  edge = {.a = start + low * along, .b = start + high * along};
  return true;
}

}  // namespace

double CellComplex::latticeConstant() const {
  return std::cbrt(2 * cellVolume);
}

static int halfSteps(double halfWidth, double constant) {
  return static_cast<int>(std::ceil(2 * (halfWidth / constant + 2)));
}

std::int64_t CellComplex::steps(double halfWidth) const {
  return 2 * halfSteps(halfWidth, latticeConstant()) + 1;
}

std::vector<StrutAxis> CellComplex::edges(double halfWidth, Context& context) const {
  constexpr double farthestShift = 0.3;
  const double constant = latticeConstant();
  const KeyedRandom random(seed);
  const auto centre = [&](const Site& site) -> Vec3 {
    const KeyedRandom own = random[site.x()][site.y()][site.z()];
    const Vec3 shift(own[0].between(), own[1].between(), own[2].between());
    return constant * (site.cast<double>() / 2 + farthestShift * irregularity * shift);
  };
  // Each edge belongs to the first of its three cells.
  const auto addEdgesOf = [&](const Site& site, std::vector<StrutAxis>& result) {
    const Vec3 middle = centre(site);
    std::vector<HalfSpace> cell;
    for (const Site& step : nearSites()) {
      const Vec3 neighbour = centre(site + step) - middle;
      cell.push_back({neighbour, neighbour.squaredNorm() / 2});
    }
    for (std::size_t j = 0; j < cell.size(); ++j)
      for (std::size_t k = 0; k < j; ++k)
        if (StrutAxis edge;
            isPositive(nearSites()[j]) && isPositive(nearSites()[k]) && clippedEdge(cell, j, k, edge))
          result.push_back({.a = middle + edge.a, .b = middle + edge.b});
  };
  const int reach = halfSteps(halfWidth, constant);
  const auto layers = static_cast<std::size_t>(steps(halfWidth));
  std::vector<std::vector<StrutAxis>> ofLayer(layers);
  parallelChunks(layers, 1, context, [&](std::size_t layer, std::size_t) {
    const int k = static_cast<int>(layer) - reach;
    for (int j = -reach; j <= reach; ++j)
      for (int i = -reach; i <= reach; ++i)
        if (((i ^ j) & 1) == 0 && ((j ^ k) & 1) == 0) addEdgesOf(Site(i, j, k), ofLayer[layer]);
  });
  std::vector<StrutAxis> all;
  for (const auto& some : ofLayer) all.insert(all.end(), some.begin(), some.end());
  return all;
}

}  // namespace talus
