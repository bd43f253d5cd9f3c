// The potential of Barrier beside a surface of any form: its derivative, and that it does not depend on
// triangles.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "dynamics/halo/surface_barrier.h"
#include "shapes.h"
#include "shapes/random.h"

namespace talus::test_surface_barrier {
namespace {

constexpr double reach = 0.3, range = 0.4;

/// A surface with the potential of points beside it.
class Body {
 public:
  explicit Body(const TriangleMesh& mesh) : cells_(mesh), halo_(cells_) {}

  SurfaceBarrier at(const Vec3& x, double scale = 1) const {
    SurfaceBarrier sum;
    const auto count = static_cast<Index>(cells_.mesh().triangleCount());
    for (Index t = 0; t < count; ++t)
      if (!halo_.distance().isDegenerate(t))
        sum.add(halo_, t, halo_.distance().footOn(t, x), x, scale, reach, range);
    return sum;
  }
  double gap(const Vec3& x) const { return halo_.distance().gapOf(x).distance; }

 private:
  SurfaceCells cells_;
  SurfaceHalo halo_;
};

/// The first triangle in two by a point on its first edge; a triangle without area closes the gap.
TriangleMesh withDegenerate(const TriangleMesh& mesh) {
  TriangleMesh changed = mesh;
  const auto [a, b, c] = mesh.triangle(0);
  const Index m = changed.addPoint(0.5 * (mesh.point(a) + mesh.point(b)));
  changed.a[0] = a, changed.b[0] = m, changed.c[0] = c;
  changed.addTriangle(m, b, c);
  changed.addTriangle(a, b, m);
  return changed;
}

/// Random points outside, closer than the reach.
template <class Visit>
void forPointsNear(const Body& body, double size, int count, const Visit& visit) {
  const KeyedRandom random(7);
  int found = 0;
  for (std::uint64_t i = 0; found < count; ++i) {
    const Vec3 x =
        size * Vec3(random[3 * i].between(), random[3 * i + 1].between(), random[3 * i + 2].between());
    const double gap = body.gap(x);
    if (gap < 0.02 || gap > reach) continue;
    ++found;
    visit(x, gap);
  }
}

TEST(SurfaceBarrier, IsThatOfTheDistanceFromABox) {
  for (const TriangleMesh& mesh : {shapes::unitBox(1), shapes::unitBox(3)}) {
    const Body body(mesh);
    forPointsNear(body, 1.3, 500, [&](const Vec3& x, double gap) {
      const BarrierPressure alone = barrierAt(gap, reach, range);
      const SurfaceBarrier sum = body.at(x);
      EXPECT_NEAR(sum.energy(), alone.energy, 1e-9 * alone.energy + 1e-12);
      EXPECT_NEAR(sum.force().norm(), alone.force, 1e-9 * alone.force + 1e-12);
      EXPECT_NEAR(sum.stiffness(), alone.stiffness, 1e-9 * alone.stiffness + 1e-12);
    });
  }
}

TEST(SurfaceBarrier, DoesNotDependOnTheTriangles) {
  const TriangleMesh ring = shapes::torus(0.7, 0.25, 9, 7);
  const Body coarse(ring), fine(shapes::divided(ring)), degenerate(withDegenerate(ring));
  forPointsNear(coarse, 1.3, 2000, [&](const Vec3& x, double) {
    const SurfaceBarrier sum = coarse.at(x);
    for (const Body* other : {&fine, &degenerate}) {
      EXPECT_NEAR(other->at(x).energy(), sum.energy(), 1e-9 * sum.energy() + 1e-12);
      EXPECT_NEAR((other->at(x).force() - sum.force()).norm(), 0, 1e-9 * sum.force().norm() + 1e-12);
    }
  });
}

TEST(SurfaceBarrier, ForceIsTheDerivative) {
  const Body body(shapes::torus(0.7, 0.25, 9, 7));
  constexpr double h = 1e-6;
  forPointsNear(body, 1.3, 2000, [&](const Vec3& x, double) {
    const Vec3 force = body.at(x).force();
    for (int k = 0; k < 3; ++k) {
      const Vec3 by = h * Vec3::Unit(k);
      const double slope = (body.at(x - by).energy() - body.at(x + by).energy()) / (2 * h);
      EXPECT_NEAR(slope, force[k], 1e-5 * force.norm() + 1e-8);
    }
  });
}

// Across the groove between two faces, where the nearest face changes.
TEST(SurfaceBarrier, ForceDoesNotJumpInGrooves) {
  const Body body(shapes::torus(0.7, 0.25, 9, 7));
  int grooves = 0;
  forPointsNear(body, 1.3, 3000, [&](const Vec3& x, double) {
    constexpr double h = 1e-7;
    const Vec3 along = x.cross(Vec3::UnitZ()).normalized();  // around the ring
    const SurfaceBarrier here = body.at(x), there = body.at(x + h * along);
    EXPECT_LT((there.force() - here.force()).norm(), 3 * h * here.stiffness() + 1e-9);
    const double alone = barrierAt(body.gap(x), reach, range).energy;
    grooves += here.energy() > 1.05 * alone ? 1 : 0;
  });
  EXPECT_GT(grooves, 100);
}

TEST(SurfaceBarrier, GrowsWithoutBound) {
  const TriangleMesh ring = shapes::torus(0.7, 0.25, 9, 7);
  const Body body(ring);
  for (std::size_t t = 0; t < ring.triangleCount(); ++t) {
    const auto [a, b, c] = ring.corners(t);
    const Vec3 outward = (b - a).cross(c - a).normalized();
    for (const Vec3& on : {a, Vec3(0.5 * (a + b)), Vec3((a + b + c) / 3)}) {
      double last = 0;
      for (const double gap : {1e-2, 1e-3, 1e-4, 1e-5}) {
        const double energy = body.at(on + gap * outward).energy();
        EXPECT_GT(energy, 50 * last);
        last = energy;
      }
    }
  }
}

TEST(SurfaceBarrier, ScalesWithTheBody) {
  const TriangleMesh ring = shapes::torus(0.7, 0.25, 9, 7);
  const Body body(ring), half(shapes::moved(ring, 0.5, Vec3::Zero()));
  forPointsNear(half, 0.7, 500, [&](const Vec3& x, double) {
    const SurfaceBarrier expected = half.at(x), sum = body.at(2 * x, 0.5);
    EXPECT_NEAR(sum.energy(), expected.energy(), 1e-9 * expected.energy() + 1e-12);
    EXPECT_NEAR((sum.force() - expected.force()).norm(), 0, 1e-9 * expected.force().norm() + 1e-12);
  });
}

}  // namespace
}  // namespace talus::test_surface_barrier
