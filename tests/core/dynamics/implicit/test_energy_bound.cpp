// Long steps create no energy: what an island has gained without work is taken out of its velocities.
#include "dynamics/implicit/energy_bound.h"

#include <gtest/gtest.h>

#include "dynamics/body/body_state.h"
#include "passing_scenes.h"

namespace talus::test_energy_bound {
namespace {

// Pairs as a test says.
class KnownPairs : public PotentialContacts {
 public:
  void setMode(ContactMode /*mode*/) override {}
  double range() const override { return 1; }
  void forEachPressed(const std::function<void(const PressedPair&)>& visit) const override {
    for (const PressedPair& pair : pairs) visit(pair);
  }
  std::vector<PressedPair> pairs;
};

// Bodies 0 and 1 press each other, 2 the wall 3; 4 is free.
struct Course {
  Scene scene = dynamics::sceneOf(dynamics::cuboid({1, 2, 3}), 5);
  BodyInertia inertia;
  BodyState start, end;
  Loads loads;
  KnownPairs contacts;

  Course() {
    scene.bodies.motion[3] = Motion::Fixed;
    inertia = BodyInertia(scene);
    start = inertia.stateOf(scene.bodies);
    for (std::size_t i = 0; i < 5; ++i) {
      if (inertia.isWall(i)) continue;
      start.velocity[i] = Vec3(1.0 + static_cast<double>(i), 2, 3);
      start.angularMomentum[i] = 1e3 * Vec3(1, 2, 3);
    }
    end = start;
    loads.clear(5);
    contacts.pairs = {{{0, 1}, {}, {}, 100, 100}, {{2, 3}, {}, {}, 50, 50}};
  }
  double energy(std::size_t i, const BodyState& state) const {
    return 0.5 * inertia.mass(i) * state.velocity[i].squaredNorm() +
           0.5 * state.angularMomentum[i].dot(inertia.angularVelocity(i, state));
  }
  void limit() {
    EnergyBound bound;
    bound.begin(start, contacts);
    for (PressedPair& pair : contacts.pairs) pair.energy += more;
    bound.limit(end, inertia, loads, contacts);
  }
  double more = 0;  // energy at the end
};

TEST(EnergyBound, LeavesWhatGainsNothing) {
  Course course;
  course.more = -1;
  const BodyState end = course.end;
  course.limit();
  EXPECT_TRUE(course.end.velocity == end.velocity);
  EXPECT_TRUE(course.end.angularMomentum == end.angularMomentum);
}

// Where a stage ends at the edge of a contact its pair may not be pressed any more.
TEST(EnergyBound, AsksBodiesWithoutContactToo) {
  Course course;
  course.end.velocity[4] *= 2;
  course.limit();
  EXPECT_NEAR(course.energy(4, course.end), course.energy(4, course.start),
              1e-9 * course.energy(4, course.start));
}

TEST(EnergyBound, TakesWhatIsGainedOutOfRelativeMotion) {
  Course course;
  course.more = 20;
  course.limit();
  const double before = course.energy(0, course.start) + course.energy(1, course.start);
  EXPECT_NEAR(course.energy(0, course.end) + course.energy(1, course.end), before - 20, 1e-9 * before);
  const double mass0 = course.inertia.mass(0), mass1 = course.inertia.mass(1);
  const auto momentum = [&](const BodyState& state) -> Vec3 {
    return mass0 * state.velocity[0] + mass1 * state.velocity[1];
  };
  EXPECT_LT((momentum(course.end) - momentum(course.start)).norm(), 1e-12 * momentum(course.start).norm());
  EXPECT_NEAR(course.energy(2, course.end), course.energy(2, course.start) - 20, 1e-9 * before);
  EXPECT_TRUE(course.end.velocity[2].normalized().isApprox(course.start.velocity[2].normalized(), 1e-14));
  EXPECT_TRUE(course.end.velocity[4] == course.start.velocity[4]);
}

// As much as a force other than the contacts' gave.
TEST(EnergyBound, AllowsTheWorkOfOtherForces) {
  Course course;
  const Vec3 force(0, 0, 40);
  course.loads.force[2] = force + Vec3(7, 0, 0);
  course.contacts.pairs[1].loads.force = Vec3(-7, 0, 0);  // on the wall, so that 7 N act on body 2
  course.end.position[2] += Vec3(0, 0, 0.25);
  course.more = 15;  // of 10 J that the force gives
  course.limit();
  EXPECT_NEAR(course.energy(2, course.end), course.energy(2, course.start) - 5, 1e-9);
}

// A wall that advances by 0.5 m against 60 N gives 30 J.
TEST(EnergyBound, AllowsTheWorkOfWalls) {
  for (const double more : {29.0, 33.0}) {
    Course course;
    course.contacts.pairs[1].loads.force = Vec3(-60, 0, 0);
    course.loads.force[2] = Vec3(60, 0, 0);
    course.end.position[3] += Vec3(0.5, 0, 0);
    course.more = more;
    course.limit();
    EXPECT_NEAR(course.energy(2, course.end), course.energy(2, course.start) - std::max(0.0, more - 30),
                1e-9 * course.energy(2, course.start));
  }
}

// Bodies that touch in the first of two stages only are one island: what one has from the other is no gain.
TEST(EnergyBound, SeesContactsBetweenTheStages) {
  Course course;
  std::swap(course.end.velocity[0], course.end.velocity[4]);
  const BodyState end = course.end;
  EnergyBound bound;
  course.contacts.pairs.clear();
  bound.begin(course.start, course.contacts);
  course.contacts.pairs = {{{0, 4}, {}, {}, 0, 0}};
  bound.pass(course.start, course.inertia, course.contacts);
  course.contacts.pairs = {{{0, 1}, {}, {}, 0, 0}};
  bound.limit(course.end, course.inertia, course.loads, course.contacts);
  EXPECT_TRUE(course.end.velocity == end.velocity);
}

}  // namespace
}  // namespace talus::test_energy_bound
