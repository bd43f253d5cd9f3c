// Scene files: what is read is what stands there; every mistake is told by its path in the JSON; the schema
// and the reader agree.
#include "scene/scene_json.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numbers>

#include "bad_scenes.h"
#include "base/error.h"
#include "scene/shape_generators.h"
#include "shapes.h"
#include "shapes/container.h"
#include "shapes/solid.h"

namespace talus::test_scene_json {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

// Stands for a mesh file: "box" is a box 2 wide in x whose corner is the origin, "open" has a hole.
TriangleMesh loadTestMesh(const std::string& path) {
  if (path.ends_with("box.stl")) return shapes::box({0, 0, 0}, {2, 1, 1});
  if (path.ends_with("inverted.stl")) {
    TriangleMesh mesh = shapes::unitBox();
    std::swap(mesh.a, mesh.b);
    return mesh;
  }
  if (path.ends_with("open.stl")) return shapes::openBox();
  throw Error("There is no such file", path, "Check its name");
}

Scene read(const Json& document) {
  Context context;
  return readSceneText(document.dump(), "test.json", loadTestMesh, context);
}

Json soundDocument() {
  return Json::parse(R"({
    "format": "talus-scene-1",
    "gravity": [0, 0, -1.6], "halo": 0.01, "startsAtRest": false, "settledLaw": "Barrier",
    "shapes": [{"name": "ball", "generator": "sphere", "size": 0.2, "levels": 1},
               {"name": "box", "file": "meshes/box.stl", "scale": 0.5},
               {"name": "tetra", "points": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]],
                "triangles": [[0,2,1],[0,1,3],[1,2,3],[2,0,3]]}],
    "materials": [{"name": "glass", "density": 2500},
                  {"name": "steel", "density": 7800, "young": 2e11, "poisson": 0.28, "contact": {"friction": 0.3}}],
    "pairs": [{"between": ["steel", "glass"], "contact": {"restitution": 0.9, "friction": 0.1,
               "rollingResistance": 0.01, "cohesion": 5, "stiffness": 1000}}],
    "bodies": [{"shape": "ball", "material": "glass", "position": [1, 2, 3], "velocity": [0.1, 0, 0]},
               {"id": 17, "shape": "box", "material": "steel", "orientation": [2, 0, 0, 0], "origin": [5, 0, 0],
                "angularVelocity": [0, 0, 3], "motion": "prescribed"},
               {"shape": "tetra", "material": "glass", "scale": 2, "mass": 4}],
    "walls": [{"shape": "box", "material": "steel"}],
    "motions": [{"kind": "rotation", "bodies": [17], "axis": [0, 0, 1], "centre": [1, 1, 1], "angularSpeed": 2},
                {"kind": "vibration", "bodies": [17], "direction": [1, 0, 0], "amplitude": 0.1, "frequency": 50,
                 "phase": 0.5},
                {"kind": "translation", "bodies": [17], "velocity": [1, 0, 0]},
                {"kind": "removal", "bodies": [19], "time": 2},
                {"kind": "translationTable", "bodies": [17], "times": [0, 0.1], "displacements": [[0,0,0],[0,0,0.3]],
                 "begin": 0.25},
                {"kind": "rotationTable", "bodies": [17], "axis": [0, 2, 0], "centre": [1, 0, 0], "times": [0, 0.7, 3],
                 "angles": [0, 0.1, -0.3], "begin": 1, "end": 2.5}]})");
}

