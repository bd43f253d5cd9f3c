// The convex model of an island: barriers and friction act on its minimum in full, however far it is.
#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/implicit/barrier_model.h"
#include "dynamics_scenes.h"

namespace talus::test_barrier_model {
namespace {

constexpr double dt = 0.01, reach = 1e-3, range = 1e-3;

// Cubes of 1 kg in a row, 10 cm apart, with one contact point between neighbours; the first is a wall.
struct Row {
  Scene scene;
  BodyInertia inertia;
  BodyState state, ahead;
  std::vector<LinearContact> contacts;
  ContactIsland island;

  static Scene sceneOf(std::size_t bodies) {
    Scene scene = dynamics::sceneOf(dynamics::cuboid({0.1, 0.1, 0.1}), bodies);
    scene.bodies.motion[0] = Motion::Fixed;
    for (std::size_t i = 0; i < bodies; ++i) scene.bodies.position[i] = {0, 0, 0.1 * static_cast<double>(i)};
    return scene;
  }

  explicit Row(std::size_t bodies)
      : scene(sceneOf(bodies)), inertia(scene), state(inertia.stateOf(scene.bodies)), ahead(state) {
    for (std::size_t i = 1; i < bodies; ++i) island.bodies.push_back(i);
  }
  LinearContact between(Index lower) const {
    LinearContact contact;
    contact.bodyA = lower;
    contact.bodyB = lower + 1;
    contact.point = {0, 0, 0.1 * static_cast<double>(lower) + 0.05};
    contact.normal = Vec3::UnitZ();
    return contact;
  }
  void press(Index lower, double weight, double gap) {
    LinearContact contact = between(lower);
    contact.barrier = {weight, reach, range};
    contact.depth = range - gap;
    contacts.push_back(contact);
  }
  void rub(Index lower, const LimitedSpring& spring, const Vec3& shift) {
    LinearContact contact = between(lower);
    contact.friction = spring;
    contact.shift = shift;
    contact.across.stiffness = spring.secant(shift.norm());
    if (contact.across.stiffness < spring.stiffness) contact.slip = shift.normalized();
    contacts.push_back(contact);
  }
  BarrierModel model() {
    for (const LinearContact& contact : contacts) island.contacts.push_back(&contact);
    return {island, inertia, state, ahead, dt};
  }
};

Eigen::VectorXd pushed(std::size_t bodies, const Vec3& force) {
  Eigen::VectorXd loads = Eigen::VectorXd::Zero(6 * static_cast<Eigen::Index>(bodies));
  for (std::size_t i = 0; i < bodies; ++i) loads.segment<3>(6 * static_cast<Eigen::Index>(i)) = force;
  return loads;
}

// The oracle: a body falls on a barrier that it does not touch yet; forces at the end balance.
TEST(BarrierModel, StopsABodyWhereForcesBalance) {
  for (const double weight : {1e3, 1e7, 1e11}) {
    for (const double gap : {2e-3, 1.01e-3, 0.5e-3}) {
      for (const double load : {10.0, 1e3, 1e5}) {
        SCOPED_TRACE(testing::Message() << weight << ' ' << gap << ' ' << load);
        Row row(2);
        row.press(0, weight, gap);
        BarrierModel model = row.model();
        const Eigen::VectorXd loads = pushed(1, {0, 0, -load});
        const double z = model.minimum(loads, model.solve(loads))[2];
        ASSERT_GT(gap + z, 0);
        const BarrierSpring barrier = row.contacts[0].barrier;
        const double left = -load - z / (dt * dt) + barrier.force(gap + z) - barrier.force(gap);
        EXPECT_LT(std::abs(left), 0.1 * (load + barrier.force(gap)));
      }
    }
  }
}

// A row of thirty bodies, so that the system is sparse, comes down on a wall: none passes another one.
TEST(BarrierModel, KeepsEveryGapOfARowOpen) {
  Row row(31);
  for (Index i = 0; i < 30; ++i) row.press(i, 1e8, 1.5e-3);
  BarrierModel model = row.model();
  const Eigen::VectorXd loads = pushed(30, {0, 0, -1e3});
  const Eigen::VectorXd found = model.minimum(loads, model.solve(loads));
  EXPECT_LT(found[2], -5e-4);
  double below = 0, force = 0;
  const BarrierSpring barrier = row.contacts[0].barrier;
  for (Eigen::Index i = 29; i >= 0; --i) {
    const double z = found[6 * i + 2];
    below = i > 0 ? found[6 * (i - 1) + 2] : 0;
    ASSERT_GT(1.5e-3 + z - below, 0) << i;
    force += 1e3 + z / (dt * dt);  // what the bodies from here on up load the barrier with
    EXPECT_NEAR(barrier.force(1.5e-3 + z - below), force, 0.1 * 1e3 * static_cast<double>(30 - i)) << i;
  }
}

// A torque turns a body less that is pulled at its ends; one that is pressed together has its inertia alone.
TEST(BarrierModel, TensionStiffensRotation) {
  constexpr double arm = 0.05, torque = 3;
  for (const double tension : {5e3, 0.0, -5e3}) {
    Row row(3);  // the wall pulls at one end, the body above at the other one
    for (const Index lower : {0, 1}) {
      LinearContact contact = row.between(lower);
      contact.force = {0, 0, -tension};  // on the upper body
      row.contacts.push_back(contact);
    }
    const BarrierModel model = row.model();
    Eigen::VectorXd loads = pushed(2, Vec3::Zero());
    loads.segment<3>(3).setConstant(torque);
    const Eigen::VectorXd found = model.solve(loads);
    const double inertia = row.inertia.moments(1).x() / (dt * dt), pull = std::max(0.0, 2 * arm * tension);
    for (const Eigen::Index axis : {3, 4})
      EXPECT_NEAR(found[axis], torque / (inertia + pull), 1e-9 * torque / inertia) << tension;
    EXPECT_NEAR(found[5], torque / inertia, 1e-9 * torque / inertia) << tension;
  }
}

// Newton's direction ignores that a sliding body is stopped by friction once it turns back.
TEST(BarrierModel, FrictionHoldsABodyThatTurnsBack) {
  Row row(2);
  row.press(0, 1e7, 0.5e-3);
  row.rub(0, {1e7, 50}, {1e-4, 0, 0});  // slips along x
  BarrierModel model = row.model();
  Eigen::VectorXd loads =
      pushed(1, {-90, 0, 0});  // at the contact point; 50 N of it are friction at the start
  loads[4] = 0.05 * 90;
  const auto ofPoint = [](const Eigen::VectorXd& motions) { return motions[0] - 0.05 * motions[4]; };
  const Eigen::VectorXd first = model.solve(loads);
  EXPECT_FALSE(model.isNear(first));
  EXPECT_LT(ofPoint(first), -0.01);
  EXPECT_NEAR(ofPoint(model.minimum(loads, first)), -1e-4 - 40 / 1e7, 3e-5);
}

// Secants alone change by the ratio of push and limit: from sticking to sliding, or back, they would take
// twice as many systems as there may be, and end after a hundredth of the way. The minimum is to be met to a
// tenth of forces.
TEST(BarrierModel, FindsWhetherABodySlidesThatIsPushedAboutAsMuchAsFrictionHolds) {
  constexpr double limit = 50, push = 57, away = 1e-3;
  const LimitedSpring spring{1e9, limit};
  for (const bool slides : {true, false}) {
    Row row(2);
    row.rub(0, spring, {slides ? 0 : away, 0, 0});
    BarrierModel model = row.model();
    Eigen::VectorXd loads = pushed(1, {slides ? push : limit - push, 0, 0});
    loads[4] = -0.05 * loads[0];  // at the contact point
    const Eigen::VectorXd found = model.minimum(loads, model.solve(loads));
    const double stiffness =
        1 / (dt * dt * (row.inertia.inverseMass(1) + 0.05 * 0.05 / row.inertia.moments(1).y()));
    const double expected = slides ? (push - limit) / stiffness : -away;
    const double part = (found[0] - 0.05 * found[4]) / expected;
    EXPECT_GT(part, 0.2);
    EXPECT_LT(part, 1.1);
  }
}

// The model has one minimum, wherever its search begins: beyond the reach, or almost at contact.
TEST(BarrierModel, TheMinimumDoesNotDependOnWhereTheSearchBegins) {
  Row row(2);
  row.press(0, 1e7, 0.5e-3);
  row.rub(0, {1e7, 50}, {1e-4, 0, 0});
  Eigen::VectorXd loads = pushed(1, {-90, 0, -20});
  loads[4] = 0.05 * 90;
  BarrierModel model = row.model();
  const Eigen::VectorXd first = model.solve(loads), found = model.minimum(loads, first);
  for (const double away : {-0.4e-3, 0.0, 2e-3}) {
    Eigen::VectorXd begin = found;
    begin[0] -= away;
    begin[2] += away;
    BarrierModel same = row.model();
    EXPECT_LT((same.minimum(loads, first, begin) - found).norm(), 0.1 * found.norm()) << away;
  }
}

// A wall comes on by five times the reach: bodies go on before it, each pushed by the one behind.
TEST(BarrierModel, BodiesGiveWayToAWall) {
  constexpr double advance = 5e-3, gap = 0.9e-3;
  Row row(4);
  for (Index i = 0; i < 3; ++i) row.press(i, 1e7, gap);
  row.ahead.position[0].z() += advance;
  BarrierModel model = row.model();
  const Eigen::VectorXd loads = pushed(3, Vec3::Zero());
  const Eigen::VectorXd found = model.minimum(loads, model.solve(loads));
  const BarrierSpring barrier = row.contacts[0].barrier;
  double below = advance, force = 0;
  for (Eigen::Index i = 0; i < 3; ++i) {
    ASSERT_GT(gap + found[6 * i + 2] - below, 0) << i;
    below = found[6 * i + 2];
  }
  for (Eigen::Index i = 2; i >= 0; --i) {
    const double z = found[6 * i + 2], behind = i > 0 ? found[6 * (i - 1) + 2] : advance;
    force += z / (dt * dt);
    EXPECT_NEAR(barrier.force(gap + z - behind) - barrier.force(gap), force, 0.1 * force) << i;
  }
}

// A body fits a hole of a wall that turns about a far axis. Chords of its points would squeeze the body by a
// hundred times the gaps; a wall may also have its centre off the axis.
TEST(BarrierModel, BodiesFollowAWallThatTurnsAroundThem) {
  constexpr double gap = 1e-5, turn = 0.2;
  for (const double offset : {0.0, 0.3}) {
    SCOPED_TRACE(offset);
    Row row(2);
    row.press(0, 1e7, gap);
    row.press(0, 1e7, gap);
    row.contacts[1].point.z() = 0.15;
    row.contacts[1].normal = -Vec3::UnitZ();
    row.state.position[0].z() = offset;
    row.ahead.orientation[0] = rotationBy({0, turn, 0});
    row.ahead.position[0] = row.ahead.orientation[0].rotate({0, 0, offset});
    BarrierModel model = row.model();
    const Eigen::VectorXd loads = pushed(1, Vec3::Zero());
    const Eigen::VectorXd found = model.minimum(loads, model.solve(loads));
    EXPECT_LT(found.lpNorm<Eigen::Infinity>(), 1e-9);  // nothing rubs: the wall glides past
  }
}

TEST(BarrierModel, IsNearWhereGapsHardlyChange) {
  Row row(2);
  row.press(0, 1e9, 0.5e-3);
  BarrierModel model = row.model();
  EXPECT_TRUE(model.isNear(model.solve(pushed(1, {0, 0, -1}))));
  EXPECT_FALSE(model.isNear(model.solve(pushed(1, {0, 0, -1e7}))));
}

TEST(BarrierSpring, FindsTheGapOfAForceAndOfAStiffness) {
  const BarrierSpring barrier{1e7, reach, 2 * range};
  for (const double gap : {1e-5, 1e-4, 5e-4, 9e-4}) {
    EXPECT_NEAR(barrier.gapAt(barrier.force(gap)), gap, 0.01 * gap);
    EXPECT_NEAR(barrier.gapOf(barrier.stiffness(gap)), gap, 0.01 * gap);
  }
  EXPECT_EQ(barrier.force(reach), 0);
}

}  // namespace
}  // namespace talus::test_barrier_model
