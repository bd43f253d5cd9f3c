// Masses, moments, and the conversions that need them; fields that act on bodies.
#include "dynamics/body/body_inertia.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "base/bytes.h"
#include "base/error.h"
#include "dynamics/field/field_sum.h"
#include "dynamics/field/gravity.h"
#include "dynamics_scenes.h"

namespace talus::test_body_inertia {
namespace {

using dynamics::cuboid;
using dynamics::edgesOf;
using dynamics::sceneOf;

// A turn about no special axis.
const Quaternion someTurn = rotationBy(Vec3(0.3, -1.1, 0.7));

TEST(Rotation, IsThatAboutTheVector) {
  const Quaternion quarter = rotationBy(Vec3(0, 0, std::numbers::pi / 2));
  EXPECT_LT((quarter.rotate(Vec3(1, 2, 3)) - Vec3(-2, 1, 3)).norm(), 1e-15);
  EXPECT_EQ(rotationBy(Vec3::Zero()), Quaternion{});
  for (const double size : {1e-12, 0.99e-8, 1.01e-8, 1e-3, 3.0, 20.0}) {
    const Vec3 angle = size * Vec3(2, -1, 2) / 3;
    const Eigen::Quaterniond expected(Eigen::AngleAxisd(size, Vec3(2, -1, 2) / 3));
    EXPECT_LT((rotationBy(angle).eigen().coeffs() - expected.coeffs()).norm(), 2e-16) << size;
  }
}

TEST(Rotation, ProductsTurnOneAfterTheOther) {
  const Quaternion other = rotationBy(Vec3(-0.2, 0.5, 2));
  const Vec3 v(1, -2, 0.5);
  EXPECT_LT(((someTurn * other).rotate(v) - someTurn.matrix() * (other.matrix() * v)).norm(), 1e-15);
  EXPECT_LT((someTurn.conjugate().rotate(someTurn.rotate(v)) - v).norm(), 1e-15);
}

TEST(BodyInertia, OfACuboidIsThatOfTheTextbook) {
  Scene scene = sceneOf(cuboid({1, 2, 3}));
  scene.bodies.mass[0] = 6;
  const BodyInertia inertia(scene);
  EXPECT_EQ(inertia.mass(0), 6);
  EXPECT_EQ(inertia.inverseMass(0), 1.0 / 6);
  const Eigen::Matrix3d tensor = inertia.tensor(0, {});
  EXPECT_LT((tensor - Eigen::Matrix3d(Vec3(6.5, 5, 2.5).asDiagonal())).norm(), 1e-13);
}

// Mass stands for the size already: moments grow with mass · scale².
TEST(BodyInertia, GrowsWithMassAndScale) {
  Scene scene = sceneOf(cuboid({1, 2, 3}), 2);
  scene.bodies.mass[1] = 8 * 2.5;
  scene.bodies.scale[1] = 2;
  const BodyInertia inertia(scene);
  EXPECT_LT((inertia.moments(1) - 8 * 2.5 * 4 * inertia.moments(0)).norm(),
            1e-13 * inertia.moments(1).norm());
}

// A skew shape: the principal axes are not those of the body frame.
TEST(BodyInertia, ConvertsBetweenVelocityAndMomentum) {
  Context context;
  Scene scene = sceneOf(makeBodyShape("corner", shapes::tetrahedron(), context));
  scene.bodies.orientation[0] = someTurn;
  const BodyInertia inertia(scene);
  const MassProperties& properties = scene.shapes[0].properties;
  const Eigen::Matrix3d expected =
      someTurn.matrix() * properties.inertia / properties.mass * someTurn.matrix().transpose();
  EXPECT_LT((inertia.tensor(0, someTurn) - expected).norm(), 1e-15);
  const Vec3 omega(1, -2, 3);
  const Vec3 momentum = inertia.angularMomentum(0, someTurn, omega);
  EXPECT_LT((momentum - expected * omega).norm(), 1e-15);
  EXPECT_LT((inertia.angularVelocity(0, someTurn, momentum) - omega).norm(), 1e-14);
}

TEST(BodyInertia, StatesComeFromBodiesAndGoBack) {
  Scene scene = sceneOf(cuboid({1, 2, 3}), 3);
  Bodies& bodies = scene.bodies;
  bodies.set(
      0,
      {.position = {1, 2, 3}, .orientation = someTurn, .velocity = {4, 5, 6}, .angularVelocity = {7, 8, 9}});
  bodies.motion[1] = Motion::Fixed;
  bodies.velocity[1] = bodies.angularVelocity[1] = Vec3::Ones();
  bodies.id[1] = 1;
  const BodyInertia inertia(scene);
  const BodyState state = inertia.stateOf(bodies);
  EXPECT_EQ(state.velocity[1], Vec3::Zero());
  EXPECT_EQ(state.angularMomentum[1], Vec3::Zero());
  Bodies back = bodies;
  inertia.store(state, back);
  EXPECT_EQ(back.position, bodies.position);
  EXPECT_EQ(back.orientation, bodies.orientation);
  EXPECT_EQ(back.velocity[0], bodies.velocity[0]);
  EXPECT_LT((back.angularVelocity[0] - Vec3(7, 8, 9)).norm(), 1e-13);
}

// A rod that turns about the origin while it flies.
TEST(BodyInertia, TotalsAreSumsOverDynamicBodies) {
  Scene scene = sceneOf(cuboid({1, 2, 3}), 3);
  scene.bodies.motion[1] = Motion::Fixed;
  scene.bodies.position = {Vec3(1, 0, 0), Vec3(5, 5, 5), Vec3(0, 2, 0)};
  scene.bodies.velocity = {Vec3(0, 2, 0), Vec3(9, 9, 9), Vec3(3, 0, 0)};
  scene.bodies.angularVelocity[2] = Vec3(0, 0, 4);
  const BodyInertia inertia(scene);
  const MotionTotals totals = motionTotals(inertia.stateOf(scene.bodies), inertia);
  const double spin = (1.0 + 4) / 12 * 4;
  EXPECT_NEAR(totals.kineticEnergy, 0.5 * 4 + 0.5 * 9 + 0.5 * spin * 4, 1e-14);
  EXPECT_LT((totals.momentum - Vec3(3, 2, 0)).norm(), 1e-15);
  EXPECT_LT((totals.angularMomentum - Vec3(0, 0, 2 - 6 + spin)).norm(), 1e-14);
}

TEST(BodyInertia, RefusesWhatCannotMove) {
  const auto fault = [](auto spoil) {
    Scene scene = sceneOf(cuboid({1, 2, 3}), 2);
    spoil(scene);
    try {
      BodyInertia{scene};
    } catch (const Error& error) {
      return error.where();
    }
    return std::string("none");
  };
  EXPECT_EQ(fault([](Scene& s) { s.bodies.mass[1] = 0; }), "bodies[1].mass");
  EXPECT_EQ(fault([](Scene& s) { s.bodies.velocity[1].x() = std::nan(""); }), "bodies[1].velocity");
  EXPECT_EQ(fault([](Scene& s) { s.shapes[0].properties = {}; }), "shapes[0]");
  EXPECT_EQ(fault([](Scene& s) {
              s.shapes[0].properties = {};
              s.bodies.motion = {Motion::Fixed, Motion::Fixed};
            }),
            "none");
}

TEST(Gravity, PullsAllButWalls) {
  Scene scene = sceneOf(cuboid({1, 2, 3}), 2);
  scene.bodies.motion[1] = Motion::Fixed;
  scene.bodies.mass[0] = 3;
  scene.bodies.position[0] = {0, 0, 5};
  const BodyInertia inertia(scene);
  Gravity gravity({0, 0, -10}, inertia);
  Loads loads;
  loads.clear(2);
  loads.add(0, {1, 0, 0}, {0, 1, 5}, scene.bodies.position[0]);
  gravity.evaluate(inertia.stateOf(scene.bodies), 0, loads);
  EXPECT_EQ(loads.force[0], Vec3(1, 0, -30));
  EXPECT_EQ(loads.torque[0], Vec3(0, 0, -1));
  EXPECT_EQ(loads.force[1], Vec3::Zero());
  EXPECT_EQ(gravity.potentialEnergy(), 150);
}

// A field with one contact that counts what it accepted.
class Counting : public ForceField {
 public:
  void impose(BodyState& state, double time) const override { state.position[0].x() += time; }
  void evaluate(const BodyState&, double, Loads& loads) override { loads.force[0].y() += 1; }
  void accept(const BodyState&, double) override { ++accepted; }
  double potentialEnergy() const override { return 2; }
  LinearContacts linearised() const override { return {&where, 1}; }
  void save(ByteWriter& bytes) const override { bytes.value(accepted); }
  void load(ByteReader& bytes) override { accepted = bytes.value<int>(); }