TEST(SceneJson, IsReadAsItStands) {
  const Scene scene = read(soundDocument());
  EXPECT_EQ(scene.gravity, Vec3(0, 0, -1.6));
  EXPECT_EQ(scene.halo, 0.01);
  EXPECT_FALSE(scene.startsAtRest);
  EXPECT_EQ(scene.settledLaw, "Barrier");
  EXPECT_FALSE(startsAtRest(scene, "Barrier"));
  EXPECT_TRUE(startsAtRest(scene, "HaloArea"));  // its forces would not balance
  ASSERT_EQ(scene.shapes.size(), 3u);
  EXPECT_EQ(scene.shapes[0].mesh.triangleCount(), 32u);
  EXPECT_TRUE(scene.shapes[1].offset.isApprox(Vec3(0.5, 0.25, 0.25), 1e-14));
  EXPECT_NEAR(scene.shapes[1].properties.volume, 0.25, 1e-14);
  EXPECT_TRUE(scene.shapes[2].offset.isApprox(Vec3(0.25, 0.25, 0.25), 1e-14));
  EXPECT_EQ(scene.materials[0], (Material{.name = "glass"}));
  EXPECT_EQ(scene.materials[1], (Material{"steel", 7800, 2e11, 0.28, {.friction = 0.3}}));
  EXPECT_EQ(scene.pairs, (std::vector<MaterialPair>{{1, 0, {0.9, 0.1, 0.01, 5, 1000}}}));
  const std::vector<PrescribedMotion> motions{
      {{17}, RotationMotion{{0, 0, 1}, {1, 1, 1}, 2}},
      {{17}, VibrationMotion{{1, 0, 0}, 0.1, 50, 0.5}},
      {{17}, TranslationMotion{{1, 0, 0}}},
      {{19}, Removal{2}},
      {{17}, TranslationTable{{0, 0.1}, {{0, 0, 0}, {0, 0, 0.3}}}, 0.25},
      {{17}, RotationTable{{0, 2, 0}, {1, 0, 0}, {0, 0.7, 3}, {0, 0.1, -0.3}}, 1, 2.5}};
  EXPECT_EQ(scene.motions, motions);
}

TEST(SceneJson, BodiesAreReadAsTheyStand) {
  const Bodies bodies = read(soundDocument()).bodies;
  EXPECT_EQ(bodies.id, (std::vector<std::int64_t>{0, 17, 18, 19}));
  EXPECT_EQ(bodies.shape, (std::vector<Index>{0, 1, 2, 1}));
  EXPECT_EQ(bodies.motion,
            (std::vector<Motion>{Motion::Dynamic, Motion::Prescribed, Motion::Dynamic, Motion::Fixed}));
  EXPECT_EQ(bodies.position[0], Vec3(1, 2, 3));
  EXPECT_EQ(bodies.velocity[0], Vec3(0.1, 0, 0));
  EXPECT_EQ(bodies.angularVelocity[1], Vec3(0, 0, 3));
  EXPECT_EQ(bodies.orientation[1], Quaternion{});
  EXPECT_NEAR(bodies.mass[1], 7800 * 0.25, 1e-9);
  EXPECT_EQ(bodies.mass[2], 4);
  EXPECT_EQ(bodies.scale[2], 2);
}

TEST(SceneJson, OriginPlacesTheMeshAsItWasGiven) {
  Json document = soundDocument();
  const double half = std::sqrt(0.5);
  document["bodies"][1]["orientation"] = {half, 0, 0, half};  // x to y
  const Bodies bodies = read(document).bodies;
  EXPECT_TRUE(bodies.position[1].isApprox(Vec3(5 - 0.25, 0.5, 0.25), 1e-14));
  EXPECT_TRUE(bodies.position[2].isApprox(Vec3(0.5, 0.5, 0.5), 1e-14));    // scale 2
  EXPECT_TRUE(bodies.position[3].isApprox(Vec3(0.5, 0.25, 0.25), 1e-14));  // a wall where its file has it
}

// The mesh of a shape that is made by a generator.
TriangleMesh generated(const Json& options) {
  Json document = {{"format", "talus-scene-1"}, {"shapes", {options}}};
  document["shapes"][0]["name"] = "s";
  return read(document).shapes[0].mesh;
}

void expectTheSame(const TriangleMesh& mesh, const TriangleMesh& wanted, const std::string& kind) {
  Context context;
  const TriangleMesh centred = makeBodyShape("s", wanted, context).mesh;
  EXPECT_EQ(mesh.x, centred.x) << kind;
  EXPECT_EQ(mesh.a, centred.a) << kind;
}

TEST(SceneJson, SolidsAreWhatTheyAreCalled) {
  const std::pair<const char*, Solid> kinds[] = {{"tetrahedron", Solid::Tetrahedron},
                                                 {"cube", Solid::Cube},
                                                 {"octahedron", Solid::Octahedron},
                                                 {"dodecahedron", Solid::Dodecahedron},
                                                 {"icosahedron", Solid::Icosahedron},
                                                 {"cuboid", Solid::Cuboid},
                                                 {"cylinder", Solid::Cylinder},
                                                 {"cone", Solid::Cone},
                                                 {"prism", Solid::Prism},
                                                 {"torus", Solid::Torus},
                                                 {"capsule", Solid::Capsule}};
  for (const auto& [name, kind] : kinds) {
    SolidOptions options{
        .extents = {1, 2, 3}, .height = 2, .topDiameter = 0.5, .tubeDiameter = 0.2, .sides = 5};
    options.placement.size = 0.5;
    Context context;
    expectTheSame(generated({{"generator", "solid"},
                             {"kind", name},
                             {"size", 0.5},
                             {"extents", {1, 2, 3}},
                             {"height", 2},
                             {"topDiameter", 0.5},
                             {"tubeDiameter", 0.2},
                             {"sides", 5}}),
                  makeSolid(kind, options, context), name);
  }
}

