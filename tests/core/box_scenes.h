#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "broadphase/broad_phase.h"

namespace talus::test {

inline const std::vector<BroadPhaseMethod>& allMethods() {
  static const std::vector<BroadPhaseMethod> methods{
      BroadPhaseMethod::AllPairs,      BroadPhaseMethod::SweepAndPrune, BroadPhaseMethod::SpatialHeapsort,
      BroadPhaseMethod::Octree,        BroadPhaseMethod::UniformGrid,   BroadPhaseMethod::AdaptiveGrid,
      BroadPhaseMethod::NeighbourList, BroadPhaseMethod::Auto};
  return methods;
}

inline std::unique_ptr<BroadPhase> make(BroadPhaseMethod method) {
  BroadPhaseOptions options;
  options.method = method;
  return makeBroadPhase(options);
}

/// The answer by the definition alone, box by box.
inline std::vector<BodyPair> expectedPairs(const BoxArrays& boxes) {
  std::vector<BodyPair> pairs;
  for (std::size_t i = 0; i < boxes.size(); ++i)
    for (std::size_t j = i + 1; j < boxes.size(); ++j) {
      bool meet = !boxes.empty(i) && !boxes.empty(j);
      for (std::size_t axis = 0; axis < 3; ++axis)
        meet = meet && boxes.low[axis][i] <= boxes.high[axis][j] && boxes.low[axis][j] <= boxes.high[axis][i];
      if (meet) pairs.push_back({static_cast<Index>(i), static_cast<Index>(j)});
    }
  return pairs;
}

inline std::vector<BodyPair> found(BroadPhase& phase, const BoxArrays& boxes) {
  phase.update(boxes);
  return {phase.pairs().begin(), phase.pairs().end()};
}

/// Kinds of random scenes.
enum class SceneKind {
  Uniform,
  Clustered,
  SizeRatio,
  Lattice,
  Equal,
  Flat,
  Infinite,
  WithEmpty,
  FarAway,
  Mixed
};

constexpr int sceneKinds = 10;

class SceneMaker {
 public:
  explicit SceneMaker(std::uint64_t seed) : engine_(seed) {}

  BoxArrays make(SceneKind kind, std::size_t count) {
    BoxArrays boxes(count);
    for (std::size_t i = 0; i < count; ++i) boxes.set(i, box(kind, count));
    return boxes;
  }

  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }
  Vec3 point(double half) { return {uniform(-half, half), uniform(-half, half), uniform(-half, half)}; }
  std::size_t below(std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(engine_);
  }

  Box box(SceneKind kind, std::size_t count) {
    const double half =
        0.4 * std::cbrt(static_cast<double>(count));  // some pairs a box, for boxes of about 1
    switch (kind) {
      case SceneKind::Uniform:
        return around(point(half), 1);
      case SceneKind::Clustered: {
        const double spread = uniform(0, 1) < 0.8 ? 0.2 : 50;
        return around(Vec3(3, 1, 2) + spread * point(half), spread == 50 ? 5 : 0.2);
      }
      case SceneKind::SizeRatio:
        return around(point(half), std::pow(1000.0, -uniform(0, 1)) * (uniform(0, 1) < 0.05 ? 10 : 1));
      case SceneKind::Lattice: {  // coordinates coincide; boxes touch
        const Vec3 low = point(half).array().round();
        return {low, Vec3(low + Vec3(1, below(2) == 0 ? 0 : 1, 1))};
      }
      case SceneKind::Equal:
        return {Vec3(1, 2, 3), Vec3(2, 3, 4)};
      case SceneKind::Flat: {
        Box flat = around(point(half), 1);
        const auto axis = static_cast<Eigen::Index>(below(3));
        flat.min()[axis] = flat.max()[axis] = std::round(flat.min()[axis]);
        return flat;
      }
      case SceneKind::Infinite:
        return below(10) == 0 ? unbounded(half) : around(point(half), 1);
      case SceneKind::WithEmpty:
        return below(4) == 0 ? emptyBox(half) : around(point(half), 1);
      case SceneKind::FarAway: {
        const double offset = below(20) == 0 ? 1e12 : 1e6;
        return around(Vec3(point(half) + Vec3(offset, -offset, 0)), 1);
      }
      case SceneKind::Mixed:
        return box(static_cast<SceneKind>(below(sceneKinds - 1)), count);
    }
    return {};
  }

 private:
  Box around(const Vec3& centre, double size) {
    const Vec3 half(uniform(0.2, 0.6) * size, uniform(0.2, 0.6) * size, uniform(0.2, 0.6) * size);
    return {Vec3(centre - half), Vec3(centre + half)};
  }
  Box unbounded(double half) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    Box result = around(point(half), 1);
    for (Eigen::Index axis = 0; axis < 3; ++axis) {
      if (below(2) == 0) result.min()[axis] = -infinity;
      if (below(2) == 0) result.max()[axis] = infinity;
    }
    return result;
  }
  Box emptyBox(double half) {
    if (below(2) == 0) return {};
    Box result = around(point(half), 1);
    std::swap(result.min()[1], result.max()[1]);  // empty along one axis only
    return result;
  }

  std::mt19937_64 engine_;
};

}  // namespace talus::test
