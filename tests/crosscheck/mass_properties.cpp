// Mass properties of every mesh of the collections: against quadruple precision, Schinner's pyramids where
// they apply, and themselves after turning and shifting.

#include "geometry/mass/mass_properties.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <random>

#include "base/error.h"
#include "collection.h"
#include "core/pyramid_decomposition.h"
#include "core/quad_moments.h"
#include "geometry/check/mesh_check.h"
#include "peers/vtk.h"

namespace talus {
namespace {

namespace fs = std::filesystem;
using Matrix = Eigen::Matrix3d;

// The largest relative differences met, and how many meshes were compared.
struct Worst {
  int meshes = 0, refused = 0, pyramids = 0;
  double volume = 0, centroid = 0, tensor = 0, pyramid = 0, moved = 0;
};

void note(double& worst, double difference) {
  worst = std::max(worst, difference);
}

double relative(const Matrix& found, const Matrix& expected) {
  return (found - expected).norm() / expected.norm();
}

double relative(double found, double expected) {
  return std::abs(found - expected) / std::abs(expected);
}

MassProperties propertiesOf(const TriangleMesh& mesh) {
  Context context;
  return massProperties(mesh, {}, context);
}

TriangleMesh flipped(TriangleMesh mesh) {
  std::swap(mesh.b, mesh.c);
  return mesh;
}

TriangleMesh turned(TriangleMesh mesh, const Matrix& rotation, const Vec3& shift) {
  for (std::size_t i = 0; i < mesh.pointCount(); ++i) {
    const Vec3 p = rotation * mesh.point(static_cast<Index>(i)) + shift;
    mesh.x[i] = p.x();
    mesh.y[i] = p.y();
    mesh.z[i] = p.z();
  }
  return mesh;
}

class Mass : public testing::TestWithParam<fs::path> {
 protected:
  static inline Worst worst_;

  static void TearDownTestSuite() {
    std::printf(
        "%d bodies, %d refused. Largest relative differences: volume %.2g, centroid %.2g, tensor %.2g from "
        "quadruple precision; %.2g from pyramids (%d); %.2g after turning and shifting by 1e6 sizes\n",
        worst_.meshes, worst_.refused, worst_.volume, worst_.centroid, worst_.tensor, worst_.pyramid,
        worst_.pyramids, worst_.moved);
  }

  static void comparePyramids(const TriangleMesh& mesh, const MassProperties& found) {
    try {
      const PyramidSum pyramids = pyramidDecomposition(mesh);
      EXPECT_LE(relative(pyramids.inertia, found.inertia), 1e-10);
      note(worst_.pyramid, relative(pyramids.inertia, found.inertia));
      ++worst_.pyramids;
    } catch (const Error&) {  // not convex
    }
  }

  static void compareMoved(const TriangleMesh& mesh, const MassProperties& found) {
    std::mt19937 random(7);
    std::normal_distribution<double> normal;
    const double size = mesh.bounds().diagonal().norm();
    for (int i = 0; i < 3; ++i) {
      const Matrix rotation =
          Eigen::Quaterniond(normal(random), normal(random), normal(random), normal(random))
              .normalized()
              .toRotationMatrix();
      const Vec3 shift = 1e6 * size * Vec3(normal(random), normal(random), normal(random)).normalized();
      const MassProperties moved = propertiesOf(turned(mesh, rotation, shift));
      const double tensor = relative(moved.inertia, rotation * found.inertia * rotation.transpose());
      const double volume = relative(moved.volume, found.volume);
      EXPECT_LE(tensor, 1e-9);
      EXPECT_LE(volume, 1e-9);
      note(worst_.moved, std::max(tensor, volume));
    }
  }
};

TEST_P(Mass, AgreesWithEveryReference) {
  const TriangleMesh mesh = peers::readMesh(GetParam());
  Context context;
  const MeshReport report = checkMesh(mesh, {.selfIntersections = false}, context);
  if (!report.closed || !report.oriented) {
    EXPECT_THROW(propertiesOf(mesh), Error);
    ++worst_.refused;
    return;
  }
  const MassProperties found = propertiesOf(mesh);
  const bool inverted = found.correctedShells == found.shells;
  ASSERT_TRUE(inverted || found.correctedShells == 0) << "no reference for some shells turned round";
  const quad::Body expected = quad::body(inverted ? flipped(mesh) : mesh);
  const double size = mesh.bounds().diagonal().norm();
  const double volume = relative(found.volume, expected.volume);
  const double tensor = relative(found.inertia, expected.inertia);
  const double centroid = (found.centroid - expected.centroid).norm() / size;
  std::printf("%-32s volume %.15g, off by %.1e, centroid %.1e, tensor %.1e %s\n",
              GetParam().filename().c_str(), found.volume, volume, centroid, tensor, found.warning.c_str());
  EXPECT_LE(volume, 1e-12);
  EXPECT_LE(tensor, 1e-10);
  EXPECT_LE(centroid, 1e-12);
  ++worst_.meshes;
  note(worst_.volume, volume);
  note(worst_.tensor, tensor);
  note(worst_.centroid, centroid);
  comparePyramids(inverted ? flipped(mesh) : mesh, found);
  compareMoved(mesh, found);
}

INSTANTIATE_TEST_SUITE_P(Collection, Mass, testing::ValuesIn(collectedMeshes()),
                         [](const auto& mesh) { return meshName(mesh.index, mesh.param); });

}  // namespace
}  // namespace talus
