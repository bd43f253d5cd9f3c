// Searches of body pairs on real meshes: surrogate trees find what all against all finds, also where pairs
// are tied at the threshold; the least distance is that of 113-bit arithmetic; bodies within others are
// contacts for us and none for others.
#include <gtest/gtest.h>

#include <cstdio>
#include <functional>

#include "base/error.h"
#include "collection.h"
#include "contact/scene/body_contacts.h"
#include "core/extended_body_distance.h"
#include "core/pair_poses.h"
#include "core/shapes.h"
#include "peers/vtk.h"
#include "peers/vtk_meshes.h"
#include "sample_size.h"
#include "shapes/bumped_sphere.h"
#include "shapes/foam.h"
#ifdef TALUS_HAVE_CGAL
#include "peers/cgal_meshes.h"
#endif
#ifdef TALUS_HAVE_FCL
#include "peers/fcl_meshes.h"
#endif

namespace talus {
namespace {

using namespace pairs;

// About the origin, of diameter 1.
TriangleMesh normalised(const TriangleMesh& mesh) {
  const Box box = mesh.bounds();
  const double scale = 1 / box.sizes().norm();
  return shapes::moved(mesh, scale, -scale * box.center());
}

TriangleMesh bumped(std::int64_t triangles) {
  Context context;
  return makeBumpedSphere({.placement = {.size = 0.8}, .triangles = triangles}, context);
}

TriangleMesh foam() {
  Context context;
  return makeFoam({.placement = {.size = 0.6}, .cells = 4, .strutThickness = 0.5, .triangles = 1000},
                  context);
}

// A file of the collections by its name, or one of our own shapes; an empty mesh if there is none.
TriangleMesh shapeNamed(const std::string& name) {
  if (name == "foam 1000") return foam();
  if (name == "bumped 320") return bumped(320);
  if (name == "bumped 1280") return bumped(1280);
  if (name == "plane 2") return shapes::square(1, 3);
  if (name == "plane 512") return shapes::square(16, 3);
  for (const auto& file : collectedMeshes())
    if (file.filename() == name) return normalised(peers::readMesh(file));
  return {};
}

struct NamedPair {
  std::string name;
  Shape a, b;
};

const std::vector<NamedPair>& shapePairs() {
  static const std::vector<NamedPair> all = [] {
    std::vector<NamedPair> found;
    for (const auto& [a, b] : std::vector<std::pair<std::string, std::string>>{
             {"regolith_particle_1.obj", "regolith_particle_2.obj"},
             {"bob_small.ply", "curiosity_rock2.obj"},
             {"eight_g2.obj", "star.obj"},
             {"joint_g2.obj", "feeder_item.obj"},
             {"bunny3674.obj", "plane 512"},
             {"rotor_g1.obj", "cone.obj"},
             {"bumped 1280", "bumped 1280"},
             {"bumped 1280", "plane 2"},
             {"foam 1000", "bumped 320"},
             {"foam 1000", "foam 1000"}}) {
      const TriangleMesh meshA = shapeNamed(a), meshB = shapeNamed(b);
      if (meshA.triangleCount() > 0 && meshB.triangleCount() > 0)
        found.push_back({a + ", " + b, prepared(meshA), prepared(meshB)});
    }
    return found;
  }();
  return all;
}

struct Trial {
  double gap, reach;
};

// Some poses of each pair of shapes.
void compareWithFlat(const char* what, unsigned seed, const std::function<Trial(Random&, int)>& choose) {
  const int posesOfAPair = sampleSize(20, 5000);
  Random random(seed);
  std::size_t poses = 0, contacts = 0;
  for (const NamedPair& pair : shapePairs()) {
    std::size_t here = 0, touching = 0;
    for (int i = 0; i < posesOfAPair; ++i) {
      const auto [gap, reach] = choose(random, i);
      const Placed placed = atGap(pair.a, pair.b, gap, random);
      const auto expected = idsOf(contactsOf(placed, reach, reference));
      ASSERT_EQ(idsOf(contactsOf(placed, reach)), expected) << pair.name << ", pose " << i;
      ASSERT_EQ(BodyPairSearch().touches(placed.a, placed.b, reach), !expected.empty()) << pair.name;
      here += expected.size();
      touching += expected.empty() ? 0 : 1;
    }
    std::printf("%-50s %d poses, %zu within reach, %zu contacts\n", pair.name.c_str(), posesOfAPair, touching,
                here);
    poses += static_cast<std::size_t>(posesOfAPair);
    contacts += here;
  }
  std::printf("total of %s: %zu poses, %zu contacts, 0 differences\n", what, poses, contacts);
  EXPECT_GE(poses, static_cast<std::size_t>(4 * posesOfAPair));
  EXPECT_GT(contacts, poses);
}

TEST(Contacts, SurrogatesFindWhatAllAgainstAllFinds) {
  compareWithFlat("random", 1, [](Random& random, int) {
    return Trial{std::pow(10, random.uniform(-4, -1)), std::pow(10, random.uniform(-3, -1))};
  });
}

// The nearest pair of triangles is at the threshold, to 1e-10 … 5e-7.
TEST(Contacts, SurrogatesFindWhatAllAgainstAllFindsAtTies) {
  compareWithFlat("ties", 2, [](Random& random, int i) {
    const double reach = i % 2 == 0 ? 2e-2 : 2e-3;
    const double beyond = std::pow(10, random.uniform(-10, std::log10(5e-7)));
    return Trial{reach + (i % 4 < 2 ? beyond : -beyond), reach};
  });
}

std::vector<TriangleMesh> realMeshes() {
  std::vector<TriangleMesh> meshes;
  for (const auto& file : collectedMeshes()) meshes.push_back(normalised(peers::readMesh(file)));
  return meshes;
}

TEST(Contacts, NearestIsThatOfExtendedPrecision) {
  Random random(3);
  const std::vector<TriangleMesh> meshes = realMeshes();
  std::vector<Shape> shapes;
  for (const TriangleMesh& mesh : meshes) shapes.push_back(prepared(mesh));
  double worst = 0;
  const int poses = sampleSize(50, 5000);
  for (int i = 0; i < poses;) {
    const std::size_t a = random.below(meshes.size()), b = random.below(meshes.size());
    if (meshes[a].triangleCount() * meshes[b].triangleCount() > 30'000'000) continue;
    ++i;
    const double gap = std::pow(10, random.uniform(-9, 1));
    const Placed placed = atGap(shapes[a], shapes[b], gap, random);
    const TriangleContact near = BodyPairSearch().nearest(placed.a, placed.b);
    const double expected =
        extended::bodyDistance({meshes[a], placed.a.pose}, {meshes[b], placed.b.pose}, near.normal);
    ASSERT_NEAR(near.gap, expected, 1e-12) << "meshes " << a << ", " << b << ", gap " << gap;
    worst = std::max(worst, std::abs(near.gap - expected));
  }
  std::printf("%d poses of %zu meshes: largest error %.1e of the diameter\n", poses, meshes.size(), worst);
}

// A ball in the tube of a ring: nothing touches, yet the ball is not free.
TEST(Contacts, BodiesWithinOthersAreSeenByNoOtherFilter) {
  const TriangleMesh ring = shapes::torus(1, 0.3, 48, 24);
  const TriangleMesh ball = shapes::moved(shapes::sphere(3), 0.05, Vec3::Zero());
  const Pose inside{Vec3(1, 0, 0.1), Eigen::Matrix3d::Identity(), 1};
  Context context;
  const ContactGeometry ringGeometry(ring, "ring", {}, context);
  const ContactGeometry ballGeometry(ball, "ball", {}, context);
  std::vector<Contact> contacts;
  BodyContactFinder().find({&ringGeometry, {}, 0.01}, {&ballGeometry, inside, 0.01}, contacts);
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_EQ(contacts[0].kind, ContactKind::Contained);
  EXPECT_NEAR(contacts[0].gap, -(0.2 + 0.05), 0.01);
  EXPECT_NEAR(contacts[0].normal.z(), 1, 0.02);
  std::printf("ours: containment, gap %.4f\n", contacts[0].gap);
  const auto ask = [&](const char* name, peers::MeshPairPeer& peer) {
    peer.setPoses({{{}, inside}});
    const std::size_t found = peer.query(0).contacts;
    std::printf("%s: %zu contacts\n", name, found);
    return found;
  };
  EXPECT_EQ(ask("vtkCollisionDetectionFilter", *peers::makeVtkCollision(ring, ball)), 0u);
#ifdef TALUS_HAVE_FCL
  EXPECT_EQ(ask("FCL", *peers::makeFclCollide(ring, ball)), 0u);
#endif
#ifdef TALUS_HAVE_CGAL
  EXPECT_EQ(ask("CGAL, intersections", *peers::makeCgalIntersections(ring, ball)), 0u);
#endif
}

}  // namespace
}  // namespace talus
