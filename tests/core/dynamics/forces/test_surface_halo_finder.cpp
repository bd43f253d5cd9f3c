// The potential of HaloArea between bodies of any form: its range, and that forces are its derivative.
#include "dynamics/halo/surface_halo_finder.h"

#include <gtest/gtest.h>

#include <cmath>

#include "elastic_sum.h"
#include "pair_poses.h"
#include "shapes.h"

namespace talus::test_surface_halo_finder {
namespace {

struct Prepared {
  pairs::Shape shape;
  SurfaceCells cells;
  SurfaceHalo halo;

  explicit Prepared(const TriangleMesh& mesh) : shape(pairs::prepared(mesh)), cells(mesh), halo(cells) {}
  SurfaceBody at(const Pose& pose) const { return {&halo, shape.get(), pose}; }
};

struct Action : ElasticSum {
  std::size_t points = 0;
};

class Pair {
 public:
  Pair(const TriangleMesh& a, const TriangleMesh& b, double skin = 0) : a_(a), b_(b), finder_(skin) {
    law_.range = law_.reach = 0.05;
    law_.foundation = 1;
    law_.ownStiffness = true;
  }
  Action at(const Pose& pose, NearSurfaces* near = nullptr) {
    finder_.find(a_.at({}), b_.at(pose), law_, {near, 0}, action_);
    return {sumOf(action_, pose.position), action_.points.size()};
  }

 private:
  Prepared a_, b_;
  PairLaw law_;
  SurfaceHaloFinder finder_;
  ElasticAction action_;
};

Pose turned(const Pose& pose, const Vec3& shift, const Vec3& turn) {
  const double angle = turn.norm();
  const Eigen::Matrix3d rotation =
      angle > 0 ? Eigen::AngleAxisd(angle, turn / angle).toRotationMatrix() : Eigen::Matrix3d::Identity();
  return {pose.position + shift, rotation * pose.rotation, pose.scale};
}

const TriangleMesh torus = shapes::torus(1, 0.35, 24, 12);
const TriangleMesh ball = shapes::moved(shapes::sphere(2), 0.5, Vec3::Zero());

TEST(SurfaceHaloFinder, NothingActsBeyondTheRange) {
  Pair pair(torus, ball);
  Pose pose;
  pose.position = Vec3(1, 0, 0.35 + 0.5 + 0.051);
  const Action far = pair.at(pose);
  EXPECT_EQ(far.energy, 0);
  EXPECT_EQ(far.force, Vec3::Zero());
  pose.position.z() -= 0.03;
  const Action near = pair.at(pose);
  EXPECT_GT(near.energy, 0);
  EXPECT_GT(near.force.z(), 0) << "it pushes them apart";
}

TEST(SurfaceHaloFinder, ForcesAreTheDerivativeOfTheEnergy) {
  Pair pair(torus, ball);
  pairs::Random random(1);
  int pressed = 0;
  for (int n = 0; n < 40; ++n) {
    const double gap = random.uniform(-0.03, 0.04), angle = random.uniform(0, 6.28);
    Pose pose{Vec3(std::cos(angle), std::sin(angle), 0.35 + 0.5 + gap), random.rotation(), 1};
    const Action now = pair.at(pose);
    if (now.energy == 0) continue;
    ++pressed;
    constexpr double step = 1e-6;
    const double size = now.force.norm() + now.torque.norm();
    for (Eigen::Index k = 0; k < 3; ++k) {
      const Vec3 along = step * Vec3::Unit(k);
      const double slope = (pair.at(turned(pose, along, Vec3::Zero())).energy -
                            pair.at(turned(pose, -along, Vec3::Zero())).energy) /
                           (2 * step);
      EXPECT_NEAR(now.force[k], -slope, 1e-3 * size) << "gap " << gap;
      const double turn = (pair.at(turned(pose, Vec3::Zero(), along)).energy -
                           pair.at(turned(pose, Vec3::Zero(), -along)).energy) /
                          (2 * step);
      EXPECT_NEAR(now.torque[k], -turn, 1e-3 * size) << "gap " << gap;
    }
  }
  EXPECT_GT(pressed, 20);
}

TEST(SurfaceHaloFinder, ListsChangeNothing) {
  Pair plain(torus, ball), listed(torus, ball, 0.5);
  NearSurfaces near;
  for (int n = 0; n < 30; ++n) {
    Pose pose;
    pose.position = Vec3(1, 0.002 * n, 0.35 + 0.5 + 0.03 - 0.002 * n);
    const Action expected = plain.at(pose), found = listed.at(pose, &near);
    EXPECT_EQ(found.energy, expected.energy);
    EXPECT_EQ(found.force, expected.force);
    EXPECT_EQ(found.torque, expected.torque);
    EXPECT_EQ(found.points, expected.points);
  }
}

// A body that lies wholly within another one is pushed, too: its vertices are deeper than the reach.
TEST(SurfaceHaloFinder, ABodyInsideAnotherIsPushedOut) {
  Pair pair(shapes::box(Vec3(-2, -2, -2), Vec3(2, 2, 2), 4), shapes::moved(ball, 0.4, Vec3::Zero()));
  Pose pose;
  pose.position = Vec3(1.7, 0.05, 0.02);
  const Action action = pair.at(pose);
  EXPECT_GT(action.energy, 0);
  EXPECT_GT(action.force.x(), 0);
}

}  // namespace
}  // namespace talus::test_surface_halo_finder
