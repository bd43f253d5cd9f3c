#include "enclosure/multipole/multipole_calibration.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "enclosure/multipole/cluster_pairs.h"

namespace talus {

namespace {

// The corners of a cube in a ball as points.
struct Sample {
  PointCluster ball;
  VectorArrays points;
};

Sample sampleAt(const Vec3& centre, double radius) {
  Sample sample{{.points = {0, 8}, .box = {}, .centre = centre, .radius = radius}, {}};
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 offset(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
    sample.points.push(Vec3(centre + radius / std::sqrt(3.0) * offset));
  }
  return sample;
}

// Balls of several sizes about points near some leaves of the tree; the same for each call.
std::vector<Sample> samplesOf(const PanelTree& tree) {
  constexpr std::size_t sampleCount = 32;
  std::vector<const PanelCluster*> leaves;
  for (const PanelCluster& cluster : tree.clusters())
    if (cluster.childCount == 0) leaves.push_back(&cluster);
  std::mt19937_64 engine(1);
  const auto uniform = [&engine] { return static_cast<double>(engine() >> 11) * 0x1p-52 - 1; };
  const double largest = tree.clusters()[0].radius / 4;
  std::vector<Sample> samples;
  for (std::size_t i = 0; i < sampleCount; ++i) {
    const PanelCluster& leaf = *leaves[i * leaves.size() / sampleCount];
    const double radius = std::min(leaf.radius * std::pow(4.0, static_cast<double>(i % 3)) / 2, largest);
    const Vec3 offset(uniform(), uniform(), uniform());
    samples.push_back(sampleAt(leaf.centre + (radius + leaf.radius) * offset, radius));
  }
  return samples;
}

// The winding numbers at a sample's points.
WindingBatch potentialAt(const PanelTree& tree, const Sample& sample, double tolerance, double& bound) {
  const std::uint32_t root = 0;
  const ClusterPairs pairs = dividePairs(tree, std::span(&root, 1), sample.ball, {tolerance, true, 0});
  std::vector<double> local(coefficientCount(tree.degree()));
  gatherLocal(tree.degree(), pairs.far, sample.ball.radius, local.data());
  std::vector<IndexRange> near;
  for (const std::uint32_t source : pairs.rest) near.push_back(tree.clusters()[source].panels);
  WindingBatch result{std::vector<double>(8), std::vector<unsigned char>(8)};
  triangleWinding(tree.panels(), near, sample.points, {0, 8}, result);
  addLocalWinding(tree.degree(), local.data(), sample.ball.centre, sample.ball.radius, sample.points, {0, 8},
                  result.winding.data());
  bound = pairs.bound;
  return result;
}

struct Measured {
  double error = 0;
  double bound = 0;
};

Measured measure(const PanelTree& tree, const std::vector<Sample>& samples, double tolerance) {
  constexpr double finerRatio = 1.0 / 16;
  Measured largest;
  for (const Sample& sample : samples) {
    double bound = 0;
    double other = 0;
    const WindingBatch coarse = potentialAt(tree, sample, tolerance, bound);
    const WindingBatch fine = potentialAt(tree, sample, tolerance * finerRatio, other);
    largest.bound = std::max(largest.bound, bound);
    for (std::size_t i = 0; i < 8; ++i)
      if (coarse.uncertain[i] == 0 && fine.uncertain[i] == 0)
        largest.error = std::max(largest.error, std::abs(coarse.winding[i] - fine.winding[i]));
  }
  return largest;
}

}  // namespace

PairTolerance calibrate(const PanelTree& tree, double accuracy) {
  constexpr double measuredErrorShare =
      0.12;  // share of the accuracy that the largest measured error may use
  constexpr double boundFactor =
      1.5;  // factor by which other sums of bounds may exceed the largest measured sum
  const std::vector<Sample> samples = samplesOf(tree);
  double tolerance = accuracy / 8;
  Measured measured;
  for (int i = 0; i < 3; ++i) {
    measured = measure(tree, samples, tolerance);
    const double ratio = measured.error > 0 ? measuredErrorShare * accuracy / measured.error : 1;
    if (ratio > 1 && ratio < 1.5) break;
    tolerance = std::min(tolerance * std::clamp(ratio, 1.0 / 64, 4.0), accuracy / 4);
  }
  return {tolerance, std::max(boundFactor * measured.bound, accuracy)};
}

}  // namespace talus
