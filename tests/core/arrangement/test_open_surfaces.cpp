// Booleans of surfaces with openings, by the generalised winding number.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "arrangement/result/closed_openings.h"
#include "arrangement_checks.h"
#include "base/error.h"
#include "message_of.h"
#include "shapes.h"
#include "solid_angle.h"

namespace talus::test_open_surfaces {
namespace {

using enum BooleanOperation;

const TriangleMesh around = shapes::box({-5, -5, -5}, {5, 5, 5});

ArrangementBody combined(std::vector<TriangleMesh> surfaces, BooleanOperation operation,
                         InsideRule rule = InsideRule::Parity) {
  Context context;
  return talus::booleanOf(surfaces, {.operation = operation, .insideRule = rule, .closeOpenings = true}, {},
                          context);
}

// The triangles whose middle fulfils a condition.
template <class Condition>
TriangleMesh part(const TriangleMesh& mesh, const Condition& condition) {
  TriangleMesh kept;
  kept.x = mesh.x, kept.y = mesh.y, kept.z = mesh.z;
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto [p, q, r] = mesh.corners(t);
    if (condition((p + q + r) / 3)) kept.addTriangle(mesh.a[t], mesh.b[t], mesh.c[t]);
  }
  return kept;
}

// A sphere without the cap above a wave around its axis.
TriangleMesh opened(int levels, double height, double wave, int waves) {
  return part(shapes::sphere(levels), [=](const Vec3& p) {
    return p.z() < height + wave * std::sin(waves * std::atan2(p.y(), p.x()));
  });
}

// A tube around the z axis whose upper end is cut obliquely, and along a wave.
TriangleMesh halfOpenTube(int n, double radius, double length, double wave) {
  TriangleMesh mesh;
  const Index middle = mesh.addPoint({0, 0, 0});
  for (int i = 0; i < n; ++i) {
    const double angle = 2 * std::numbers::pi * i / n;
    const Vec3 low(radius * std::cos(angle), radius * std::sin(angle), 0);
    mesh.addPoint(low);
    mesh.addPoint(low + Vec3(0, 0, length + wave * std::cos(2 * angle)));
  }
  for (int i = 0; i < n; ++i) {
    const Index low = 1 + 2 * i, high = low + 1, nextLow = 1 + 2 * ((i + 1) % n), nextHigh = nextLow + 1;
    mesh.addTriangle(low, nextLow, nextHigh);
    mesh.addTriangle(low, nextHigh, high);
    mesh.addTriangle(middle, nextLow, low);
  }
  return mesh;
}

// A tube around the z axis that is open at both ends.
TriangleMesh openTube(int n, double radius, double length) {
  TriangleMesh mesh = halfOpenTube(n, radius, length, 0);
  return part(mesh, [](const Vec3& p) { return p.z() > 0; });
}

// Inside the result where the winding number of the open surface exceeds 1/2. It is harmonic between the
// patch and where it is 1/2, so it is no farther from that there than on the patch.
void expectLabelsOf(const TriangleMesh& open, const ArrangementBody& body, int allowed) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> part(0, 1);
  const Box box = open.bounds();
  int wrong = 0;
  for (int i = 0; i < 3000; ++i) {
    const Vec3 p = box.min() + Vec3(part(random), part(random), part(random)).cwiseProduct(box.sizes());
    const double winding = solid_angle::winding(open, p);
    if ((solid_angle::winding(body.mesh, p) > 0.5) == (winding > 0.5)) continue;
    ++wrong;
    EXPECT_LT(std::abs(winding - 0.5), 2 * body.patches.greatest) << p.transpose();
  }
  EXPECT_LE(wrong, allowed);
}

TEST(OpenSurfaces, ASphereWithoutACapAlongACurve) {
  for (const double wave : {0.0, 0.15, 0.4}) {
    const TriangleMesh open = opened(4, 0.5, wave, 3);
    const ArrangementBody body = combined({open, around}, Intersection);
    test::expectSound(body, 1e-12);
    EXPECT_LT(body.patches.mean, 0.03);  // the outline is a zigzag
    expectLabelsOf(open, body, 20);
  }
}

TEST(OpenSurfaces, AHalfOpenTube) {
  const TriangleMesh open = halfOpenTube(24, 0.5, 2, 0.3);
  const ArrangementBody body = combined({open, around}, Intersection);
  test::expectSound(body, 1e-12);
  expectLabelsOf(open, body, 20);
  // By symmetry the patch halves the tube between its highest and lowest points.
  const double area = 12 * 0.25 * std::sin(2 * std::numbers::pi / 24);
  EXPECT_NEAR(body.moments.volume, 2 * area, 0.02);
}

// What closes it lies within the other body.
TEST(OpenSurfaces, AnEndWithinAnotherBodyDoesNotMatter) {
  const TriangleMesh tube = halfOpenTube(24, 0.5, 2, 0.3), block = shapes::box({-1, -1, 1}, {1, 1, 3});
  const double area = 12 * 0.25 * std::sin(2 * std::numbers::pi / 24);
  const ArrangementBody both = combined({tube, block}, Union);
  test::expectSound(both, 1e-12);
  EXPECT_NEAR(both.moments.volume, 8 + area, 1e-13);
  EXPECT_EQ(both.patches.greatest, 0);
  EXPECT_NEAR(combined({tube, block}, Difference).moments.volume, area, 1e-13);
  EXPECT_GT(combined({block, tube}, Difference).patches.greatest, 0);
}

