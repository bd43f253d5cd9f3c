#include "arrangement/result/exact_moments.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "arrangement/points/point_formulas.h"
#include "base/parallel.h"

namespace talus {

namespace {

constexpr std::size_t facetsPerSum = 1024;

struct PyramidSum {
  BoundedWord volume;         // six-fold
  Triple<DoubleWord> moment;  // 24-fold first moment; its error is not asked for
  double area = 0;

  void add(const PyramidSum& other) {
    volume = volume + other.volume;
    for (std::size_t k = 0; k < 3; ++k) moment[k] = moment[k] + other.moment[k];
    area += other.area;
  }
};

using Ways = std::array<Triple<DoubleWord>, 3>;  // from the origin to the corners of a facet

// Of corners of the mesh, which are known exactly: six times the volume, with one bound of the error for all
// operations. A product of three numbers and its two sums are off by less than 24 u² in relation to the sum
// of the magnitudes.
BoundedWord plainVolume(const Ways& ways) {
  constexpr double relativeError = 0x1p-100, underflow = 1e-298;
  const auto size = [&](std::size_t i, std::size_t k) { return std::abs(ways[i][k].high()); };
  double sum = 0, greatest = 1;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t l = (k + 1) % 3, m = (k + 2) % 3;
    sum += size(0, k) * (size(1, l) * size(2, m) + size(1, m) * size(2, l));
    greatest = std::max(greatest, size(0, k));
  }
  return BoundedWord::within(dotOf(ways[0], crossOf(ways[1], ways[2])),
                             relativeError * sum + underflow * greatest);
}

PyramidSum pyramidOf(const std::array<Index, 3>& corners, const PointTable& points, const Vec3& origin,
                     bool reversed) {
  const std::array<Index, 3> order = reversed ? std::array{corners[0], corners[2], corners[1]} : corners;
  PyramidSum result;
  Ways ways;
  if (std::all_of(order.begin(), order.end(), [&](Index p) { return points.isCorner(p); })) {
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec3 corner = points.rounded(order[i]);
      for (std::size_t k = 0; k < 3; ++k) {
        const auto at = static_cast<Eigen::Index>(k);
        ways[i][k] = DoubleWord::difference(corner[at], origin[at]);
      }
    }
    result.volume = plainVolume(ways);
  } else {
    std::array<Triple<BoundedWord>, 3> from;
    for (std::size_t i = 0; i < 3; ++i) {
      from[i] = points.near(order[i]);
      for (std::size_t k = 0; k < 3; ++k) {
        from[i][k] = from[i][k] - BoundedWord(origin[static_cast<Eigen::Index>(k)]);
        ways[i][k] = from[i][k].value();
      }
    }
    result.volume = dotOf(from[0], crossOf(from[1], from[2]));
  }
  for (std::size_t k = 0; k < 3; ++k)
    result.moment[k] = result.volume.value() * (ways[0][k] + ways[1][k] + ways[2][k]);
  const Vec3 a = points.rounded(corners[0]);
  result.area = (points.rounded(corners[1]) - a).cross(points.rounded(corners[2]) - a).norm() / 2;
  return result;
}

double valueOf(const BoundedWord& x) {
  return x.high() + x.low();
}

}  // namespace

SolidMoments momentsOf(std::span<const SelectedFacet> boundary, const CutTriangles& cut,
                       const PointTable& points) {
  SolidMoments result;
  result.centroid.fill(std::numeric_limits<double>::quiet_NaN());
  if (boundary.empty()) return result;
  Box box;
  for (const SelectedFacet& selected : boundary)
    for (const Index corner : cut.facets[selected.facet]) box.extend(points.rounded(corner));
  const Vec3 origin = box.min() + (box.max() - box.min()) / 2;

  std::vector<PyramidSum> sums(boundary.size() / facetsPerSum + 1);
  Context unheard;
  parallelChunks(boundary.size(), facetsPerSum, unheard, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      sums[begin / facetsPerSum].add(
          pyramidOf(cut.facets[boundary[i].facet], points, origin, boundary[i].reversed));
  });
  PyramidSum total;
  for (const PyramidSum& sum : sums) total.add(sum);
  const BoundedWord volume = total.volume / BoundedWord(6);
  result.volume = valueOf(volume);
  result.uncertainty = volume.error();
  result.area = total.area;
  for (std::size_t k = 0; k < 3; ++k)
    result.centroid[static_cast<Eigen::Index>(k)] =
        valueOf(BoundedWord(origin[static_cast<Eigen::Index>(k)]) +
                BoundedWord(total.moment[k]) / (BoundedWord(4) * total.volume));
  return result;
}

}  // namespace talus
