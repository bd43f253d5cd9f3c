#include "geometry/mesh/polyhedron_moments.h"

#include <cmath>
#include <limits>

#include "base/compensated_sum.h"
#include "base/parallel.h"

namespace talus {

namespace {

constexpr std::size_t trianglesPerChunk = 4096;

// A triangle as the base of a pyramid with its apex at the frame's origin.
struct Pyramid {
  Vec3 a, b, c;
  double six;        // six times its signed volume
  double magnitude;  // sum of the magnitudes of the terms of `six`

  // Edges are computed before the origin is subtracted, so that small triangles keep their accuracy.
  Pyramid(const std::array<Vec3, 3>& corners, const LocalFrame& frame)
      : a(frame.from(corners[0])), b(frame.from(corners[1])), c(frame.from(corners[2])) {
    const Vec3 ab = (corners[1] - corners[0]) / frame.unit;
    const Vec3 ac = (corners[2] - corners[0]) / frame.unit;
    six = ab.cross(ac).dot(a);
    magnitude = ab.lpNorm<1>() * ac.lpNorm<1>() * a.lpNorm<Eigen::Infinity>();
  }
};

class MomentSum {
 public:
  void add(const Pyramid& p, double direction) {
    const double six = direction * p.six;
    const Vec3 sum = p.a + p.b + p.c;
    volume_.add(six);
    magnitude_ += p.magnitude;
    std::size_t k = 0;
    for (Eigen::Index i = 0; i < 3; ++i) {
      first_[static_cast<std::size_t>(i)].add(six * sum[i]);
      for (Eigen::Index j = 0; j <= i; ++j)
        second_[k++].add(six * (sum[i] * sum[j] + p.a[i] * p.a[j] + p.b[i] * p.b[j] + p.c[i] * p.c[j]));
    }
  }

  void add(const MomentSum& other) {
    volume_.add(other.volume_);
    magnitude_ += other.magnitude_;
    for (std::size_t i = 0; i < 3; ++i) first_[i].add(other.first_[i]);
    for (std::size_t k = 0; k < 6; ++k) second_[k].add(other.second_[k]);
  }

  Moments moments() const {
    constexpr double roundings = 8;  // in a product of three differences and a sum of such products
    Moments moments;
    moments.volume = volume_.value() / 6;
    for (Eigen::Index i = 0; i < 3; ++i) moments.first[i] = first_[static_cast<std::size_t>(i)].value() / 24;
    std::size_t k = 0;
    for (Eigen::Index i = 0; i < 3; ++i)
      for (Eigen::Index j = 0; j <= i; ++j)
        moments.second(i, j) = moments.second(j, i) = second_[k++].value() / 120;
    moments.uncertainty = roundings * std::numeric_limits<double>::epsilon() * magnitude_ / 6;
    return moments;
  }

 private:
  CompensatedSum volume_;
  std::array<CompensatedSum, 3> first_;
  std::array<CompensatedSum, 6> second_;  // lower triangle, row by row
  double magnitude_ = 0;
};

}  // namespace

LocalFrame LocalFrame::of(const Box& box) {
  int exponent = 0;
  std::frexp(box.sizes().maxCoeff(), &exponent);
  // Of a unit so that its reciprocal is finite.
  return {0.5 * box.min() + 0.5 * box.max(), std::ldexp(1.0, std::max(exponent, -1000) - 1)};
}

Moments momentsOf(const TriangleMesh& mesh, std::span<const Index> component,
                  const PieceDirections& directions, const LocalFrame& frame, Context& context) {
  std::vector<MomentSum> sums(mesh.triangleCount() / trianglesPerChunk + 1);
  parallelChunks(mesh.triangleCount(), trianglesPerChunk, context, [&](std::size_t begin, std::size_t end) {
    MomentSum& sum = sums[begin / trianglesPerChunk];
    for (std::size_t t = begin; t < end; ++t)
      sum.add(Pyramid(mesh.corners(t), frame), directions[static_cast<std::size_t>(component[t])]);
  });
  MomentSum all;
  for (const MomentSum& sum : sums) all.add(sum);
  return all.moments();
}

std::vector<double> signedVolumes(const TriangleMesh& mesh, std::span<const Index> component,
                                  std::size_t pieces, const LocalFrame& frame) {
  std::vector<CompensatedSum> sums(pieces);
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
    sums[static_cast<std::size_t>(component[t])].add(Pyramid(mesh.corners(t), frame).six / 6);
  std::vector<double> volumes;
  volumes.reserve(pieces);
  for (const CompensatedSum& sum : sums) volumes.push_back(sum.value());
  return volumes;
}

}  // namespace talus