// Each hole is one triangle, or some that touch.
TEST(OpenSurfaces, ManyHoles) {
  const TriangleMesh whole = shapes::sphere(4);
  TriangleMesh open = whole;
  open.a.clear(), open.b.clear(), open.c.clear();
  for (std::size_t t = 0; t < whole.triangleCount(); ++t)
    if (t % 16 != 0) open.addTriangle(whole.a[t], whole.b[t], whole.c[t]);
  Context context;
  const ClosedOpenings closed({open}, context);
  EXPECT_GT(closed.openings(), 50);
  const TriangleMesh other = shapes::moved(whole, 1, {0.7, 0.3, 0.2});
  for (const BooleanOperation operation : {Union, Intersection, Difference, SymmetricDifference})
    EXPECT_NEAR(combined({open, other}, operation).moments.volume, test::volumeOf({whole, other}, operation),
                1e-2);
}

// Its outline runs along both sides of the slit, more than half around the sphere.
TEST(OpenSurfaces, ASlitStaysNarrow) {
  const TriangleMesh whole = shapes::sphere(4);
  const TriangleMesh open =
      part(whole, [](const Vec3& p) { return std::abs(p.z()) > 0.06 || std::atan2(p.y(), p.x()) > 2; });
  ASSERT_LT(open.triangleCount(), whole.triangleCount());
  const ArrangementBody body = combined({open, around}, Intersection);
  test::expectSound(body, 1e-12);
  EXPECT_NEAR(body.moments.volume, test::volumeOf({whole, around}, Intersection), 0.01);
  expectLabelsOf(open, body, 20);
}

TEST(OpenSurfaces, InwardAndTurnedOnesAreTheSame) {
  TriangleMesh open = opened(3, 0.5, 0.15, 3);
  const double volume = combined({open, around}, Intersection).moments.volume;
  std::swap(open.b, open.c);
  EXPECT_NEAR(combined({open, around}, Intersection, InsideRule::NonZero).moments.volume, volume, 1e-14);
}

TEST(OpenSurfaces, LongTubesAreFullAndRingsAreEmpty) {
  const double area = 16 * std::sin(2 * std::numbers::pi / 32);
  EXPECT_NEAR(combined({openTube(32, 1, 8), around}, Intersection).moments.volume, 5 * area, 1e-12);
  const ArrangementBody ring = combined({openTube(32, 1, 0.1), around}, Intersection);
  EXPECT_EQ(ring.mesh.triangleCount(), 0u);
  EXPECT_NEAR(combined({openTube(32, 1, 0.1), around}, Union).moments.volume, 1000, 1e-11);
}

TEST(OpenSurfaces, WhatIsNeitherInNorOutIsRefusedWhereItMatters) {
  double length = 0.2;
  std::string message;
  while (message.empty() && length < 4) {
    length *= 1.05;
    message = messageOf([&] { combined({openTube(32, 1, length), around}, Intersection); });
  }
  EXPECT_NE(message.find("Surface 0 is open, and a part of space near ("), std::string::npos) << message;
  EXPECT_NE(message.find("is neither inside nor outside of it: the generalised winding number is 0."),
            std::string::npos);
  const ArrangementBody all = combined({openTube(32, 1, length), around}, Union);
  EXPECT_NEAR(all.moments.volume, 1000, 1e-11);
}

// A sheet without thickness encloses nothing.
TEST(OpenSurfaces, AFlatSheetIsEmpty) {
  const TriangleMesh sheet = shapes::square(3, 1);
  EXPECT_EQ(combined({sheet, around}, Intersection).mesh.triangleCount(), 0u);
  EXPECT_NEAR(combined({around, sheet}, Difference).moments.volume, 1000, 1e-11);
}

TEST(OpenSurfaces, OfAnySize) {
  const double volume = combined({opened(3, 0.5, 0.15, 3), around}, Intersection).moments.volume;
  for (const double scale : {0x1p-150, 0x1p-20, 0x1p20, 0x1p150}) {
    const ArrangementBody body = combined({shapes::moved(opened(3, 0.5, 0.15, 3), scale, Vec3::Zero()),
                                           shapes::moved(around, scale, Vec3::Zero())},
                                          Intersection);
    EXPECT_NEAR(body.moments.volume / scale / scale / scale, volume, 1e-9) << scale;
  }
}

TEST(OpenSurfaces, BothMayBeOpen) {
  const TriangleMesh one = opened(3, 0.5, 0.15, 3), other = shapes::moved(one, 1, {0.6, 0.1, 0.05});
  const double a = combined({one, around}, Intersection).moments.volume;
  const double b = combined({other, around}, Intersection).moments.volume;
  const ArrangementBody both = combined({one, other}, Union), common = combined({one, other}, Intersection);
  test::expectSound(both, 1e-12);
  test::expectSound(common, 1e-12);
  EXPECT_NEAR(both.moments.volume + common.moments.volume, a + b, 1e-12);
}

}  // namespace
}  // namespace talus::test_open_surfaces
