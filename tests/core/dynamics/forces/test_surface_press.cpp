// What several walls within reach add to the potential of HaloArea: its derivative, that it does not jump,
// and that it does not depend on triangles.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "dynamics/halo/surface_press.h"
#include "shapes.h"
#include "shapes/random.h"

namespace talus::test_surface_press {
namespace {

constexpr double reach = 0.1;  // m

double springEnergy(double gap) {
  return gap < reach ? 0.5 * (reach - gap) * (reach - gap) : 0;
}

/// A surface with the potential of points beside it.
class Body {
 public:
  explicit Body(const TriangleMesh& mesh) : cells_(mesh), halo_(cells_) {}

  SurfacePress::Potential others(const Vec3& x, double scale = 1) const {
    SurfacePress press;
    SurfaceFoot nearest;
    nearest.squaredDistance = 1e300;
    Index triangle = 0;
    const auto count = static_cast<Index>(cells_.mesh().triangleCount());
    for (Index t = 0; t < count; ++t) {
      const SurfaceFoot foot = halo_.distance().footOn(t, x);
      if (scale * std::sqrt(foot.squaredDistance) < reach) press.add(halo_, t, foot, x);
      if (foot.squaredDistance < nearest.squaredDistance) nearest = foot, triangle = t;
    }
    const SurfaceGap gap = halo_.distance().gapAt(triangle, nearest, x);
    return press.others({halo_, x, scale, triangle, nearest, scale * gap.distance, gap.normal}, reach);
  }
  double gap(const Vec3& x) const { return halo_.distance().gapOf(x).distance; }
  double energy(const Vec3& x) const { return springEnergy(gap(x)) + others(x).energy; }
  Vec3 force(const Vec3& x) const {
    const SurfaceGap gap = halo_.distance().gapOf(x);
    return std::max(0.0, reach - gap.distance) * gap.normal + others(x).force;
  }