TEST(SceneJson, ContainersAreWhatTheyAreCalled) {
  const std::pair<const char*, Container> kinds[] = {
      {"openBox", Container::OpenBox}, {"drum", Container::Drum},
      {"hopper", Container::Hopper},   {"funnel", Container::Funnel},
      {"tube", Container::Tube},       {"conveyorPlate", Container::ConveyorPlate}};
  for (const auto& [name, kind] : kinds) {
    const ContainerOptions options{.kind = kind,
                                   .thickness = 0.1,
                                   .height = 2,
                                   .depth = 3,
                                   .opening = 0.5,
                                   .slope = 40,
                                   .railHeight = 0.2,
                                   .crossSection = CrossSection::Square,
                                   .segments = 12};
    Context context;
    expectTheSame(generated({{"generator", "container"},
                             {"kind", name},
                             {"thickness", 0.1},
                             {"height", 2},
                             {"depth", 3},
                             {"opening", 0.5},
                             {"slope", 40},
                             {"railHeight", 0.2},
                             {"crossSection", "square"},
                             {"segments", 12}}),
                  makeContainer(options, context), name);
  }
}

TEST(SceneJson, MassFollowsScale) {
  Json document = soundDocument();
  document["bodies"][2].erase("mass");
  EXPECT_NEAR(read(document).bodies.mass[2], 2500 * 8 / 6.0, 1e-9);
}

void expectSame(const Scene& a, const Scene& b) {
  EXPECT_TRUE(a.bodies == b.bodies);
  EXPECT_EQ(a.materials, b.materials);
  EXPECT_EQ(a.pairs, b.pairs);
  EXPECT_EQ(a.motions, b.motions);
  EXPECT_EQ(a.gravity, b.gravity);
  EXPECT_EQ(a.halo, b.halo);
  EXPECT_EQ(a.startsAtRest, b.startsAtRest);
  EXPECT_EQ(a.settledLaw, b.settledLaw);
  ASSERT_EQ(a.shapes.size(), b.shapes.size());
  for (std::size_t i = 0; i < a.shapes.size(); ++i) {
    const BodyShape &p = a.shapes[i], &q = b.shapes[i];
    EXPECT_EQ(p.name, q.name);
    EXPECT_EQ(p.offset, q.offset);
    EXPECT_TRUE(p.mesh.x == q.mesh.x && p.mesh.y == q.mesh.y && p.mesh.z == q.mesh.z);
    EXPECT_TRUE(p.mesh.a == q.mesh.a && p.mesh.b == q.mesh.b && p.mesh.c == q.mesh.c);
    EXPECT_EQ(p.properties.volume, q.properties.volume);
    EXPECT_EQ(p.properties.inertia, q.properties.inertia);
  }
}

// Awkward numbers: thirds, −0, the smallest and the largest, turned bodies far from the origin.
Scene awkwardScene() {
  Scene scene = read(soundDocument());
  Context context;
  TriangleMesh far = shapes::moved(shapes::torus(1, 0.3, 20, 12), 1.0 / 3, {1e6, -2e6, 1e5});
  scene.shapes.push_back(makeBodyShape("far-torus", far, context));
  for (int i = 0; i < 50; ++i) {
    const double t = i / 7.0;
    scene.bodies.add({.id = 1000 - i,
                      .shape = Index(i % 4),
                      .position = {t / 3, -0.0, 1e-310 * i},
                      .orientation = Quaternion{std::cos(t), std::sin(t) / 3, 0.1, -t}.normalised(),
                      .scale = 1 / (1 + t),
                      .velocity = {1e300, t, -t},
                      .angularVelocity = {t, 5e-324, 0},
                      .mass = 1e-9 + t / 3});
  }
  scene.gravity = {1.0 / 3, -0.0, 2e-5};
  return scene;
}

TEST(SceneJson, WrittenAndReadAgainIsTheSameToTheBit) {
  const Scene scene = awkwardScene();
  ASSERT_NO_THROW(requireValid(scene));
  expectSame(scene, read(Json::parse(sceneText(scene))));
  EXPECT_TRUE(std::signbit(read(Json::parse(sceneText(scene))).gravity.y()));
}

