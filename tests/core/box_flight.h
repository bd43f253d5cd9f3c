#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <span>
#include <vector>

#include "box_scenes.h"

namespace talus::test {

/// Bodies that fly, each with its velocity, and are reflected within a cube.
class Flight {
 public:
  Flight(std::uint64_t seed, SceneKind kind, std::size_t count, double speed, double half = 4)
      : half_(half), maker_(seed), boxes_(maker_.make(kind, count)) {
    for (std::size_t i = 0; i < count; ++i) velocities_.push_back(maker_.point(speed));
  }

  const BoxArrays& boxes() const { return boxes_; }
  BoxArrays& boxes() { return boxes_; }
  SceneMaker& maker() { return maker_; }

  void step() {
    for (std::size_t i = 0; i < velocities_.size(); ++i)
      for (std::size_t axis = 0; axis < 3; ++axis) {
        double& v = velocities_[i][static_cast<Eigen::Index>(axis)];
        boxes_.low[axis][i] += v;
        boxes_.high[axis][i] += v;
        if (boxes_.low[axis][i] < -half_ ? v < 0 : (boxes_.high[axis][i] > half_ && v > 0)) v = -v;
      }
  }
  void add(const Box& box) {
    boxes_.resize(boxes_.size() + 1);
    boxes_.set(boxes_.size() - 1, box);
    velocities_.push_back(maker_.point(0.01));
  }

 private:
  double half_;  // of the cube
  SceneMaker maker_;
  BoxArrays boxes_;
  std::vector<Vec3> velocities_;
};

inline std::vector<std::unique_ptr<BroadPhase>> makeAll() {
  std::vector<std::unique_ptr<BroadPhase>> phases;
  for (const BroadPhaseMethod method : allMethods()) phases.push_back(make(method));
  return phases;
}

inline std::vector<BodyPair> difference(std::span<const BodyPair> a, std::span<const BodyPair> b) {
  std::vector<BodyPair> result;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

/// Updates all methods and compares pairs and changes with the definition. @return the pairs.
inline std::vector<BodyPair> expectAgreement(const std::vector<std::unique_ptr<BroadPhase>>& phases,
                                             const BoxArrays& boxes, const std::vector<BodyPair>& before,
                                             int step) {
  const std::vector<BodyPair> expected = expectedPairs(boxes);
  const std::vector<BodyPair> begun = difference(expected, before);
  const std::vector<BodyPair> ended = difference(before, expected);
  for (std::size_t m = 0; m < phases.size(); ++m) {
    BroadPhase& phase = *phases[m];
    phase.update(boxes);
    EXPECT_TRUE(std::ranges::equal(phase.pairs(), expected)) << name(allMethods()[m]) << ", step " << step;
    EXPECT_TRUE(std::ranges::equal(phase.begun(), begun)) << name(allMethods()[m]) << ", step " << step;
    EXPECT_TRUE(std::ranges::equal(phase.ended(), ended)) << name(allMethods()[m]) << ", step " << step;
  }
  return expected;
}

}  // namespace talus::test
