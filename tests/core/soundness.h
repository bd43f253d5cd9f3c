#pragma once

#include <gtest/gtest.h>

#include "geometry/check/mesh_check.h"

/// What every test body promises.
namespace talus::soundness {

inline void expectSame(const TriangleMesh& one, const TriangleMesh& other) {
  EXPECT_EQ(one.x, other.x);
  EXPECT_EQ(one.y, other.y);
  EXPECT_EQ(one.z, other.z);
  EXPECT_EQ(one.a, other.a);
  EXPECT_EQ(one.b, other.b);
  EXPECT_EQ(one.c, other.c);
}

inline MeshReport check(const TriangleMesh& mesh, bool selfIntersections = true) {
  Context context;
  return checkMesh(mesh, {.selfIntersections = selfIntersections}, context);
}

/// Handles of a closed surface of one piece.
inline std::int64_t genus(const MeshReport& report) {
  return 1 - (report.points - report.edges + report.triangles) / 2;
}

inline void expectSound(const MeshReport& report) {
  EXPECT_TRUE(report.closed && report.oriented && report.manifold) << report.problem;
  EXPECT_EQ(report.degenerateTriangles, 0);
  EXPECT_EQ(report.selfIntersections, 0) << report.problem;
  EXPECT_GT(report.signedVolume, 0);
}

inline void expectOneBody(const MeshReport& report, std::int64_t triangles) {
  expectSound(report);
  EXPECT_EQ(report.components, 1);
  EXPECT_EQ(report.triangles, triangles);
}

inline void expectSameMesh(const TriangleMesh& s, const TriangleMesh& t) {
  EXPECT_TRUE(s.x == t.x && s.y == t.y && s.z == t.z);
  EXPECT_TRUE(s.a == t.a && s.b == t.b && s.c == t.c);
}

}  // namespace talus::soundness