TEST(SceneJson, RowsAreTheSameToTheBit) {
  const Scene scene = awkwardScene();
  const SceneRows rows = sceneRows(scene);
  EXPECT_EQ(rows.materials.size(), 2u);
  EXPECT_EQ(rows.motions.size(), 6u);
  Scene again;
  readSceneRows(rows, "rows", again);
  EXPECT_EQ(again.materials, scene.materials);
  EXPECT_EQ(again.pairs, scene.pairs);
  EXPECT_EQ(again.motions, scene.motions);
}

TEST(BodyShape, IsCentredOnceAndStays) {
  Context context;
  for (const double far : {0.0, 1.0, 1e6, 1e9}) {
    const BodyShape shape =
        makeBodyShape("s", shapes::moved(shapes::tetrahedron(), 1, {far, far, -far}), context);
    EXPECT_LE(shape.properties.centroid.norm(), 1e-12);
    EXPECT_TRUE(shape.offset.isApprox(Vec3(far + 0.25, far + 0.25, -far + 0.25), 1e-15));
    Context again;
    const BodyShape same = makeBodyShape("s", shape.mesh, again);
    EXPECT_EQ(same.mesh.x, shape.mesh.x);
    EXPECT_EQ(same.offset, Vec3::Zero());
    Context next;
  }
}

// Points that differ by less than the rounding of the shift become one.
TEST(BodyShape, IsTheSameFromItsOwnMeshWherePointsFallTogether) {
  TriangleMesh mesh = shapes::tetrahedron();
  mesh.append(shapes::moved(shapes::tetrahedron(), 1, {1, 0, 0}));
  for (double* coordinate : {&mesh.y[4], &mesh.z[4]}) *coordinate = -1e-160;
  Context context, again;
  const BodyShape shape = makeBodyShape("s", mesh, context);
  EXPECT_EQ(shape.mesh.pointCount(), 7u);
  EXPECT_EQ(makeBodyShape("s", shape.mesh, again).mesh.x, shape.mesh.x);
}

// A crumpled surface whose volume is the small difference of large ones.
TEST(BodyShape, WhoseCentreIsLostByRoundingIsRefused) {
  constexpr double far = 1e9;
  TriangleMesh mesh;
  for (const Vec3& point : {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, far, 0), Vec3(far, 1, 0), Vec3(0, 0, 1),
                            Vec3(1, 0, far), Vec3(0, 1, 1), Vec3(1, 1, 1)})
    mesh.addPoint(point);
  for (const auto& [a, b, c] : std::array<std::array<Index, 3>, 12>{{{0, 2, 1},
                                                                     {1, 2, 3},
                                                                     {4, 5, 6},
                                                                     {5, 7, 6},
                                                                     {0, 1, 4},
                                                                     {1, 5, 4},
                                                                     {2, 6, 3},
                                                                     {3, 6, 7},
                                                                     {0, 4, 2},
                                                                     {2, 4, 6},
                                                                     {1, 3, 5},
                                                                     {3, 7, 5}}})
    mesh.addTriangle(a, b, c);
  Context context;
  try {
    makeBodyShape("s", mesh, context);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.problem(), "The centre of mass of the shape 's' is lost by rounding");
  }
}

TEST(BodyShape, FacingInwardsIsTurnedRound) {
  Context context;
  const BodyShape shape = makeBodyShape("s", loadTestMesh("inverted.stl"), context);
  EXPECT_NEAR(shape.properties.volume, 1, 1e-14);
  EXPECT_EQ(shape.properties.correctedShells, 0);
}

TEST(SceneJson, ReportsProgressAndIsCancelled) {
  double last = 0;
  Context watched([&](double fraction) {
    EXPECT_GE(fraction, last);
    last = fraction;
    return true;
  });
  readSceneText(soundDocument().dump(), "t", loadTestMesh, watched);
  EXPECT_EQ(last, 1);
  Context cancelled([](double fraction) { return fraction < 0.3; });
  EXPECT_THROW(readSceneText(soundDocument().dump(), "t", loadTestMesh, cancelled), Cancelled);
}

// A mistake made by a JSON patch, and what must be said.
struct Mistake {
  const char* patch;
  const char* where;
  const char* told;
};

class WrongDocument : public testing::TestWithParam<Mistake> {};

