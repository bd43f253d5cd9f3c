// A scene that goes on where a run is: its bodies are where those of the run are, from then on.
#include "scene/continuation.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "scene/motion_plan.h"
#include "shapes.h"

namespace talus::test_continuation {
namespace {

// A prescribed body that these motions move, one that waits, and one that forces move.
Scene sceneWith(const std::vector<PrescribedMotion>& motions) {
  Context context;
  Scene scene;
  scene.shapes.push_back(makeBodyShape("box", shapes::unitBox(), context));
  scene.materials.push_back({.name = "steel"});
  scene.bodies.add({.id = 7,
                    .position = {1, 2, 3},
                    .orientation = rotationBy({0.1, 0.2, 0.3}).normalised(),
                    .motion = Motion::Prescribed});
  scene.bodies.add({.id = 9, .position = {9, 0, 0}});
  scene.motions = motions;
  for (PrescribedMotion& motion : scene.motions) motion.bodies = {7};
  return scene;
}

PrescribedMotion motion(const MotionKind& kind, double begin = 0,
                        double end = std::numeric_limits<double>::infinity()) {
  return {.bodies = {}, .kind = kind, .begin = begin, .end = end};
}

RunState stateAt(const Scene& scene, double time) {
  const MotionPlan plan(scene);
  RunState state{.time = time, .law = "HaloArea"};
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    if (plan.isRemoved(i, time)) continue;
    const RigidMotion now = plan.at(i, time);
    state.id.push_back(scene.bodies.id[i]);
    state.position.push_back(now.position);
    state.orientation.push_back(now.orientation);
    state.velocity.push_back(now.velocity);
    state.angularVelocity.push_back(now.angularVelocity);
  }
  return state;
}

// Of every kind, with and without begin and end; the axes of the first ones are turned by the later ones.
const std::vector<PrescribedMotion> motions{
    motion(RotationMotion{.axis = {1, 0, 2}, .centre = {1, 1, 0}, .angularSpeed = 3}, 0.11, 0.83),
    motion(VibrationMotion{.direction = {0, 1, 1}, .amplitude = 0.4, .frequency = 1.3, .phase = 0.7}, 0.21,
           0.93),
    motion(
        RotationTable{
            .axis = {0, 3, 1}, .centre = {0, 2, 0}, .times = {0.1, 0.3, 0.6}, .angles = {0.5, 2, -1}},
        0, 0.9),
    motion(TranslationMotion{{0.3, -0.2, 0.1}}, 0, 0.61),
    motion(TranslationTable{{0, 0.2, 0.5}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 2}}}, 0.25),
    motion(VibrationMotion{.direction = {1, 0, 1}, .amplitude = 0.2, .frequency = 2.3, .phase = -0.4}),
};

void expectGoesOn(const Scene& scene, double time) {
  const MotionPlan whole(scene), rest(continued(scene, stateAt(scene, time)));
  for (const double later : {0.0, 0.05, 0.2, 0.45, 1.3}) {
    const RigidMotion wanted = whole.at(0, time + later), found = rest.at(0, later);
    EXPECT_LT((found.position - wanted.position).norm(), 1e-13) << time << " + " << later;
    EXPECT_LT((found.orientation.matrix() - wanted.orientation.matrix()).norm(), 1e-13)
        << time << " + " << later;
  }
}

TEST(Continuation, MotionsGoOnAlone) {
  for (const PrescribedMotion& one : motions)
    for (const double time : {0.0, 0.05, 0.2, 0.4, 0.55, 0.7, 0.88, 1.1})
      expectGoesOn(sceneWith({one}), time);
}

TEST(Continuation, MotionsGoOnTogether) {
  std::vector<PrescribedMotion> backwards(motions.rbegin(), motions.rend());
  for (const double time : {0.05, 0.2, 0.4, 0.55, 0.7, 0.88, 1.1}) {
    expectGoesOn(sceneWith(motions), time);
    expectGoesOn(sceneWith(backwards), time);
  }
}

TEST(Continuation, BodiesWhoseMotionsAreOverAreFixed) {
  const Scene scene = sceneWith({motion(TranslationMotion{{1, 0, 0}}, 0, 0.5)});
  const Scene later = continued(scene, stateAt(scene, 0.5));
  EXPECT_TRUE(later.motions.empty());
  EXPECT_EQ(later.bodies.motion[0], Motion::Fixed);
  EXPECT_EQ(later.bodies.velocity[0], Vec3(0, 0, 0));
  EXPECT_EQ(later.bodies.position[0], Vec3(1.5, 2, 3));
}

TEST(Continuation, BodiesThatAreGoneAreLeftOut) {
  Scene scene = sceneWith({motion(TranslationMotion{{1, 0, 0}}), motion(Removal{0.3})});
  scene.motions[1].bodies = {7, 9};
  EXPECT_EQ(std::get<Removal>(continued(scene, stateAt(scene, 0.1)).motions[1].kind).time, 0.3 - 0.1);
  const Scene later = continued(scene, stateAt(scene, 0.3));
  EXPECT_EQ(later.bodies.size(), 0u);
  EXPECT_TRUE(later.motions.empty());
}

TEST(Continuation, BodiesWithTheSameMotionsStayTogether) {
  Scene scene = sceneWith({motion(RotationMotion{.angularSpeed = 1}), motion(TranslationMotion{{1, 0, 0}})});
  scene.bodies.motion[1] = Motion::Prescribed;
  scene.motions[0].bodies = scene.motions[1].bodies = {9, 7};
  const Scene later = continued(scene, stateAt(scene, 0.1));
  ASSERT_EQ(later.motions.size(), 2u);
  EXPECT_EQ(later.motions[0].bodies, (std::vector<std::int64_t>{9, 7}));
  scene.motions[1].bodies = {7};  // so that it moves the centre of the rotation of one of them
  EXPECT_EQ(continued(scene, stateAt(scene, 0.1)).motions.size(), 3u);
}

TEST(Continuation, ForcesActFromTheStartButAtTheBeginOfTheRun) {
  const Scene scene = sceneWith({motion(TranslationMotion{{1, 0, 0}})});
  EXPECT_TRUE(continued(scene, stateAt(scene, 0)).startsAtRest);
  EXPECT_EQ(continued(scene, stateAt(scene, 0)).settledLaw, "");
  EXPECT_FALSE(continued(scene, stateAt(scene, 0.1)).startsAtRest);
  EXPECT_EQ(continued(scene, stateAt(scene, 0.1)).settledLaw, "HaloArea");
}

TEST(Continuation, RefusesAStateWithAFault) {
  const Scene scene = sceneWith({motion(TranslationMotion{{1, 0, 0}})});
  RunState state = stateAt(scene, 0.1);
  state.orientation[0] = {0, 0, 0, 0};
  EXPECT_THROW(continued(scene, state), Error);
  state.velocity.pop_back();
  EXPECT_THROW(continued(scene, state), Error);
}

}  // namespace
}  // namespace talus::test_continuation
