#pragma once

#include <gtest/gtest.h>

#include "arrangement/result/surface_arrangement.h"
#include "geometry/check/mesh_check.h"

namespace talus::test {

inline ArrangementBody booleanOf(std::vector<TriangleMesh> surfaces, BooleanOperation operation,
                                 InsideRule rule = InsideRule::Parity) {
  Context context;
  return talus::booleanOf(surfaces, {.operation = operation, .insideRule = rule}, {}, context);
}

inline double volumeOf(std::vector<TriangleMesh> surfaces, BooleanOperation operation,
                       InsideRule rule = InsideRule::Parity) {
  return booleanOf(std::move(surfaces), operation, rule).moments.volume;
}

/// That a body is closed, oriented, and intersects itself nowhere, and that its volume is the exact one but
/// for the rounding of its points.
inline void expectSound(const ArrangementBody& body, double slack) {
  if (body.mesh.a.empty()) {
    EXPECT_NEAR(body.moments.volume, 0, slack);
    return;
  }
  Context context;
  const MeshReport report = checkMesh(body.mesh, {}, context);
  EXPECT_TRUE(report.closed) << report.problem;
  EXPECT_TRUE(report.oriented) << report.problem;
  EXPECT_EQ(report.selfIntersections, 0) << report.problem;
  EXPECT_EQ(report.degenerateTriangles, 0) << report.problem;
  EXPECT_EQ(report.duplicateTriangles, 0) << report.problem;
  EXPECT_EQ(body.rounding.intersections, 0);
  EXPECT_NEAR(report.signedVolume, body.moments.volume, slack);
}

}  // namespace talus::test