TEST_P(WrongDocument, IsToldByItsPath) {
  const auto [patch, where, told] = GetParam();
  const Json document = soundDocument().patch(Json::parse(patch));
  try {
    read(document);
    FAIL() << patch;
  } catch (const Error& error) {
    EXPECT_EQ(error.where(), std::string(where) + " in test.json");
    EXPECT_NE(std::string(error.what()).find(told), std::string::npos) << error.what();
    EXPECT_FALSE(error.remedy().empty()) << error.what();
  }
}

const Mistake mistakes[] = {
    {R"([{"op":"remove","path":"/format"}])", "$", "'format' is missing"},
    {R"([{"op":"replace","path":"/format","value":"talus-scene-9"}])", "$.format", "talus-scene-9"},
    {R"([{"op":"add","path":"/comment","value":0}])", "$.comment", "a number, not a text"},
    {R"([{"op":"add","path":"/bodies/0/comment","value":[]}])", "$.bodies[0].comment", "a list, not a text"},
    {R"([{"op":"add","path":"/gravitiy","value":1}])", "$.gravitiy", "Did you mean 'gravity'"},
    {R"([{"op":"replace","path":"/gravity","value":[0,1]}])", "$.gravity", "2 items, not 3"},
    {R"([{"op":"replace","path":"/gravity","value":[0,"x",1]}])", "$.gravity[1]", "a text, not a number"},
    {R"([{"op":"replace","path":"/halo","value":-1}])", "$.halo", "halo is -1"},
    {R"([{"op":"replace","path":"/halo","value":null}])", "$.halo", "null, not a number"},
    {R"([{"op":"replace","path":"/startsAtRest","value":1}])", "$.startsAtRest",
     "a number, not true or false"},
    {R"([{"op":"replace","path":"/settledLaw","value":"Barier"}])", "$.settledLaw", "mean 'Barrier'"},
    {R"([{"op":"replace","path":"/bodies","value":{}}])", "$.bodies", "an object, not a list"},
    {R"([{"op":"replace","path":"/bodies/0","value":3}])", "$.bodies[0]", "a number, not an object"},
    {R"([{"op":"replace","path":"/bodies/2/shape","value":"tetraa"}])", "$.bodies[2].shape", "mean 'tetra'"},
    {R"([{"op":"replace","path":"/bodies/2/shape","value":7}])", "$.bodies[2].shape", "a number, not a text"},
    {R"([{"op":"remove","path":"/bodies/2/shape"}])", "$.bodies[2]", "'shape' is missing"},
    {R"([{"op":"move","from":"/bodies/2/shape","path":"/bodies/2/shpae"}])", "$.bodies[2]",
     "instead of 'shpae'"},
    {R"([{"op":"replace","path":"/walls/0/material","value":"wood"}])", "$.walls[0].material", "no material"},
    {R"([{"op":"add","path":"/bodies/1/orientation","value":[0,0,0,0]}])", "$.bodies[1].orientation",
     "norm 0"},
    {R"([{"op":"add","path":"/bodies/1/orientation","value":[1,0,0]}])", "$.bodies[1].orientation",
     "3 items"},
    {R"([{"op":"add","path":"/bodies/1/position","value":[1,0,0]}])", "$.bodies[1].origin", "not both"},
    {R"([{"op":"add","path":"/bodies/2/id","value":17}])", "$.bodies[2].id", "as body 1 has"},
    {R"([{"op":"add","path":"/walls/0/id","value":0}])", "$.walls[0].id", "as body 0 has"},
    {R"([{"op":"add","path":"/bodies/2/id","value":1.5}])", "$.bodies[2].id", "not a whole number"},
    {R"([{"op":"add","path":"/bodies/2/id","value":18446744073709551615}])", "$.bodies[2].id",
     "whole number"},
    {R"([{"op":"add","path":"/bodies/2/mass","value":0}])", "$.bodies[2].mass", "mass is 0"},
    {R"([{"op":"add","path":"/bodies/2/scale","value":-1}])", "$.bodies[2].scale", "scale is -1"},
    {R"([{"op":"add","path":"/bodies/0/motion","value":"moving"}])", "$.bodies[0].motion", "no 'moving'"},
    {R"([{"op":"add","path":"/bodies/0/motion","value":"prescribed"}])", "$.bodies[0].motion",
     "no motion names"},
    {R"([{"op":"add","path":"/bodies/0/colour","value":1}])", "$.bodies[0].colour", "no key 'colour'"},
    {R"([{"op":"replace","path":"/materials/0/density","value":-2500}])", "$.materials[0].density", "-2500"},
    {R"([{"op":"replace","path":"/materials/0/density","value":"heavy"}])", "$.materials[0].density",
     "a text"},
    {R"([{"op":"add","path":"/materials/2","value":{"name":"glass"}}])", "$.materials[2].name", "same name"},
    {R"([{"op":"add","path":"/materials/1/contact/friction","value":-1}])", "$.materials[1].contact.friction",
     "-1"},
    {R"([{"op":"add","path":"/materials/1/contact/frction","value":1}])", "$.materials[1].contact.frction",
     "Did you mean 'friction'"},
    {R"([{"op":"replace","path":"/pairs/0/between/1","value":"glas"}])", "$.pairs[0].between[1]", "'glass'"},
    {R"([{"op":"replace","path":"/pairs/0/between/1","value":"steel"}])", "$.pairs[0].between", "twice"},
    {R"([{"op":"add","path":"/pairs/1","value":{"between":["glass","steel"],"contact":{}}}])",
     "$.pairs[1].between", "paired twice"},
    {R"([{"op":"add","path":"/shapes/0/file","value":"box.stl"}])", "$.shapes[0]", "one of three ways"},
    {R"([{"op":"remove","path":"/shapes/1/file"}])", "$.shapes[1]", "one of three ways"},
    {R"([{"op":"replace","path":"/shapes/1/file","value":"gone.stl"}])", "$.shapes[1].file",
     "no such file: gone.stl"},
    {R"([{"op":"replace","path":"/shapes/1/file","value":"open.stl"}])", "$.shapes[1].file", "open"},
    {R"([{"op":"replace","path":"/shapes/1/scale","value":0}])", "$.shapes[1].scale", "not positive"},
    {R"([{"op":"add","path":"/shapes/3","value":{"name":"my box","file":"box.stl"}}])", "$.shapes[3].name",
     "cannot name"},
    {R"([{"op":"add","path":"/shapes/3","value":{"name":"box","file":"box.stl"}}])", "$.shapes[3].name",
     "same name"},
    {R"([{"op":"add","path":"/shapes/0/generator","value":"spere"}])", "$.shapes[0].generator",
     "mean 'sphere'"},
    {R"([{"op":"add","path":"/shapes/0/levels","value":40}])", "$.shapes[0].generator",
     "levels must be at least 0 and at most 10"},
    {R"([{"op":"add","path":"/shapes/0/levels","value":4000000000}])", "$.shapes[0].levels", "too large"},
    {R"([{"op":"add","path":"/shapes/0/cells","value":40}])", "$.shapes[0].cells", "no key 'cells'"},
    {R"([{"op":"add","path":"/shapes/2/triangles/0/0","value":4}])", "$.shapes[2].triangles[0]", "4 items"},
    {R"([{"op":"replace","path":"/shapes/2/triangles/0/0","value":4}])", "$.shapes[2].triangles[0][0]",
     "no point 4"},
    {R"([{"op":"replace","path":"/motions/0/kind","value":"rotate"}])", "$.motions[0].kind",
     "mean 'rotation'"},
    {R"([{"op":"replace","path":"/motions/0/bodies/0","value":5}])", "$.motions[0].bodies", "no body 5"},
    {R"([{"op":"replace","path":"/motions/0/axis","value":[0,0,0]}])", "$.motions[0].axis", "no length"},
    {R"([{"op":"remove","path":"/motions/1/amplitude"}])", "$.motions[1]", "'amplitude' is missing"},
    {R"([{"op":"add","path":"/motions/2/time","value":1}])", "$.motions[2].time", "no key 'time'"},
    {R"([{"op":"replace","path":"/motions/3/time","value":-1}])", "$.motions[3].time", "time is -1"},
};
INSTANTIATE_TEST_SUITE_P(Mistakes, WrongDocument, testing::ValuesIn(mistakes));

