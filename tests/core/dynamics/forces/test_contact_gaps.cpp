// The gaps that contact laws see against the distance of the surfaces: sign and size.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

#include "dynamics/contact_forces/contact_methods.h"
#include "geometry/distance/surface_distance.h"
#include "pair_poses.h"
#include "scene/body_shape.h"
#include "shapes.h"
#include "shapes/bumped_sphere.h"
#include "shapes/solid.h"

namespace talus::test_contact_gaps {
namespace {

using pairs::Random;

// A shape with everything that a law asks of it.
struct Prepared {
  explicit Prepared(const TriangleMesh& mesh)
      : body(makeBodyShape("body", mesh, context)),
        geometry(body.mesh, "body", {}, context),
        law(body, geometry, true),
        surface(body.mesh.properTriangles()) {}
  Prepared(const Prepared&) = delete;
  Prepared& operator=(const Prepared&) = delete;

  Context context;
  BodyShape body;
  ContactGeometry geometry;
  LawShape law;
  SurfaceDistance surface;
};

using Point = std::array<double, 2>;

double twiceArea(const Point& a, const Point& b, const Point& c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

// A polygon as triangles: ears are cut off in random order.
std::vector<std::array<std::size_t, 3>> earsOf(const std::vector<Point>& polygon, Random& random) {
  std::vector<std::size_t> rest(polygon.size());
  std::iota(rest.begin(), rest.end(), std::size_t{0});
  std::vector<std::array<std::size_t, 3>> ears;
  while (rest.size() > 2) {
    const std::size_t first = random.below(rest.size());
    for (std::size_t n = 0; n < rest.size(); ++n) {
      const std::size_t at = (first + n) % rest.size(), size = rest.size();
      const std::array<std::size_t, 3> ear = {rest[(at + size - 1) % size], rest[at], rest[(at + 1) % size]};
      const auto side = [&](std::size_t i, std::size_t p) {
        return twiceArea(polygon[ear[i]], polygon[ear[(i + 1) % 3]], polygon[p]) >= 0;
      };
      const bool empty = std::none_of(rest.begin(), rest.end(), [&](std::size_t p) {
        return std::find(ear.begin(), ear.end(), p) == ear.end() && side(0, p) && side(1, p) && side(2, p);
      });
      if (!(empty && twiceArea(polygon[ear[0]], polygon[ear[1]], polygon[ear[2]]) > 0)) continue;
      ears.push_back(ear);
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(at));
      break;
    }
  }
  return ears;
}

// The left or right half of a plate of size 1 × 1 × 0.1 that is broken along a zigzag.
TriangleMesh brokenPlate(const std::vector<double>& crack, bool left, Random& random) {
  const double side = left ? -0.5 : 0.5;
  std::vector<Point> rim;
  const auto last = static_cast<double>(crack.size() - 1);
  for (std::size_t i = 0; i < crack.size(); ++i)
    rim.push_back({crack[i], static_cast<double>(i) / last - 0.5});
  rim.push_back({side, 0.5});
  rim.push_back({side, -0.5});
  if (!left) std::reverse(rim.begin(), rim.end());
  TriangleMesh mesh;
  for (const double z : {-0.05, 0.05})
    for (const auto& [x, y] : rim) mesh.addPoint({x, y, z});
  const auto count = static_cast<Index>(rim.size());
  for (const bool up : {false, true})
    for (const auto& ear : earsOf(rim, random)) {
      const auto corner = [&](std::size_t i) { return static_cast<Index>(ear[i]) + (up ? count : 0); };
      mesh.addTriangle(corner(0), corner(up ? 1 : 2), corner(up ? 2 : 1));
    }
  for (Index i = 0; i < count; ++i) {
    const Index next = (i + 1) % count;
    mesh.addTriangle(i, next, count + next);
    mesh.addTriangle(i, count + next, count + i);
  }
  return mesh;
}

std::vector<double> randomCrack(Random& random) {
  std::vector<double> crack(5 + random.below(9));
  for (double& x : crack) x = random.uniform(-0.4, 0.4);
  return crack;
}

struct PlacedBody {
  const Prepared* shape;
  Pose pose;
  ContactingBody contacting() const { return {&shape->law, pose}; }
  PlacedShape triangles() const { return {&shape->geometry.triangles(), pose}; }
};

std::vector<ContactPoint> pointsOf(ContactLawKind kind, const PlacedBody& a, const PlacedBody& b,
                                   double reach) {
  PairLaw law;
  law.reach = law.range = reach;
  law.stiffness = law.foundation = law.hertz = law.haloForce = 1;
  return makeContactPointFinder(kind)->find(a.contacting(), b.contacting(), law, {}).points;
}

// Of the points that count: pairs of edges see each other through thin parts, with hardly any weight.
double leastGap(ContactLawKind kind, const PlacedBody& a, const PlacedBody& b, double reach) {
  double least = std::numeric_limits<double>::infinity();
  const double little = 3e-4 * std::min(a.shape->law.area, b.shape->law.area);
  for (const ContactPoint& point : pointsOf(kind, a, b, reach))
    if (kind != ContactLawKind::HaloArea || point.area > 0 || point.stiffness > little)
      least = std::min(least, reach - point.depth);
  return least;
}

// What edges that see each other through thin parts do is little of what the bodies do to each other.
void expectLittleBelow(double distance, const PlacedBody& a, const PlacedBody& b, double reach) {
  double force = 0, energy = 0, forceBelow = 0, energyBelow = 0;
  for (const ContactPoint& point : pointsOf(ContactLawKind::HaloArea, a, b, reach)) {
    const bool below = reach - point.depth < distance - 1e-12;
    force += std::abs(point.force);
    energy += point.energy;
    if (!below) continue;
    forceBelow += std::abs(point.force);
    energyBelow += point.energy;
  }
  EXPECT_LE(forceBelow, 0.01 * force);
  EXPECT_LE(energyBelow, 0.01 * energy);
}

// The deepest that a vertex of one body lies within the other; 0: none does.
double deepestVertex(const PlacedBody& own, const PlacedBody& other) {
  double deepest = 0;
  for (const Vec3& p : own.shape->geometry.points()) {
    const Vec3 place = other.pose.toBody(own.pose.toWorld(p));
    if (other.shape->geometry.cells()->holds(place))
      deepest = std::max(deepest, other.shape->surface.nearest(place).distance);
  }
  return deepest;
}

constexpr ContactLawKind laws[] = {ContactLawKind::HaloArea, ContactLawKind::HaloSpring,
                                   ContactLawKind::LinearSpringDashpot, ContactLawKind::HertzMindlin};

// Laws see the gap or more of it, as they look at some points of the surfaces only, and overlap only where
// surfaces meet.
void expectGap(const PlacedBody& a, const PlacedBody& b, double distance, double reach) {
  for (const ContactLawKind kind : laws)
    EXPECT_GE(leastGap(kind, a, b, reach), distance - 1e-12) << "law " << static_cast<int>(kind);
  expectLittleBelow(distance, a, b, reach);
}

TEST(ContactGaps, CrackedPlatesAreApart) {
  int near = 0;
  for (unsigned seed = 1; seed <= 1000; ++seed) {
    Random random(seed);
    const std::vector<double> crack = randomCrack(random);
    const Prepared left(brokenPlate(crack, true, random)), right(brokenPlate(crack, false, random));
    const Eigen::Matrix3d turn = random.rotation();
    const double width = 1.4e-3, reach = 2 * 3.8e-3;
    // The shapes' frames begin at their centres of mass: the plate is put together again.
    const auto placed = [&](const Prepared& half, const Vec3& shift) {
      return PlacedBody{&half, {turn * (half.body.offset + shift), turn, 1}};
    };
    const PlacedBody a = placed(left, {0, 0, 0}), b = placed(right, {width, 0, 0});
    BodyPairSearch search;
    const TriangleContact nearest = search.nearest(a.triangles(), b.triangles());
    ASSERT_FALSE(nearest.intersecting) << seed;
    ASSERT_LE(nearest.gap, width);
    ASSERT_NO_FATAL_FAILURE(expectGap(a, b, nearest.gap, reach)) << seed;
    ++near;
  }
  EXPECT_EQ(near, 1000);
}

TriangleMesh anyMesh(std::size_t number, Random& random) {
  Context context;
  switch (number % 5) {
    case 0:
      return makeSolid(Solid::Torus, {.segments = 8}, context);
    case 1:
      return makeSolid(Solid::Torus, {.segments = 24}, context);
    case 2:
      return makeBumpedSphere({.bumpiness = 3, .triangles = 80, .seed = number}, context);
    case 3:
      return makeBumpedSphere({.bumpiness = 2, .triangles = 320, .seed = number}, context);
    default:
      return brokenPlate(randomCrack(random), number % 2 == 0, random);
  }
}

TEST(ContactGaps, AreThoseOfTheSurfaces) {
  Random random(7);
  std::vector<std::unique_ptr<Prepared>> shapes;
  for (std::size_t i = 0; i < 25; ++i) shapes.push_back(std::make_unique<Prepared>(anyMesh(i, random)));
  BodyPairSearch search;
  int apart = 0, overlapping = 0;
  for (int i = 0; i < 10000; ++i) {
    PlacedBody a{shapes[random.below(25)].get(), random.pose()},
        b{shapes[random.below(25)].get(), random.pose()};
    const double reach = random.uniform(0.002, 0.1), wanted = random.uniform(-0.3, 1) * reach;
    b.pose.position = 4 * random.direction();
    for (int step = 0; step < 100; ++step) {
      const TriangleContact at = search.nearest(a.triangles(), b.triangles());
      const double gap = std::max(wanted, 1e-3 * reach);
      if (std::abs(at.gap - gap) <= 1e-13) break;
      b.pose.position -= (at.gap - gap) * at.normal;
    }
    const TriangleContact near = search.nearest(a.triangles(), b.triangles());
    if (wanted < 0) b.pose.position += (wanted - near.gap) * near.normal;
    const double distance = search.nearest(a.triangles(), b.triangles()).gap;
    const double deepest = std::max(deepestVertex(a, b), deepestVertex(b, a));
    if (distance > 0) {
      ASSERT_EQ(deepest, 0);
      ++apart;
      expectGap(a, b, distance, reach);
    } else {
      ++overlapping;
      if (deepest > 0) {
        EXPECT_LE(leastGap(ContactLawKind::HaloArea, a, b, reach), -deepest + 1e-12);
      }
    }
    if (HasFailure()) FAIL() << "pair " << i << ", distance " << distance << ", reach " << reach;
  }
  EXPECT_GT(apart, 7000);
  EXPECT_GT(overlapping, 1500);
}

}  // namespace
}  // namespace talus::test_contact_gaps
