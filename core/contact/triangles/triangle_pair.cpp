#include "contact/triangles/triangle_pair.h"

#include <algorithm>
#include <cmath>

#include "contact/triangles/triangle_pair_batch.h"
#include "geometry/exact/predicates.h"

namespace talus {

namespace {

// The two corners farthest apart: a triangle of zero area covers the segment between them.
std::array<Vec3, 2> longestEdge(const Corners& t) {
  std::size_t longest = 0;
  for (std::size_t k = 1; k < 3; ++k)
    if ((t[(k + 1) % 3] - t[k]).squaredNorm() > (t[(longest + 1) % 3] - t[longest]).squaredNorm())
      longest = k;
  return {t[longest], t[(longest + 1) % 3]};
}

bool segmentMeets(const Corners& flat, const Corners& t) {
  const auto [p, q] = longestEdge(flat);
  return segmentMeetsTriangle(p, q, t);
}

// Where edges of either triangle share a point with the other. Triangles of non-zero area that share a point
// have such an edge.
struct Cut {
  bool any = false;
  int count = 0;  // of the points where edges pierce
  Vec3 sum = Vec3::Zero();

  Cut(const Corners& a, const Corners& b) {
    add(a, b);
    add(b, a);
  }
  void add(const Corners& s, const Corners& t) {
    const std::array<bool, 3> meets = edgesMeetTriangle(s, t);
    const Vec3 normal = (t[1] - t[0]).cross(t[2] - t[0]);
    for (std::size_t k = 0; k < 3; ++k) {
      if (!meets[k]) continue;
      any = true;
      const Vec3& p = s[k];
      const Vec3& q = s[(k + 1) % 3];
      const double above = normal.dot(p - t[0]);
      const double below = normal.dot(q - t[0]);
      if (above == below) continue;
      ++count;
      sum += p + std::clamp(above / (above - below), 0.0, 1.0) * (q - p);
    }
  }
};

// Exact unless both have zero area: then true if their distance rounds to 0.
bool shareAPoint(const Corners& a, const Corners& b, double squaredDistance, const Cut& cut) {
  const bool flatA = collinear(a[0], a[1], a[2]);
  const bool flatB = collinear(b[0], b[1], b[2]);
  if (flatA && flatB) return squaredDistance == 0;
  if (flatA) return segmentMeets(a, b);
  if (flatB) return segmentMeets(b, a);
  return cut.any;
}

Corners cornersOf(const PairBatch<double>& batch, std::size_t first, std::size_t i) {
  Corners corners;
  for (std::size_t k = 0; k < 9; ++k)
    corners[k / 3][static_cast<Eigen::Index>(k % 3)] = batch.corner[first + k][i];
  return corners;
}

// The common point is the middle of the common segment if edges pierce.
void meet(const Cut& cut, TrianglePairDistance& result) {
  result.intersecting = true;
  result.gap = 0;
  const Vec3 middle = 0.5 * (result.pointA + result.pointB);
  result.pointA = result.pointB = cut.count > 0 ? Vec3(cut.sum / cut.count) : middle;
}

}  // namespace

TrianglePairDistance resolvePair(const PairBatch<double>& batch, const PairDistances& distances,
                                 std::size_t i) {
  constexpr double closeSquared = 1e-20;  // rounding may separate touching triangles by this
  const auto point = [i](const double(&p)[3][PairDistances::capacity]) {
    return Vec3(p[0][i], p[1][i], p[2][i]);
  };
  const auto feature = [i](const double* f) { return static_cast<TriangleFeature>(static_cast<int>(f[i])); };
  const double squared = distances.squared[i];
  TrianglePairDistance result{std::sqrt(squared),          point(distances.pointA),
                              point(distances.pointB),     feature(distances.featureA),
                              feature(distances.featureB), false};
  if (distances.pierced[i] == 0 && squared > closeSquared) return result;
  const Corners a = cornersOf(batch, 0, i);
  const Corners b = cornersOf(batch, 9, i);
  const Cut cut(a, b);
  if (shareAPoint(a, b, squared, cut)) meet(cut, result);
  return result;
}

// Computes in a frame at the pair, in which the pair has about unit size. Rounding by the shift and scaling
// must not decide whether the triangles share a point: that is decided for the corners as given.
TrianglePairDistance trianglePairDistance(const Corners& a, const Corners& b) {
  const Vec3& origin = a[0];
  double size = 0;
  for (std::size_t k = 0; k < 3; ++k)
    size = std::max(
        {size, (a[k] - origin).lpNorm<Eigen::Infinity>(), (b[k] - origin).lpNorm<Eigen::Infinity>()});
  const double unit = size > 0 ? std::exp2(std::ilogb(size) + 1) : 1;
  const auto local = [&](const Corners& t) {
    return Corners{(t[0] - origin) / unit, (t[1] - origin) / unit, (t[2] - origin) / unit};
  };
  PairBatch<double> batch;
  batch.size = 1;
  batch.set(0, local(a), local(b));
  batch.reach[0] = 0;
  batch.pad();
  PairDistances distances;
  comparePairs(batch, distances);
  TrianglePairDistance result = resolvePair(batch, distances, 0);
  if (result.intersecting || result.gap < 1e-10) {
    const double squared = result.intersecting ? 0 : result.gap * result.gap;
    result.intersecting = shareAPoint(a, b, squared, Cut(a, b));
    if (result.intersecting) result.gap = 0;
  }
  result.gap *= unit;
  result.pointA = origin + unit * result.pointA;
  result.pointB = origin + unit * result.pointB;
  return result;
}

}  // namespace talus