// The distance of two words of n letters takes n² steps, and a message is one line.
TEST(SceneJson, TellsLongWordsByTheirBeginning) {
  Json document = soundDocument();
  document["shapes"][0]["name"] = std::string(1'000'000, 'a');
  const Json named = document;
  for (const char* place : {"/bodies/2/shape", "/bodies/2/material", "/format", "/shapes/0/name"}) {
    Json wrong = named;
    wrong[Json::json_pointer(place)] = std::string(1'000'000, '1');
    if (std::string(place).starts_with("/bodies")) wrong[std::string(1'000'000, 'c')] = 1;
    try {
      read(wrong);
      FAIL() << place;
    } catch (const Error& error) {
      EXPECT_LT(std::string(error.what()).size(), 2000u);
      EXPECT_EQ(std::string(error.what()).find("Did you mean"), std::string::npos);
    }
  }
}

std::string problemOf(const std::string& text) {
  Context context;
  try {
    readSceneText(text, "test.json", loadTestMesh, context);
  } catch (const Error& error) {
    EXPECT_EQ(error.where(), "test.json");
    return error.what();
  }
  return "";
}

TEST(SceneJson, WhatIsNoJsonIsToldByLineAndColumn) {
  EXPECT_NE(problemOf("").find("not JSON"), std::string::npos);
  EXPECT_NE(problemOf("{\"format\":\n \"talus\",,}").find("line 2, column 10"), std::string::npos);
  EXPECT_NE(problemOf("{\"halo\": NaN}").find("NaN"), std::string::npos);
  EXPECT_NE(problemOf("{\"halo\": 1e999}").find("1e999"), std::string::npos);
  EXPECT_NE(problemOf("{\"halo\": 1, \"halo\": 2}").find("'halo' twice"), std::string::npos);
  EXPECT_LT(problemOf("{\"halo\": " + std::string(1'000'000, '9') + "}").size(), 2000u);
  EXPECT_NE(problemOf(std::string("{}\0more", 7)).find("byte 2 is zero"), std::string::npos);
  EXPECT_NE(problemOf("{\"name\": \"\xff\"}").find("UTF-8"), std::string::npos);
  EXPECT_NE(problemOf("solid box\nfacet normal").find("not JSON"), std::string::npos);
}