 private:
  SurfaceCells cells_;
  SurfaceHalo halo_;
};

using Profile = std::vector<std::array<double, 2>>;

/// A prism of 2 m along y. @param profile counterclockwise in x and z; all of it is seen from its centre.
TriangleMesh prism(const Profile& profile, const std::array<double, 2>& centre) {
  TriangleMesh mesh;
  const auto n = static_cast<Index>(profile.size());
  for (const double y : {-1.0, 1.0})
    for (const auto& [x, z] : profile) mesh.addPoint({x, y, z});
  const Index front = mesh.addPoint({centre[0], -1, centre[1]}),
              back = mesh.addPoint({centre[0], 1, centre[1]});
  for (Index i = 0; i < n; ++i) {
    const Index j = (i + 1) % n;
    mesh.addTriangle(i, j, front);
    mesh.addTriangle(n + j, n + i, back);
    mesh.addTriangle(i, n + i, j);
    mesh.addTriangle(j, n + i, n + j);
  }
  return mesh;
}

/// An angle: its inner edge is the y axis.
TriangleMesh angle() {
  return prism({{-0.5, -0.5}, {1, -0.5}, {1, 0}, {0, 0}, {0, 1}, {-0.5, 1}}, {-0.25, -0.25});
}

/// A block with a groove along the y axis that is narrower than its depth.
TriangleMesh sharpGroove() {
  return prism({{-1, -0.7}, {1, -0.7}, {1, 0.6}, {0.15, 0.6}, {0, 0}, {-0.15, 0.6}, {-1, 0.6}}, {0, -0.3});
}

/// A block with a slot along the y axis that is narrower than twice the reach.
TriangleMesh slot() {
  return prism({{-1, -1.5}, {1, -1.5}, {1, 0.3}, {0.08, 0.3}, {0.06, 0}, {-0.06, 0}, {-0.08, 0.3}, {-1, 0.3}},
               {0, -1.3});
}

std::vector<TriangleMesh> surfaces() {
  return {angle(), sharpGroove(), slot(), shapes::torus(0.7, 0.25, 9, 7), shapes::torus(0.2, 0.15, 24, 18)};
}

/// Random points near the y axis, or the origin.
template <class Visit>
void forPoints(int count, const Visit& visit) {
  const KeyedRandom random(11);
  for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(count); ++i)
    visit(
        Vec3(0.9 * random[3 * i].between(), random[3 * i + 1].between(), 0.4 * random[3 * i + 2].between()));
}

TEST(SurfacePress, EachWallOfACornerPushes) {
  const Body body(angle());
  forPoints(2000, [&](const Vec3& p) {
    const Vec3 x(0.5 * reach * (1 + p.x()), 0.8 * p.y(), 0.5 * reach * (1 + 2 * p.z()));
    const double expected =
        springEnergy(x.x()) + springEnergy(x.z()) - springEnergy(std::hypot(x.x(), x.z()));
    EXPECT_NEAR(body.energy(x), expected, 1e-15);
  });
}

TEST(SurfacePress, BesideConvexBodiesTheNearestPointAlonePushes) {
  for (const TriangleMesh& mesh : {shapes::unitBox(1), shapes::unitBox(4), shapes::sphere(2)}) {
    const Body body(shapes::moved(mesh, 0.5, Vec3::Zero()));
    forPoints(2000, [&](const Vec3& x) {
      EXPECT_NEAR(body.others(x).energy, 0, 1e-16);
      EXPECT_NEAR(body.others(x).force.norm(), 0, 1e-14);
    });
  }
}

// The greatest force times the way is the most that a potential without jumps changes.
TEST(SurfacePress, DoesNotJump) {
  for (const TriangleMesh& mesh : surfaces()) {
    const Body body(mesh);
    int several = 0;
    forPoints(200, [&](const Vec3& p) {
      constexpr int steps = 200;
      const Vec3 way = Vec3(0.21, 0.04, 0.17) / steps;
      double last = body.energy(p);
      for (int n = 1; n <= steps; ++n) {
        const Vec3 x = p + n * way;
        const double next = body.energy(x), greatest = 3 * (reach + std::max(0.0, -body.gap(x)));
        ASSERT_NEAR(next, last, greatest * way.norm() + 1e-15)
            << x.transpose() << " gaps " << body.gap(x) << " " << body.gap(p + (n - 1) * way) << " more "
            << body.others(x).energy << " " << body.others(p + (n - 1) * way).energy;
        several += body.others(x).energy != 0 ? 1 : 0;
        last = next;
      }
    });
    EXPECT_GT(several, 100);
  }
}

TEST(SurfacePress, ForceIsTheDerivative) {
  constexpr double h = 1e-6;  // m
  for (const TriangleMesh& mesh : surfaces()) {
    const Body body(mesh);
    int wrong = 0, several = 0;
    forPoints(12000, [&](const Vec3& x) {
      if (std::abs(body.gap(x)) > reach) return;
      const Vec3 force = body.force(x);
      Vec3 slope;
      for (int k = 0; k < 3; ++k)
        slope[k] = (body.energy(x - h * Vec3::Unit(k)) - body.energy(x + h * Vec3::Unit(k))) / (2 * h);
      several += body.others(x).energy != 0 ? 1 : 0;
      wrong += (slope - force).norm() > 1e-5 ? 1 : 0;
    });
    EXPECT_GT(several, 20);
    EXPECT_LE(wrong, 6);  // inside, where the nearest face changes
  }
}

// P of the distance alone turns its force by up to a right angle there.
TEST(SurfacePress, ForceDoesNotJumpWhereWallsAreEquallyNear) {
  const Body body(angle());
  for (int i = 1; i < 70; ++i) {
    const double d = 0.01 * i * reach, h = 1e-9;
    const Vec3 one = body.force({d + h, 0.1, d - h}), other = body.force({d - h, 0.1, d + h});
    EXPECT_LT((one - other).norm(), 1e-6);
  }
}

TEST(SurfacePress, DoesNotDependOnTheTriangles) {
  const TriangleMesh coarse = angle();
  TriangleMesh fine = coarse;
  for (int n = 0; n < 3; ++n) fine = shapes::divided(fine);
  const Body first(coarse), second(fine);
  forPoints(2000, [&](const Vec3& p) {
    const Vec3 x(1.5 * reach * p.x(), p.y(), 3 * reach * p.z());
    EXPECT_NEAR(first.energy(x), second.energy(x), 1e-15);
    EXPECT_NEAR((first.force(x) - second.force(x)).norm(), 0, 1e-8 * reach);
  });
}

TEST(SurfacePress, ScalesWithTheBody) {
  const Body body(angle()), half(shapes::moved(angle(), 0.5, Vec3::Zero()));
  forPoints(500, [&](const Vec3& p) {
    const Vec3 x = 0.2 * p;
    const SurfacePress::Potential expected = half.others(x), sum = body.others(2 * x, 0.5);
    EXPECT_NEAR(sum.energy, expected.energy, 1e-15);
    EXPECT_NEAR((sum.force - expected.force).norm(), 0, 1e-13);
  });
}

}  // namespace
}  // namespace talus::test_surface_press
