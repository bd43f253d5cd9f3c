#include "geometry/check/piece_nesting.h"

#include <gtest/gtest.h>

#include "geometry/check/mesh_check.h"
#include "shapes.h"

namespace talus::test_piece_nesting {
namespace {

TriangleMesh cube(double half) {
  return shapes::box(Vec3::Constant(-half), Vec3::Constant(half));
}

std::vector<std::optional<bool>> nestingOf(const TriangleMesh& mesh, const std::vector<bool>& closed) {
  Context context;
  const MeshReport report = checkMesh(mesh, {}, context);
  EXPECT_EQ(report.components, static_cast<std::int64_t>(closed.size()));
  const PieceNesting nesting(mesh, report.component, closed);
  std::vector<std::optional<bool>> found;
  for (std::size_t i = 0; i < closed.size(); ++i) found.push_back(nesting.insideOdd(static_cast<Index>(i)));
  return found;
}

TEST(PieceNesting, CountsThePiecesAround) {
  TriangleMesh mesh = cube(1);
  mesh.append(cube(3));
  mesh.append(cube(2));
  mesh.append(shapes::moved(cube(1), 1, Vec3(10, 0, 0)));
  EXPECT_EQ(nestingOf(mesh, {true, true, true, true}),
            (std::vector<std::optional<bool>>{false, false, true, false}));
}

// Squares of such lengths are infinite.
TEST(PieceNesting, OfHugePieces) {
  TriangleMesh mesh = cube(1e200);
  mesh.append(cube(3e200));
  EXPECT_EQ(nestingOf(mesh, {true, true}), (std::vector<std::optional<bool>>{true, false}));
}

TEST(PieceNesting, OpenPiecesHaveNoInside) {
  TriangleMesh mesh = cube(1);
  mesh.append(shapes::moved(shapes::openBox(), 6, Vec3::Constant(-3)));
  EXPECT_EQ(nestingOf(mesh, {true, false}), (std::vector<std::optional<bool>>{false, false}));
}

TEST(PieceNesting, TakesACornerThatTouchesNothing) {
  TriangleMesh mesh = cube(2);
  mesh.append(shapes::box(Vec3(-2, -1, -1), Vec3(0, 1, 1)));  // four corners lie on the outer cube
  EXPECT_EQ(nestingOf(mesh, {true, true}), (std::vector<std::optional<bool>>{false, true}));
}

TEST(PieceNesting, CannotTellWhereAllCornersTouch) {
  TriangleMesh mesh = cube(2);
  mesh.append(cube(2));
  EXPECT_EQ(nestingOf(mesh, {true, true}), (std::vector<std::optional<bool>>{std::nullopt, std::nullopt}));
}

}  // namespace
}  // namespace talus::test_piece_nesting