// Files in a folder of their own, gone afterwards.
class SceneFiles : public testing::Test {
 protected:
  SceneFiles() { fs::create_directories(folder_); }
  ~SceneFiles() override { fs::remove_all(folder_); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  static Scene read(const std::string& path) {
    Context context;
    return readSceneFile(path, loadTestMesh, context);
  }
  static Error errorOf(const std::string& path) {
    try {
      read(path);
    } catch (const Error& error) {
      return error;
    }
    return {"none", "", ""};
  }

  fs::path folder_ = fs::temp_directory_path() /
                     ("talus_scene_" + std::to_string(::testing::UnitTest::GetInstance()->random_seed()) +
                      "_" + std::to_string(getpid()));
};

constexpr const char* library = R"({"format":"talus-scene-1", "gravity":[0,0,-1], "halo": 0.5,
  "materials":[{"name":"glass"}], "shapes":[{"name":"box","file":"box.stl"}],
  "bodies":[{"shape":"box","material":"glass"}]})";

TEST_F(SceneFiles, IncludeComesFirstAndOnce) {
  write("library.json", library);
  write("also.json", R"({"format":"talus-scene-1","include":["library.json"]})");
  const Scene scene =
      read(write("main.json", R"({"format":"talus-scene-1", "include":["library.json","also.json"],
      "halo": 0.25, "bodies":[{"shape":"box","material":"glass","position":[3,0,0]}]})"));
  EXPECT_EQ(scene.shapes.size(), 1u);
  ASSERT_EQ(scene.bodies.size(), 2u);
  EXPECT_EQ(scene.bodies.position[1], Vec3(3, 0, 0));
  EXPECT_EQ(scene.bodies.id[1], 1);
  EXPECT_EQ(scene.gravity, Vec3(0, 0, -1));
  EXPECT_EQ(scene.halo, 0.25);
}

TEST_F(SceneFiles, CyclicIncludeIsTold) {
  write("b.json", R"({"format":"talus-scene-1","include":["c.json"]})");
  write("c.json",
        R"({"format":"talus-scene-1","include":["../)" + folder_.filename().string() + R"(/a.json"]})");
  const Error error = errorOf(write("a.json", R"({"format":"talus-scene-1","include":["b.json"]})"));
  EXPECT_NE(error.problem().find("a.json → b.json → c.json → a.json"), std::string::npos) << error.what();
  EXPECT_EQ(error.where(), "$.include[0] in " + (folder_ / "c.json").string());
  const Error self = errorOf(write("self.json", R"({"format":"talus-scene-1","include":["self.json"]})"));
  EXPECT_NE(self.problem().find("self.json → self.json"), std::string::npos) << self.what();
}

