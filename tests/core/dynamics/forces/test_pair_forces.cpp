// The forces of one pair of bodies, and its memory.
#include "dynamics/contact_forces/pair_forces.h"

#include <gtest/gtest.h>

#include "dynamics/contact_forces/contact_methods.h"
#include "dynamics_scenes.h"

namespace talus::test_pair_forces {
namespace {

constexpr double edge = 0.1, halo = 1e-3;

// Two cubes, one above the other, at a gap.
class TwoCubes {
 public:
  TwoCubes(ContactLawKind kind, double gap)
      : scene_(sceneAt(gap)),
        inertia_(scene_),
        bodies_(scene_, inertia_, halo, context_),
        table_(scene_, contactLaw(kind)),
        forces_(bodies_, table_, 0),
        finder_(makeContactPointFinder(kind)),
        state_(inertia_.stateOf(scene_.bodies)) {
    search_.bodies = {0, 1};
    bodies_.place(state_, 0);
  }

  void moveTo(double gap) {
    state_.position[1].z() = edge + gap;
    bodies_.place(state_, 0);
  }
  /// Evaluates with the memory of an earlier block.
  PairBlock evaluate(const PairBlock* before = nullptr) {
    MemoryWalk::Found known;
    if (before != nullptr) known = {&before->memory.pairs.front(), &before->memory};
    PairBlock block;
    forces_.add(known, {.elapsed = 1e-4}, *finder_, search_, block);
    return block;
  }
  const KeptSearch& search() const { return search_; }

 private:
  static Scene sceneAt(double gap) {
    Scene scene = dynamics::sceneOf(dynamics::cuboid(Vec3::Constant(edge)), 2);
    scene.bodies.position[1] = Vec3(0.01, 0.02, edge + gap);
    return scene;
  }

  Context context_;
  Scene scene_;
  BodyInertia inertia_;
  ForceBodies bodies_;
  LawTable table_;
  PairForces forces_;
  std::unique_ptr<ContactPointFinder> finder_;
  BodyState state_;
  KeptSearch search_;
};

class PairForcesOf : public testing::TestWithParam<ContactLawKind> {};

TEST_P(PairForcesOf, SumTheContactsAndPushApart) {
  const PairBlock block = TwoCubes(GetParam(), 0.5 * halo).evaluate();
  ASSERT_EQ(block.pushed.size(), 1u);
  EXPECT_EQ(block.statistics.touching, 1);
  EXPECT_EQ(block.statistics.points, static_cast<std::int64_t>(block.contacts.size()));
  double along = 0;  // HaloArea adds a side force
  for (const LinearContact& contact : block.contacts) {
    along += contact.force.z();
    EXPECT_GT(contact.along.stiffness, 0);
  }
  const PairLoads& loads = block.pushed[0].loads;
  EXPECT_NEAR(loads.force.z(), along, 1e-12 * along);
  EXPECT_GT(along, 0);
  // All loads of a pair are one force at one place, and torques: no angular momentum arises.
  const Vec3 apart(0.01, 0.02, edge + 0.5 * halo);
  EXPECT_LT((loads.torqueA + loads.torqueB + apart.cross(loads.force)).norm(), 1e-12 * edge * along);
}

TEST_P(PairForcesOf, AreMinusTheSlopeOfTheEnergy) {
  constexpr double by = 1e-4 * halo;
  const auto energyAt = [](double gap) {
    return TwoCubes(GetParam(), gap).evaluate().statistics.elasticEnergy.value();
  };
  for (const double gap : {0.3 * halo, 0.9 * halo, 1.5 * halo}) {
    const double slope = (energyAt(gap + by) - energyAt(gap - by)) / (2 * by);
    const double force = TwoCubes(GetParam(), gap).evaluate().pushed.at(0).loads.force.z();
    EXPECT_NEAR(force, -slope, 1e-6 * force) << gap;
  }
}

TEST_P(PairForcesOf, RememberWhatSeparatesBodies) {
  TwoCubes cubes(GetParam(), 3 * halo);
  const PairBlock first = cubes.evaluate();
  EXPECT_TRUE(first.pushed.empty());
  ASSERT_FALSE(first.memory.pairs[0].axis.isZero(0));
  EXPECT_EQ(cubes.search().apart, KeptSearch::unknown);
  const PairBlock second = cubes.evaluate(&first);
  EXPECT_EQ(second.memory.pairs[0].axis, first.memory.pairs[0].axis);
  EXPECT_GT(cubes.search().apart, 2 * halo);
  EXPECT_LE(cubes.search().apart, 3 * halo);
  cubes.moveTo(halo);
  EXPECT_EQ(cubes.evaluate(&second).pushed.size(), 1u);
}

TEST_P(PairForcesOf, CountAPassageOnce) {
  TwoCubes cubes(GetParam(), -0.6 * edge);
  const PairBlock first = cubes.evaluate();
  EXPECT_EQ(first.passed, (std::vector<BodyPair>{{0, 1}}));
  EXPECT_EQ(first.memory.pairs[0].overlap, Overlap::Passed);
  const PairBlock second = cubes.evaluate(&first);
  EXPECT_TRUE(second.passed.empty());
  EXPECT_EQ(second.memory.pairs[0].overlap, Overlap::Passed);
}

INSTANTIATE_TEST_SUITE_P(Laws, PairForcesOf,
                         testing::Values(ContactLawKind::HaloArea, ContactLawKind::LinearSpringDashpot,
                                         ContactLawKind::HertzMindlin));

TEST(PairBlock, HasTheSameBytesAfterAMessage) {
  const PairBlock block = TwoCubes(ContactLawKind::HaloArea, 0.5 * halo).evaluate();
  ByteWriter bytes;
  block.write(bytes);
  ByteReader reader(bytes.bytes());
  PairBlock again;
  again.read(reader);
  EXPECT_TRUE(reader.atEnd());
  ByteWriter second;
  again.write(second);
  EXPECT_EQ(second.bytes(), bytes.bytes());
  again.clear();
  EXPECT_TRUE(again.pushed.empty() && again.contacts.empty() && again.memory.pairs.empty());
}

}  // namespace
}  // namespace talus::test_pair_forces
