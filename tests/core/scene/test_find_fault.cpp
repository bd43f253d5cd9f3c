// A scene obeys its rules, and says which one it breaks and where.
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "base/error.h"
#include "scene/scene.h"
#include "sound_scene.h"

namespace talus::test_find_fault {
namespace {

using test::soundScene;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

struct Mistake {
  const char* where;
  const char* problem;
  std::function<void(Scene&)> make;
};

class BrokenScene : public testing::TestWithParam<Mistake> {};

TEST(Scene, OfSoundPartsIsValid) {
  EXPECT_NO_THROW(requireValid(Scene{}));
  EXPECT_NO_THROW(requireValid(soundScene()));
}

TEST_P(BrokenScene, IsToldByItsPlace) {
  Scene scene = soundScene();
  GetParam().make(scene);
  try {
    requireValid(scene);
    FAIL() << GetParam().where;
  } catch (const Error& error) {
    EXPECT_EQ(error.where(), GetParam().where);
    EXPECT_NE(error.problem().find(GetParam().problem), std::string::npos) << error.problem();
    EXPECT_FALSE(error.remedy().empty());
    const bool ofBody = error.where().starts_with("bodies"), ofShape = error.where().starts_with("shapes");
    const std::size_t row = error.where().find("[1]") == std::string::npos ? 0 : 1;
    const std::string& shape = scene.shapes[row].name;
    const std::vector<std::int64_t> body{scene.bodies.id[row]};
    EXPECT_TRUE(!ofBody || error.subject().body == body);
    EXPECT_EQ(error.subject().surface, !ofShape ? "" : shape.empty() ? "0" : shape);
  }
}

TEST(FindFault, TellsTheBodyThatAMotionCannotMove) {
  for (const std::int64_t id : {4, 7}) {
    Scene scene = soundScene();
    scene.motions[0].bodies = {id};
    const auto fault = findFault(scene);
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->subject.body, std::vector{id});
  }
}

const Mistake mistakes[] = {
    {"gravity", "not finite", [](Scene& s) { s.gravity.y() = nan; }},
    {"halo", "halo is -1", [](Scene& s) { s.halo = -1; }},
    {"materials[0].density", "density is -3", [](Scene& s) { s.materials[0].density = -3; }},
    {"materials[1].density", "density is 0", [](Scene& s) { s.materials[1].density = 0; }},
    {"materials[0].density", "density is inf", [](Scene& s) { s.materials[0].density = infinite; }},
    {"materials[0].young", "modulus is nan", [](Scene& s) { s.materials[0].young = nan; }},
    {"materials[0].poisson", "ratio is 0.6", [](Scene& s) { s.materials[0].poisson = 0.6; }},
    {"materials[0].poisson", "ratio is -1", [](Scene& s) { s.materials[0].poisson = -1; }},
    {"materials[0].contact.restitution", "is 1.5",
     [](Scene& s) { s.materials[0].contact.restitution = 1.5; }},
    {"materials[0].contact.friction", "is -1", [](Scene& s) { s.materials[0].contact.friction = -1; }},
    {"materials[0].contact.cohesion", "is nan", [](Scene& s) { s.materials[0].contact.cohesion = nan; }},
    {"materials[0].name", "no name", [](Scene& s) { s.materials[0].name = ""; }},
    {"materials[1].name", "same name", [](Scene& s) { s.materials[1].name = "glass"; }},
    {"pairs[0].between", "one material twice", [](Scene& s) { s.pairs[0].between[0] = 1; }},
    {"pairs[0].between", "number 2 among 2", [](Scene& s) { s.pairs[0].between[1] = 2; }},
    {"pairs[1].between", "paired twice",
     [](Scene& s) {
       s.pairs.push_back({1, 0, {}});
     }},
    {"pairs[0].contact.rollingResistance", "is -2",
     [](Scene& s) { s.pairs[0].contact.rollingResistance = -2; }},
    {"pairs[0].contact.stiffness", "is inf", [](Scene& s) { s.pairs[0].contact.stiffness = infinite; }},
    {"shapes[0].name", "cannot name", [](Scene& s) { s.shapes[0].name = "a/b"; }},
    {"shapes[0].name", "'' cannot name", [](Scene& s) { s.shapes[0].name = ""; }},
    {"shapes[1].name", "same name", [](Scene& s) { s.shapes[1].name = "ball"; }},
    {"bodies[0].shape", "number 2 among 2", [](Scene& s) { s.bodies.shape[0] = 2; }},
    {"bodies[0].shape", "number -1", [](Scene& s) { s.bodies.shape[0] = -1; }},
    {"bodies[1].material", "number 9", [](Scene& s) { s.bodies.material[1] = 9; }},
    {"bodies[1].position", "not finite", [](Scene& s) { s.bodies.position[1].x() = infinite; }},
    {"bodies[1].orientation", "norm 0",
     [](Scene& s) {
       s.bodies.orientation[1] = {0, 0, 0, 0};
     }},
    {"bodies[1].orientation", "norm 2",
     [](Scene& s) {
       s.bodies.orientation[1] = {2, 0, 0, 0};
     }},
    {"bodies[1].orientation", "not finite", [](Scene& s) { s.bodies.orientation[1].z = nan; }},
    {"bodies[0].velocity", "not finite", [](Scene& s) { s.bodies.velocity[0].z() = nan; }},
    {"bodies[0].angularVelocity", "not finite", [](Scene& s) { s.bodies.angularVelocity[0].z() = nan; }},
    {"bodies[0].scale", "scale is 0", [](Scene& s) { s.bodies.scale[0] = 0; }},
    {"bodies[1].scale", "scale is nan", [](Scene& s) { s.bodies.scale[1] = nan; }},
    {"bodies[0].mass", "mass is 0", [](Scene& s) { s.bodies.mass[0] = 0; }},
    {"bodies[0].motion", "no motion 5", [](Scene& s) { s.bodies.motion[0] = static_cast<Motion>(5); }},
    {"bodies[1].id", "has the id 7", [](Scene& s) { s.bodies.id[1] = 7; }},
    {"bodies[0].motion", "no motion names it", [](Scene& s) { s.bodies.motion[0] = Motion::Prescribed; }},
    {"motions[0].bodies", "no body 4", [](Scene& s) { s.motions[0].bodies = {4}; }},
    {"motions[0].bodies", "moves no body", [](Scene& s) { s.motions[0].bodies.clear(); }},
    {"motions[0].bodies", "named twice",
     [](Scene& s) {
       s.motions[0].bodies = {-3, -3};
     }},
    {"motions[0].bodies", "not prescribed", [](Scene& s) { s.motions[0].bodies = {7}; }},
    {"motions[0].axis", "no length",
     [](Scene& s) { s.motions[0].kind = RotationMotion{.axis = Vec3::Zero()}; }},
    {"motions[0].angularSpeed", "is nan",
     [](Scene& s) { s.motions[0].kind = RotationMotion{.angularSpeed = nan}; }},
    {"motions[0].amplitude", "is -1", [](Scene& s) { s.motions[0].kind = VibrationMotion{.amplitude = -1}; }},
    {"motions[0].direction", "not finite",
     [](Scene& s) {
       s.motions[0].kind = VibrationMotion{.direction = {nan, 0, 1}};
     }},
    {"motions[0].velocity", "not finite",
     [](Scene& s) {
       s.motions[0].kind = TranslationMotion{{infinite, 0, 0}};
     }},
    {"motions[0].begin", "is -1", [](Scene& s) { s.motions[0].begin = -1; }},
    {"motions[0].begin", "is inf", [](Scene& s) { s.motions[0].begin = infinite; }},
    {"motions[0].end", "ends at 2 s and begins at 2 s",
     [](Scene& s) {
       s.motions[0].begin = 2;
       s.motions[0].end = 2;
     }},
    {"motions[0].end", "is nan", [](Scene& s) { s.motions[0].end = nan; }},
    {"motions[0].times", "has 1 rows",
     [](Scene& s) {
       s.motions[0].kind = TranslationTable{{0}, {Vec3::Zero()}};
     }},
    {"motions[0].times[0]", "is -1",
     [](Scene& s) {
       s.motions[0].kind = TranslationTable{{-1, 1}, {Vec3::Zero(), Vec3::Zero()}};
     }},
    {"motions[0].times[2]", "1 does not come after 1",
     [](Scene& s) {
       s.motions[0].kind = RotationTable{.times = {0, 1, 1}, .angles = {0, 1, 2}};
     }},
    {"motions[0].times[1]", "is nan",
     [](Scene& s) {
       s.motions[0].kind = RotationTable{.times = {0, nan}, .angles = {0, 1}};
     }},
    {"motions[0].angles", "3 angles for 2 times",
     [](Scene& s) {
       s.motions[0].kind = RotationTable{.times = {0, 1}, .angles = {0, 1, 2}};
     }},
    {"motions[0].angles[1]", "not finite",
     [](Scene& s) {
       s.motions[0].kind = RotationTable{.times = {0, 1}, .angles = {0, infinite}};
     }},
    {"motions[0].axis", "no length",
     [](Scene& s) {
       s.motions[0].kind = RotationTable{.axis = Vec3::Zero(), .times = {0, 1}, .angles = {0, 1}};
     }},
    {"motions[0].displacements", "1 displacements for 2 times",
     [](Scene& s) {
       s.motions[0].kind = TranslationTable{{0, 1}, {Vec3::Zero()}};
     }},
    {"motions[0].displacements[1]", "not finite",
     [](Scene& s) {
       s.motions[0].kind = TranslationTable{{0, 1}, {Vec3::Zero(), {0, nan, 0}}};
     }},
    {"motions[1].time", "is -0.5", [](Scene& s) { s.motions[1].kind = Removal{-0.5}; }},
};
INSTANTIATE_TEST_SUITE_P(Mistakes, BrokenScene, testing::ValuesIn(mistakes));

TEST(FindFault, TellsTheFirstOfSeveral) {
  Scene scene = soundScene();
  EXPECT_FALSE(findFault(scene));
  scene.motions[1].kind = Removal{-1};
  scene.bodies.shape[1] = 5;
  const auto fault = findFault(scene);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->list, "bodies");
  EXPECT_EQ(fault->index, 1u);
  EXPECT_EQ(fault->field, "shape");
}

}  // namespace
}  // namespace talus::test_find_fault