TEST_F(SceneFiles, IncludesAreNotNestedWithoutEnd) {
  const auto first = [&](int count) {
    for (int i = 0; i < count; ++i) {
      Json document{{"format", "talus-scene-1"}, {"include", Json::array()}};
      if (i + 1 < count) document["include"].push_back(std::to_string(i + 1) + ".json");
      write(std::to_string(i) + ".json", document.dump());
    }
    return (folder_ / "0.json").string();
  };
  EXPECT_EQ(errorOf(first(100)).problem(), "none");
  EXPECT_EQ(errorOf(first(101)).where(), "$.include[0] in " + (folder_ / "99.json").string());
}

// As what a builder holds in memory is checked before it is written.
TEST_F(SceneFiles, TextsIncludeAsFilesDo) {
  for (int i = 1; i < 120; ++i)
    write(std::to_string(i) + ".json",
          R"({"format":"talus-scene-1","include":[")" + std::to_string(i + 1) + R"(.json"]})");
  const std::string text = R"({"format":"talus-scene-1","include":["1.json"]})", name = write("0.json", text);
  Context context;
  try {
    readSceneText(text, name, loadTestMesh, context);
    FAIL() << "100 files, each in the next";
  } catch (const Error& error) {
    EXPECT_EQ(error.where(), errorOf(name).where());
  }
}

// The system takes a name up to its first zero byte.
TEST_F(SceneFiles, NamesThatNoFileCanHaveAreTold) {
  write("part.json", library);
  for (const std::string& name : {std::string("part.json\0x", 11), std::string(1'000'000, 'a')})
    for (const char* key : {"include", "shapes"}) {
      Json document{{"format", "talus-scene-1"}};
      document[key] = {key == std::string("include") ? Json(name) : Json{{"name", "s"}, {"file", name}}};
      const Error error = errorOf(write("main.json", document.dump()));
      EXPECT_NE(error.problem().find("of a file"), std::string::npos) << error.what();
      EXPECT_TRUE(error.where().starts_with(std::string("$.") + key + "[0]")) << error.where();
      EXPECT_LT(std::string(error.what()).size(), 2000u);
    }
}

TEST_F(SceneFiles, EachBadSceneIsToldInOneError) {
  EXPECT_GE(badScenes().size(), 8u);
  for (const auto& [path, told] : badScenes())
    EXPECT_NE(std::string(errorOf(path).what()).find(told), std::string::npos) << errorOf(path).what();
}

TEST_F(SceneFiles, MistakesNameTheirFile) {
  const std::string part =
      write("part.json", R"({"format":"talus-scene-1","materials":[{"name":"x","density":0}]})");
  EXPECT_EQ(errorOf(write("a.json", R"({"format":"talus-scene-1","include":["part.json"]})")).where(),
            "$.materials[0].density in " + part);
  const Error missing = errorOf(write("b.json", R"({"format":"talus-scene-1","include":["gone.json"]})"));
  EXPECT_EQ(missing.where(), "$.include[0] in " + (folder_ / "b.json").string());
  EXPECT_NE(missing.problem().find("gone.json"), std::string::npos);
  EXPECT_EQ(errorOf((folder_ / "none.json").string()).where(), (folder_ / "none.json").string());
  EXPECT_EQ(errorOf(folder_.string()).problem(), "This is a folder, not a file");
}

TEST_F(SceneFiles, PipesAndDevicesAreRefusedAtOnce) {
  const std::string pipe = (folder_ / "pipe.json").string();
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(errorOf(pipe).problem(), "This is a pipe, not a file");
  EXPECT_EQ(errorOf("/dev/zero").problem(), "This is a device, not a file");
  const Error included = errorOf(write("a.json", R"({"format":"talus-scene-1","include":["pipe.json"]})"));
  EXPECT_EQ(included.where(), "$.include[0] in " + (folder_ / "a.json").string());
  EXPECT_NE(included.problem().find("This is a pipe"), std::string::npos);
}

TEST_F(SceneFiles, MessagesHoldNoByteThatIsNoLetter) {
  const std::string zero = errorOf(write("z.json", R"({"format":"talus-scene-1","a\u0000b":1})")).what();
  EXPECT_NE(zero.find("a\\x00b"), std::string::npos) << zero;
  const std::string other = errorOf(write("o.json", "{\"format\":\"\xff\xfe\"}")).what();
  for (const char byte : other) EXPECT_GE(static_cast<unsigned char>(byte), 0x20) << other;
  EXPECT_EQ(other.find('\xff'), std::string::npos) << other;
}

}  // namespace
}  // namespace talus::test_scene_json
