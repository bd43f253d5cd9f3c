#include "arrangement/result/exact_moments.h"

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

PyramidSum pyramidOf(const std::array<Index, 3>& corners, const PointTable& points, const Vec3& origin,
                     bool reversed) {
  std::array<Triple<BoundedWord>, 3> from;
  for (std::size_t i = 0; i < 3; ++i) {
    from[i] = points.near(corners[i]);
    for (std::size_t k = 0; k < 3; ++k)
      from[i][k] = from[i][k] - BoundedWord(origin[static_cast<Eigen::Index>(k)]);
  }
  if (reversed) std::swap(from[1], from[2]);
  const BoundedWord volume = dotOf(from[0], crossOf(from[1], from[2]));
  PyramidSum result{volume, {}, 0};
  for (std::size_t k = 0; k < 3; ++k)
    result.moment[k] = volume.value() * (from[0][k].value() + from[1][k].value() + from[2][k].value());
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
