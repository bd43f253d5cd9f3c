#include "geometry/mass/principal_axes.h"

#include <gtest/gtest.h>

#include <random>

namespace talus::test_principal_axes {
namespace {

using Matrix = Eigen::Matrix3d;

Matrix randomRotation(std::mt19937& random) {
  std::normal_distribution<double> normal;
  return Eigen::Quaterniond(normal(random), normal(random), normal(random), normal(random))
      .normalized()
      .toRotationMatrix();
}

void expectRotation(const Matrix& axes) {
  EXPECT_TRUE((axes.transpose() * axes).isIdentity(1e-14));
  EXPECT_NEAR(axes.determinant(), 1, 1e-14);
}

TEST(PrincipalAxes, AscendAndRebuildTheTensor) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> moment(0.1, 10);
  for (int i = 0; i < 1000; ++i) {
    const Matrix rotation = randomRotation(random);
    const Matrix tensor =
        rotation * Vec3(moment(random), moment(random), moment(random)).asDiagonal() * rotation.transpose();
    const PrincipalAxes found = principalAxes(tensor);
    expectRotation(found.axes);
    EXPECT_LE(found.moments[0], found.moments[1]);
    EXPECT_LE(found.moments[1], found.moments[2]);
    EXPECT_LE((found.axes * found.moments.asDiagonal() * found.axes.transpose() - tensor).norm(), 1e-13);
  }
}

TEST(PrincipalAxes, SignsAreFixed) {
  const PrincipalAxes found = principalAxes(Vec3(3, 1, 2).asDiagonal());
  Matrix expected;
  expected << 0, 0, 1, 1, 0, 0, 0, 1, 0;
  EXPECT_TRUE(found.axes.isApprox(expected, 1e-15));
  EXPECT_TRUE(found.moments.isApprox(Vec3(1, 2, 3), 1e-15));
  // Two components as large as each other: the first is positive, whichever is larger by rounding.
  for (const double noise : {-1e-13, 0.0, 1e-13}) {
    Matrix tensor;
    tensor << 2 + noise, 1, 0, 1, 2, 0, 0, 0, 5;  // (1, −1, 0) has the moment 1
    EXPECT_GT(principalAxes(tensor).axes(0, 0), 0);
  }
}

TEST(PrincipalAxes, EqualMomentsTakeTheCoordinateAxes) {
  EXPECT_TRUE(principalAxes(7 * Matrix::Identity()).axes.isIdentity(0));
  EXPECT_TRUE(principalAxes(Matrix::Zero()).axes.isIdentity(0));
  for (const Vec3& moments : {Vec3(1, 1, 2), Vec3(1, 2, 2)})
    EXPECT_TRUE(principalAxes(moments.asDiagonal()).axes.isIdentity(1e-15));
  std::mt19937 random(4);
  for (int i = 0; i < 200; ++i) {
    const Matrix rotation = randomRotation(random);
    for (const Vec3& moments : {Vec3(1, 1, 2), Vec3(1, 2, 2)}) {
      const Matrix tensor = rotation * moments.asDiagonal() * rotation.transpose();
      const PrincipalAxes found = principalAxes(tensor);
      expectRotation(found.axes);
      EXPECT_LE((found.axes * found.moments.asDiagonal() * found.axes.transpose() - tensor).norm(), 1e-12);
      const Eigen::Index open =
          moments[1] == 1 ? 0 : 1;  // one of the open axes lies nearest to a coordinate axis
      EXPECT_GE(found.axes.col(open).maxCoeff(), std::sqrt(2.0 / 3) - 1e-6);
    }
  }
}

// Noise of a rounding must not turn the axes of a cube.
TEST(PrincipalAxes, RoundingDoesNotTurnOpenAxes) {
  std::mt19937 random(8);
  std::uniform_real_distribution<double> noise(-1e-15, 1e-15);
  for (int i = 0; i < 100; ++i) {
    Matrix tensor = Matrix::Identity();
    tensor(0, 1) = tensor(1, 0) = noise(random);
    tensor(2, 2) += noise(random);
    EXPECT_TRUE(principalAxes(tensor).axes.isIdentity(0));
  }
}

}  // namespace
}  // namespace talus::test_principal_axes
