#include "geometry/mass/mass_properties.h"

#include <gtest/gtest.h>

#include <numbers>
#include <random>

#include "base/error.h"
#include "base/parallel.h"
#include "quad_moments.h"
#include "shapes.h"
#include "pyramid_decomposition.h"

namespace talus::test_mass_properties {
namespace {

using Matrix = Eigen::Matrix3d;

MassProperties propertiesOf(const TriangleMesh& mesh, double density = 1) {
  Context context;
  return massProperties(mesh, {.density = density}, context);
}

std::string errorOf(const TriangleMesh& mesh, double density = 1) {
  try {
    propertiesOf(mesh, density);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

double relative(const Matrix& found, const Matrix& expected) {
  return (found - expected).norm() / expected.norm();
}

template <class Map>
TriangleMesh mapped(TriangleMesh mesh, const Map& map) {
  for (std::size_t i = 0; i < mesh.pointCount(); ++i) {
    const Vec3 p = map(mesh.point(static_cast<Index>(i)));
    mesh.x[i] = p.x();
    mesh.y[i] = p.y();
    mesh.z[i] = p.z();
  }
  return mesh;
}

TriangleMesh turned(const TriangleMesh& mesh, const Matrix& rotation, const Vec3& shift = Vec3::Zero()) {
  return mapped(mesh, [&](const Vec3& p) { return Vec3(rotation * p + shift); });
}

TriangleMesh flipped(TriangleMesh mesh) {
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) shapes::flip(mesh, t);
  return mesh;
}

TriangleMesh together(TriangleMesh first, const TriangleMesh& second) {
  first.append(second);
  return first;
}

Matrix randomRotation(std::mt19937& random) {
  std::normal_distribution<double> normal;
  return Eigen::Quaterniond(normal(random), normal(random), normal(random), normal(random))
      .normalized()
      .toRotationMatrix();
}

// A sphere with bumps: no symmetry, not convex.
TriangleMesh bumpy(int levels) {
  return mapped(shapes::sphere(levels), [](const Vec3& p) {
    return Vec3((1 + 0.2 * std::sin(3 * p.x() + 1) * std::cos(4 * p.y()) + 0.1 * p.z()) * p);
  });
}

void expectProperties(const MassProperties& found, double volume, const Vec3& centroid, const Matrix& inertia,
                      double tolerance) {
  EXPECT_NEAR(found.volume, volume, tolerance * volume);
  EXPECT_LE((found.centroid - centroid).norm(), tolerance * std::max(1.0, centroid.norm()));
  EXPECT_LE(relative(found.inertia, inertia), tolerance);
}

Matrix boxInertia(double mass, const Vec3& sides) {
  const Vec3 squares = sides.cwiseProduct(sides);
  return (mass / 12 * (Vec3::Constant(squares.sum()) - squares)).asDiagonal();
}

// ---- Known bodies ----

TEST(MassProperties, UnitCube) {
  const MassProperties cube = propertiesOf(shapes::unitBox());
  expectProperties(cube, 1, Vec3::Constant(0.5), Matrix::Identity() / 6, 1e-15);
  EXPECT_TRUE(cube.principal.moments.isApprox(Vec3::Constant(1.0 / 6), 1e-15));
  EXPECT_TRUE(cube.principal.axes.isIdentity(0));
  EXPECT_EQ(cube.shells, 1);
  EXPECT_EQ(cube.cavities + cube.correctedShells + cube.overlappingShells, 0);
  EXPECT_EQ(cube.warning, "");
}

TEST(MassProperties, DensityScalesMassAndInertia) {
  const Vec3 sides(1, 2, 3);
  const MassProperties box = propertiesOf(shapes::box(Vec3(-1, 2, 5), Vec3(0, 4, 8), 3), 2500);
  EXPECT_EQ(box.density, 2500);
  EXPECT_NEAR(box.mass, 15000, 1e-12 * 15000);
  expectProperties(box, 6, Vec3(-0.5, 3, 6.5), boxInertia(15000, sides), 1e-14);
  EXPECT_TRUE(box.principal.moments.isApprox(15000.0 / 12 * Vec3(5, 10, 13), 1e-14));
}

TEST(MassProperties, CornerTetrahedron) {
  const MassProperties found = propertiesOf(shapes::tetrahedron());
  const Matrix inertia = Matrix::Constant(1.0 / 480) + (1.0 / 80 - 1.0 / 480) * Matrix::Identity();
  expectProperties(found, 1.0 / 6, Vec3::Constant(0.25), inertia, 1e-15);
  EXPECT_TRUE(found.principal.moments.isApprox(Vec3(1.0 / 96, 1.0 / 96, 1.0 / 60), 1e-14));
  EXPECT_TRUE(found.principal.axes.col(2).cwiseAbs().isApprox(Vec3::Constant(std::sqrt(1.0 / 3)), 1e-14));
}

TEST(MassProperties, RegularTetrahedronIsIsotropic) {
  const TriangleMesh mesh = shapes::make({{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}},
                                         {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}});
  const double mass = 8.0 / 3;
  expectProperties(propertiesOf(mesh), mass, Vec3::Zero(), mass * 8 / 20 * Matrix::Identity(), 1e-15);
}

// Finer and finer spheres under a linear map: the error falls as the square of the edge, so four times a
// level.
TEST(MassProperties, EllipsoidIsTheLimitOfItsMeshes) {
  const Vec3 axes(1, 2, 0.5);
  const double volume = 4 * std::numbers::pi / 3 * axes.prod();
  const Vec3 squares = axes.cwiseProduct(axes);
  const Vec3 inertia = volume / 5 * (Vec3::Constant(squares.sum()) - squares);
  double volumeError = 0, inertiaError = 0;
  for (int level = 3; level <= 7; ++level) {
    const MassProperties found = propertiesOf(
        mapped(shapes::sphere(level), [&](const Vec3& p) { return Vec3(p.cwiseProduct(axes)); }));
    const double nextVolume = 1 - found.volume / volume;
    const double nextInertia = 1 - found.inertia(0, 0) / inertia[0];
    EXPECT_GT(nextVolume, 0);
    if (level > 3) {
      EXPECT_NEAR(volumeError / nextVolume, 4, 0.1) << level;
      EXPECT_NEAR(inertiaError / nextInertia, 4, 0.1) << level;
    }
    volumeError = nextVolume;
    inertiaError = nextInertia;
    EXPECT_LE(found.centroid.norm(), 1e-15);
  }
  EXPECT_LT(volumeError, 1e-3);
}

// ∮ f(r, z) dz around the polygon of a torus' cross-section, exact for polynomials up to degree 5.
template <class Function>
double aroundTube(double radius, double tube, int around, const Function& f) {
  const double node = std::sqrt(0.6);
  double sum = 0;
  for (int j = 0; j < around; ++j) {
    const auto at = [&](int k) {
      const double v = 2 * std::numbers::pi * k / around;
      return Eigen::Vector2d(radius + tube * std::cos(v), tube * std::sin(v));
    };
    const Eigen::Vector2d from = at(j), to = at(j + 1);
    for (const auto& [s, weight] :
         {std::pair(-node, 5.0 / 18), std::pair(0.0, 8.0 / 18), std::pair(node, 5.0 / 18)}) {
      const Eigen::Vector2d p = from + (1 + s) / 2 * (to - from);
      sum += weight * f(p[0], p[1]) * (to[1] - from[1]);
    }
  }
  return sum;
}

// Its faces are flat trapezia, so that each slice is a regular polygon with a hole: integrals in closed form.
TEST(MassProperties, PolyhedralTorus) {
  const double radius = 2, tube = 0.75;
  for (const auto& [along, around] : {std::pair(3, 3), std::pair(7, 5), std::pair(64, 48)}) {
    const double angle = 2 * std::numbers::pi / along;
    const double area = along * std::sin(angle) / 2;                            // of a polygon of radius 1
    const double polar = along * std::sin(angle) * (2 + std::cos(angle)) / 12;  // its second moment
    const double volume = area * aroundTube(radius, tube, around, [](double r, double) { return r * r; });
    const double izz =
        polar * aroundTube(radius, tube, around, [](double r, double) { return r * r * r * r; });
    const double zz =
        area * aroundTube(radius, tube, around, [](double r, double z) { return r * r * z * z; });
    const MassProperties found = propertiesOf(shapes::torus(radius, tube, along, around));
    const Matrix inertia = Vec3(izz / 2 + zz, izz / 2 + zz, izz).asDiagonal();
    EXPECT_NEAR(found.volume, volume, 1e-13 * volume);
    EXPECT_LE(relative(found.inertia, inertia), 1e-12) << along << ' ' << around;
  }
}

TEST(MassProperties, TorusConvergesToTheSmoothOne) {
  const double radius = 2, tube = 0.75;
  const double volume = 2 * std::numbers::pi * std::numbers::pi * radius * tube * tube;
  const double izz = volume * (radius * radius + 0.75 * tube * tube);
  double before = 0;
  for (const int n : {32, 64, 128}) {
    const MassProperties found = propertiesOf(shapes::torus(radius, tube, n, n));
    const double error = 1 - found.inertia(2, 2) / izz;
    if (before > 0) {
      EXPECT_NEAR(before / error, 4, 0.05);
    }
    before = error;
    EXPECT_TRUE(found.principal.axes.col(2).isApprox(Vec3::UnitZ(), 1e-12));
  }
}

TEST(MassProperties, HollowOctahedron) {
  const auto shell = [](double radius) {
    return mapped(shapes::octahedron(), [radius](const Vec3& p) { return Vec3(radius * p); });
  };
  for (const double inner : {0.5, 0.9, 0.999}) {
    const MassProperties found = propertiesOf(together(shell(1), flipped(shell(inner))));
    const double volume = 4.0 / 3 * (1 - std::pow(inner, 3));
    const double inertia = 4.0 / 15 * (1 - std::pow(inner, 5));
    expectProperties(found, volume, Vec3::Zero(), inertia * Matrix::Identity(), 1e-12);
    EXPECT_EQ(found.shells, 2);
    EXPECT_EQ(found.cavities, 1);
    EXPECT_EQ(found.warning, "");
  }
}

// The wall of a sphere of n faces is that of the smooth one times what its mesh lacks.
TEST(MassProperties, HollowSphere) {
  for (const double inner : {0.5, 0.99}) {
    const TriangleMesh outer = shapes::sphere(4);
    const quad::Body whole = quad::body(outer);
    const MassProperties found =
        propertiesOf(together(outer, flipped(mapped(outer, [&](const Vec3& p) { return Vec3(inner * p); }))));
    expectProperties(found, whole.volume * (1 - std::pow(inner, 3)), Vec3::Zero(),
                     whole.inertia * (1 - std::pow(inner, 5)), 1e-12);
  }
}

TEST(MassProperties, CavityOffTheCentre) {
  const Vec3 at(0.5, 0.25, -0.5);
  const TriangleMesh mesh = together(shapes::box(Vec3(-2, -2, -2), Vec3(2, 2, 2)),
                                     flipped(shapes::box(at - Vec3::Ones(), at + Vec3::Ones())));
  const double volume = 64 - 8;
  const Vec3 centroid = -8 * at / volume;
  const auto steiner = [](double mass, const Vec3& d) {
    return Matrix(mass * (d.squaredNorm() * Matrix::Identity() - d * d.transpose()));
  };
  const Matrix inertia = boxInertia(64, Vec3::Constant(4)) + steiner(64, centroid) -
                         boxInertia(8, Vec3::Constant(2)) - steiner(8, at - centroid);
  expectProperties(propertiesOf(mesh), volume, centroid, inertia, 1e-14);
}

// ---- Precision ----

void expectQuadruplePrecision(const TriangleMesh& mesh, double tolerance) {
  const quad::Body expected = quad::body(mesh);
  const MassProperties found = propertiesOf(mesh);
  const double size = mesh.bounds().diagonal().norm() + mesh.point(0).norm();
  EXPECT_NEAR(found.volume, expected.volume, tolerance * expected.volume);
  EXPECT_LE(relative(found.inertia, expected.inertia), tolerance);
  EXPECT_LE((found.centroid - expected.centroid).norm(), tolerance * size);
}

TEST(MassProperties, AgreeWithQuadruplePrecision) {
  const TriangleMesh body = bumpy(4);
  for (const double scale : {1e-6, 1.0, 1e6})
    expectQuadruplePrecision(shapes::moved(body, scale, Vec3::Zero()), 1e-14);
  expectQuadruplePrecision(shapes::moved(body, 1, Vec3(1e6, -2e6, 3e6)), 1e-14);
  const TriangleMesh far = shapes::moved(shapes::sphere(3), 1e-3, Vec3(1e3, 0, 0));
  expectQuadruplePrecision(together(shapes::sphere(3), far), 1e-14);
}

// What rounding leaves of a slanted plate's thickness limits the result.
TEST(MassProperties, ThinPlatesLoseDigitsWithTheirThickness) {
  std::mt19937 random(5);
  for (const double thickness : {1e-3, 1e-6, 1e-9})
    for (int i = 0; i < 10; ++i)
      expectQuadruplePrecision(
          turned(shapes::box(Vec3::Zero(), Vec3(1, 1, thickness), 8), randomRotation(random)),
          1e-15 / thickness);
}

TEST(MassProperties, TurningAndShiftingChangesNothing) {
  std::mt19937 random(11);
  const Vec3 shift(1e6, 1e6, -1e6);
  for (const TriangleMesh& mesh : {bumpy(3), shapes::torus(1, 0.3, 24, 16), shapes::unitBox(3)}) {
    const MassProperties still = propertiesOf(mesh);
    for (int i = 0; i < 20; ++i) {
      const Matrix rotation = randomRotation(random);
      const MassProperties moved = propertiesOf(turned(mesh, rotation, shift));
      EXPECT_NEAR(moved.volume, still.volume, 1e-9 * still.volume);
      EXPECT_LE((moved.centroid - rotation * still.centroid - shift).norm(), 1e-9);
      EXPECT_LE(relative(moved.inertia, rotation * still.inertia * rotation.transpose()), 1e-9);
      EXPECT_TRUE(moved.principal.moments.isApprox(still.principal.moments, 1e-9));
    }
  }
}

TEST(MassProperties, ScalingByPowersOfTwoKeepsEveryBit) {
  const MassProperties one = propertiesOf(bumpy(3));
  for (const int power : {-150, -20, 20, 150}) {
    const double scale = std::ldexp(1.0, power);
    const MassProperties found = propertiesOf(shapes::moved(bumpy(3), scale, Vec3::Zero()));
    EXPECT_EQ(found.volume, std::ldexp(one.volume, 3 * power));
    EXPECT_EQ(found.centroid, one.centroid * scale);
    EXPECT_EQ(found.inertia(0, 1), std::ldexp(one.inertia(0, 1), 5 * power));
    EXPECT_EQ(found.principal.axes, one.principal.axes);
  }
}

TEST(MassProperties, SameBitsForEveryNumberOfThreads) {
  const TriangleMesh mesh = together(bumpy(6), shapes::moved(bumpy(4), 0.1, Vec3::Zero()));
  const ThreadLimit all(0);
  const MassProperties many = propertiesOf(mesh);
  const ThreadLimit limit(1);
  const MassProperties one = propertiesOf(mesh);
  EXPECT_EQ(one.volume, many.volume);
  EXPECT_EQ(one.centroid, many.centroid);
  EXPECT_EQ(one.inertia, many.inertia);
  EXPECT_EQ(one.principal.axes, many.principal.axes);
}

TEST(MassProperties, OrderOfTrianglesDoesNotMatter) {
  const TriangleMesh mesh = bumpy(5);
  std::vector<std::size_t> order(mesh.triangleCount());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::shuffle(order.begin(), order.end(), std::mt19937(3));
  const MassProperties straight = propertiesOf(mesh), shuffled = propertiesOf(shapes::reordered(mesh, order));
  EXPECT_NEAR(shuffled.volume, straight.volume, 1e-15 * straight.volume);
  EXPECT_LE(relative(shuffled.inertia, straight.inertia), 1e-15);
}

// ---- Which way round ----

TEST(MassProperties, InvertedSurfaceIsCorrectedWithAWarning) {
  const MassProperties upright = propertiesOf(bumpy(3)), inverted = propertiesOf(flipped(bumpy(3)));
  EXPECT_NEAR(inverted.volume, upright.volume, 1e-15);
  EXPECT_LE(relative(inverted.inertia, upright.inertia), 1e-15);
  EXPECT_EQ(inverted.correctedShells, 1);
  EXPECT_EQ(inverted.cavities, 0);
  EXPECT_EQ(inverted.warning, "The surface faces inwards; its orientation was reversed.");
}

TEST(MassProperties, CavityMayFaceEitherWay) {
  const TriangleMesh outer = shapes::sphere(3), inner = shapes::moved(shapes::sphere(2), 0.5, Vec3::Zero());
  const MassProperties sound = propertiesOf(together(outer, flipped(inner)));
  const std::array<TriangleMesh, 3> wrong{together(outer, inner), together(flipped(outer), inner),
                                          together(flipped(outer), flipped(inner))};
  const std::array<int, 3> corrected{1, 2, 1};
  for (std::size_t i = 0; i < wrong.size(); ++i) {
    const MassProperties found = propertiesOf(wrong[i]);
    EXPECT_NEAR(found.volume, sound.volume, 1e-15 * sound.volume);
    EXPECT_LE(relative(found.inertia, sound.inertia), 1e-15);
    EXPECT_EQ(found.correctedShells, corrected[i]);
    EXPECT_EQ(found.cavities, 1);
    EXPECT_NE(found.warning.find("of 2 shells have the wrong orientation"), std::string::npos)
        << found.warning;
  }
}

TEST(MassProperties, BodiesBesideAndInsideOneAnother) {
  const auto cube = [](double half, const Vec3& at) {
    return shapes::box(at - Vec3::Constant(half), at + Vec3::Constant(half));
  };
  // A body, a cavity in it, a body in that; beside them a body that faces inwards.
  TriangleMesh mesh = together(cube(3, Vec3::Zero()), cube(2, Vec3::Zero()));
  mesh.append(cube(1, Vec3::Zero()));
  mesh.append(flipped(cube(1, Vec3(10, 0, 0))));
  const MassProperties found = propertiesOf(mesh);
  EXPECT_NEAR(found.volume, 216 - 64 + 8 + 8, 1e-12);
  EXPECT_EQ(found.shells, 4);
  EXPECT_EQ(found.cavities, 1);
  EXPECT_EQ(found.correctedShells, 2);
}

TEST(MassProperties, ASingleShellThatCutsItselfIsTold) {
  TriangleMesh mesh = shapes::unitBox(4);
  for (std::size_t p = 0; p < mesh.pointCount(); ++p)
    if (mesh.point(Index(p)) == Vec3(0.5, 0.5, 1)) mesh.z[p] = -0.5;  // through the floor
  const MassProperties cut = propertiesOf(mesh);
  EXPECT_EQ(cut.shells, 1);
  EXPECT_EQ(cut.overlappingShells, 1);
  EXPECT_NE(cut.warning.find("intersects or touches itself"), std::string::npos) << cut.warning;
  EXPECT_EQ(propertiesOf(shapes::unitBox(4)).warning, "");
}

// A pyramid over a pentagon whose lower apex came out through its side: parts of it count as negative volume.
TEST(MassProperties, AShellWhoseInertiaIsNegativeIsTold) {
  TriangleMesh mesh;
  for (int i = 0; i < 5; ++i) {
    const double angle = 0.4 * std::numbers::pi * i + 0.3;
    mesh.addPoint(1.3 * Vec3(std::cos(angle), std::sin(angle), 0));
  }
  const Index upper = mesh.addPoint(Vec3(0, 0, 1.7)), lower = mesh.addPoint(Vec3(1, 0.4, 1));
  for (Index i = 0; i < 5; ++i) {
    mesh.addTriangle(i, (i + 1) % 5, upper);
    mesh.addTriangle((i + 1) % 5, i, lower);
  }
  const std::string error = errorOf(mesh);
  EXPECT_NE(error.find("cuts itself so that parts of it count as negative volume"), std::string::npos)
      << error;
}

TEST(MassProperties, OverlappingShellsCountTwiceWithAWarning) {
  const TriangleMesh first = shapes::unitBox(),
                     second = shapes::moved(shapes::unitBox(), 1, Vec3(0.5, 0.25, 0.125));
  for (const bool inwards : {false, true}) {
    const TriangleMesh mesh = together(first, second);
    const MassProperties found = propertiesOf(inwards ? flipped(mesh) : mesh);
    EXPECT_NEAR(found.volume, 2, 1e-14);
    EXPECT_EQ(found.overlappingShells, 2);
    EXPECT_EQ(found.correctedShells, inwards ? 2 : 0);
    EXPECT_NE(found.warning.find("2 of 2 shells intersect or touch others"), std::string::npos)
        << found.warning;
  }
}

TEST(MassProperties, PiecesThatShareAPointDoNotMeet) {
  const TriangleMesh mirrored = shapes::moved(shapes::unitBox(), -1, Vec3::Zero());  // faces inwards
  const MassProperties found = propertiesOf(mergeDuplicatePoints(together(shapes::unitBox(), mirrored)).mesh);
  EXPECT_NEAR(found.volume, 2, 1e-14);
  EXPECT_EQ(found.shells, 2);
  EXPECT_EQ(found.correctedShells, 1);
  EXPECT_EQ(found.overlappingShells, 0);
}

// ---- Bad input ----

TEST(MassProperties, OpenSurfaceIsOneError) {
  const std::string error = errorOf(shapes::openBox());
  EXPECT_NE(error.find("is open"), std::string::npos) << error;
  EXPECT_NE(error.find("4 edges belong to only one triangle"), std::string::npos) << error;
  EXPECT_NE(error.find("Close its holes"), std::string::npos) << error;
  EXPECT_NE(errorOf(shapes::moebius(8)).find("is open"), std::string::npos);
}

TEST(MassProperties, FlippedPatchIsOneErrorWithRemedy) {
  TriangleMesh mesh = shapes::unitBox(4);
  shapes::flip(mesh, 7);
  const std::string error = errorOf(mesh);
  EXPECT_NE(error.find("orientation of parts of it differs"), std::string::npos) << error;
  EXPECT_NE(error.find("1 flipped triangle in 1 patch"), std::string::npos) << error;
  EXPECT_NE(error.find("Generate Surface Normals"), std::string::npos) << error;
}

TEST(MassProperties, ASurfaceThatOccursTwiceIsOneError) {
  const TriangleMesh twice = mergeDuplicatePoints(together(shapes::unitBox(), shapes::unitBox())).mesh;
  const std::string error = errorOf(twice);
  EXPECT_NE(error.find("occurs twice in places, so its volume is ambiguous (18 edges belong"),
            std::string::npos)
      << error;
  EXPECT_NE(error.find("triangles duplicate others"), std::string::npos) << error;
}

// Two cubes on either side of a common wall, which occurs once in each direction and encloses nothing.
TEST(MassProperties, AWallBetweenTwoCellsIsNoError) {
  const TriangleMesh second = shapes::moved(shapes::unitBox(), 1, Vec3(1, 0, 0));
  const MassProperties found = propertiesOf(mergeDuplicatePoints(together(shapes::unitBox(), second)).mesh);
  EXPECT_NEAR(found.volume, 2, 1e-14);
}

TEST(MassProperties, NoVolumeIsAnError) {
  const TriangleMesh flat = shapes::make({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}},
                                         {{0, 1, 2}, {1, 3, 2}, {0, 2, 1}, {1, 2, 3}});
  std::mt19937 random(2);
  EXPECT_NE(errorOf(flat).find("encloses no volume"), std::string::npos);
  for (int i = 0; i < 50; ++i)
    EXPECT_NE(errorOf(turned(flat, randomRotation(random), Vec3(3, 5, 7))).find("encloses no volume"),
              std::string::npos);
}

TEST(MassProperties, BadInputIsAnError) {
  for (const double density : {0.0, -1.0, std::nan(""), HUGE_VAL})
    EXPECT_NE(errorOf(shapes::unitBox(), density).find("density"), std::string::npos) << density;
  EXPECT_NE(errorOf({}).find("no triangles"), std::string::npos);
  TriangleMesh broken = shapes::unitBox();
  broken.x[3] = std::nan("");
  EXPECT_NE(errorOf(broken).find("NaN"), std::string::npos);
  broken = shapes::unitBox();
  broken.a[5] = 99;
  EXPECT_NE(errorOf(broken).find("invalid point index"), std::string::npos);
  for (const double scale : {1e-80, 1e-300, 1e70, 1e299})
    EXPECT_NE(errorOf(shapes::moved(shapes::unitBox(), scale, Vec3::Zero())).find("does not fit a double"),
              std::string::npos)
        << scale;
}

TEST(MassProperties, NameStandsInMessages) {
  Context context;
  try {
    massProperties(shapes::openBox(), {.name = "Block 3"}, context);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.problem().find("Block 3 is open"), 0u);
  }
}