  LinearContact contact;
  const LinearContact* where = &contact;
  int accepted = 0;
};

TEST(FieldSum, IsAllOfItsFields) {
  Counting a, b;
  a.contact.bodyA = 7;
  b.contact.bodyA = 8;
  FieldSum sum({&a, &b});
  BodyState state;
  state.resize(1);
  Loads loads;
  loads.clear(1);
  sum.impose(state, 0.5);
  sum.evaluate(state, 0, loads);
  sum.evaluate(state, 0, loads);
  b.accept(state, 0);
  sum.accept(state, 0);
  EXPECT_EQ(state.position[0].x(), 1);
  EXPECT_EQ(loads.force[0].y(), 4);
  EXPECT_EQ(sum.potentialEnergy(), 4);
  ASSERT_EQ(sum.linearised().size(), 2u);
  EXPECT_EQ(sum.linearised()[1]->bodyA, 8);
  ByteWriter bytes;
  sum.save(bytes);
  a.accepted = b.accepted = 0;
  ByteReader reader(bytes.bytes());
  sum.load(reader);
  EXPECT_TRUE(reader.atEnd());
  EXPECT_EQ(a.accepted, 1);
  EXPECT_EQ(b.accepted, 2);
}

TEST(Bytes, ComeBackAsTheyWere) {
  ByteWriter writer;
  writer.value(3.5);
  writer.array(std::vector<Vec3>{{1, 2, 3}, {4, 5, 6}});
  writer.array(std::vector<int>{});
  ByteReader reader(writer.bytes());
  EXPECT_EQ(reader.value<double>(), 3.5);
  EXPECT_EQ(reader.array<Vec3>(), (std::vector<Vec3>{{1, 2, 3}, {4, 5, 6}}));
  EXPECT_TRUE(reader.array<int>().empty());
  EXPECT_TRUE(reader.atEnd());
  EXPECT_THROW(reader.value<char>(), Error);
}

// Cut anywhere, or with a count beyond all memory, bytes are refused before anything is allocated.
TEST(Bytes, CutOffAreRefused) {
  ByteWriter writer;
  writer.array(std::vector<double>{1, 2, 3});
  for (std::size_t size = 0; size < writer.bytes().size(); ++size) {
    ByteReader reader(std::span(writer.bytes()).first(size));
    EXPECT_THROW(reader.array<double>(), Error) << size;
  }
  ByteWriter huge;
  huge.value(std::numeric_limits<std::uint64_t>::max());
  ByteReader reader(huge.bytes());
  EXPECT_THROW(reader.array<double>(), Error);
}

}  // namespace
}  // namespace talus::test_body_inertia
