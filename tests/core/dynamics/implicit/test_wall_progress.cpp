// How far walls have moved in a stage of a long step, and whether they will complete it.
#include <gtest/gtest.h>

#include "dynamics/implicit/wall_progress.h"
#include "dynamics_scenes.h"

namespace talus::test_wall_progress {
namespace {

class MovedWall : public ForceField {
 public:
  void impose(BodyState& state, double time) const override { state.position[0].x() = time; }
  void evaluate(const BodyState& /*state*/, double /*time*/, Loads& /*loads*/) override {}
};

// Walls at the start of a stage of 10 ms.
WallProgress begun() {
  Scene scene = dynamics::sceneOf(dynamics::cuboid({0.1, 0.1, 0.1}), 1);
  scene.bodies.motion[0] = Motion::Fixed;
  const BodyInertia inertia(scene);
  MovedWall field;
  WallProgress walls;
  walls.begin(inertia.stateOf(scene.bodies), field, 0, 0.01);
  return walls;
}

void go(WallProgress& walls, int iterates, double part) {
  for (int n = 0; n < iterates; ++n) {
    walls.beginIterate();
    walls.advance(part);
  }
}

TEST(WallProgress, GoesOnByPartsOfWhatIsLeft) {
  WallProgress walls = begun();
  ASSERT_TRUE(walls.move());
  EXPECT_FALSE(walls.isComplete());
  go(walls, 2, 0.5);
  EXPECT_DOUBLE_EQ(walls.time(), 0.0075);
  EXPECT_DOUBLE_EQ(walls.gained(), 0.25);
  go(walls, 1, 1);
  EXPECT_TRUE(walls.isComplete());
}

TEST(WallProgress, TellsWhetherWallsCompleteAtTheirPace) {
  WallProgress walls = begun();
  go(walls, 7, 1e-6);
  EXPECT_TRUE(walls.complete(1000));  // too few to tell
  go(walls, 1, 1e-6);
  EXPECT_FALSE(walls.complete(1000));
  EXPECT_TRUE(walls.complete(2'000'000));
  go(walls, 1, 0.1);  // they have got on again
  EXPECT_TRUE(walls.complete(1000));
  go(walls, 8, 0);
  EXPECT_FALSE(walls.complete(1'000'000));
  walls.restart();
  EXPECT_TRUE(walls.complete(1));
}

}  // namespace
}  // namespace talus::test_wall_progress