TEST(MassProperties, RefusesAnOpenSurfaceBeforeItLooksForSelfIntersections) {
  TriangleMesh open = shapes::sphere(6);
  for (auto* corners : {&open.a, &open.b, &open.c}) corners->pop_back();
  double last = 0;
  Context context([&last](double fraction) {
    last = fraction;
    return true;
  });
  EXPECT_THROW(massProperties(open, {}, context), Error);
  EXPECT_LE(last, 0.25);  // the search is the second half of the first half
}

TEST(MassProperties, CanBeCancelled) {
  Context context([](double fraction) { return fraction < 0.6; });
  EXPECT_THROW(massProperties(shapes::sphere(7), {}, context), Cancelled);
}

TEST(MassProperties, ProgressEndsAtOne) {
  double last = -1;
  Context context([&last](double fraction) {
    EXPECT_GE(fraction, last);
    last = fraction;
    return true;
  });
  massProperties(together(shapes::sphere(5), shapes::moved(shapes::sphere(3), 0.5, Vec3::Zero())), {},
                 context);
  EXPECT_EQ(last, 1);
}

// ---- Schinner's pyramids ----

TEST(PyramidDecomposition, AgreesOnConvexBodies) {
  std::mt19937 random(17);
  const TriangleMesh ellipsoid =
      mapped(shapes::sphere(3), [](const Vec3& p) { return Vec3(p.x(), 2 * p.y(), 0.5 * p.z()); });
  for (const TriangleMesh& mesh : {shapes::tetrahedron(), shapes::unitBox(2), shapes::octahedron(), ellipsoid,
                                   turned(ellipsoid, randomRotation(random), Vec3(5, 6, 7)),
                                   turned(shapes::unitBox(), randomRotation(random))}) {
    const MassProperties expected = propertiesOf(mesh);
    const PyramidSum found = pyramidDecomposition(mesh);
    EXPECT_NEAR(found.volume, expected.volume, 1e-13 * expected.volume);
    EXPECT_LE((found.centroid - expected.centroid).norm(), 1e-13 * std::max(1.0, expected.centroid.norm()));
    EXPECT_LE(relative(found.inertia, expected.inertia), 1e-13);
  }
}

TEST(PyramidDecomposition, RefusesWhatIsNotStarShaped) {
  EXPECT_THROW(pyramidDecomposition(shapes::torus(1, 0.3, 12, 8)), Error);
  EXPECT_THROW(pyramidDecomposition(flipped(shapes::unitBox())), Error);
  EXPECT_THROW(pyramidDecomposition({}), Error);
}

}  // namespace
}  // namespace talus::test_mass_properties
