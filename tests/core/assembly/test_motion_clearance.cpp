#include <gtest/gtest.h>

#include <numbers>

#include "assembly/assembly_check.h"
#include "message_of.h"
#include "report/assembly_answer.h"
#include "shapes.h"

namespace talus::test_motion_clearance {
namespace {

TriangleMesh block(const Vec3& low, const Vec3& sizes) {
  return shapes::box(low, low + sizes);
}

AssemblyReport check(const std::vector<AssemblyPart>& parts, const std::string& motions,
                     AssemblyOptions options = {}) {
  options.motion = "{\"motions\": [" + motions + "]}";
  Context context;
  return checkAssembly(parts, options, context);
}

const std::string halfTurn = R"("axis": [0, 0, 1], "times": [0, 2], "angles": [0, 180])";

std::string motionOf(const std::string& part, const std::string& rest) {
  return "{\"part\": \"" + part + "\", " + rest + "}";
}

TEST(MotionClearance, OfASliderIsWhatTheTableLeaves) {
  const std::vector<AssemblyPart> parts{{"wall", block({10, -5, -5}, {1, 10, 10})},
                                        {"slider", block({0, 0, 0}, {1, 1, 1})}};
  const AssemblyPair pair =
      check(parts,
            motionOf("slider", R"("times": [0, 1, 3], "displacements": [[0,0,0], [8.75,0,0], [0,0,0]])"))
          .pairs.at(0);
  ASSERT_TRUE(pair.motion);
  EXPECT_NEAR(pair.motion->least, 0.25, 0.25 * 0.05);
  EXPECT_LE(pair.motion->certified, 0.25);
  EXPECT_GE(pair.motion->certified, 0.25 * 0.94);
  EXPECT_NEAR(pair.motion->time, 1, 0.01);
  EXPECT_TRUE(pair.motion->complete);
  EXPECT_FALSE(pair.motion->meets());
  EXPECT_EQ(pair.finding, AssemblyFinding::None);
}

TEST(MotionClearance, AContactOfOneMicrometreIsFoundAtItsInstant) {
  const std::vector<AssemblyPart> parts{{"wall", block({0.1, -0.05, -0.05}, {0.01, 0.1, 0.1})},
                                        {"slider", block({0, 0, 0}, {0.01, 0.01, 0.01})}};
  const auto to = [&](double x) {
    return check(parts, motionOf("slider", R"("times": [0, 0.5, 1], "displacements": [[0,0,0], [)" +
                                               std::to_string(x) + ",0,0], [0,0,0]]"))
        .pairs.at(0);
  };
  const AssemblyPair deep = to(0.090001);  // 1e-6 m too far, for 1e-5 s
  EXPECT_EQ(deep.finding, AssemblyFinding::Collision);
  EXPECT_NEAR(deep.motion->contactTime, 0.5 * 0.09 / 0.090001, 1e-9);
  EXPECT_EQ(deep.motion->certified, 0);
  const AssemblyPair free = to(0.089999);
  EXPECT_EQ(free.finding, AssemblyFinding::None);
  EXPECT_NEAR(free.motion->least, 1e-6, 0.06e-6);
  EXPECT_GT(free.motion->certified, 0.94e-6);
}

TEST(MotionClearance, AContactOfOneMicrometreForOneMicrosecondIsFound) {
  const std::vector<AssemblyPart> parts{{"wall", block({0.1, -0.05, -0.05}, {0.01, 0.1, 0.1})},
                                        {"slider", block({0, 0, 0}, {0.01, 0.01, 0.01})}};
  const AssemblyPair pair =  // at 2 m/s
      check(parts, motionOf("slider", R"("times": [0, 0.0450005, 0.1],
                                         "displacements": [[0,0,0], [0.090001,0,0], [-0.0199980,0,0]])"))
          .pairs.at(0);
  EXPECT_EQ(pair.finding, AssemblyFinding::Collision);
  EXPECT_NEAR(pair.motion->contactTime, 0.045, 1e-9);
}

// A wheel of n teeth around the z axis, with a root on the x axis.
TriangleMesh toothedWheel(int n, double tip, double root, double thickness) {
  TriangleMesh mesh;
  const Index low = mesh.addPoint({0, 0, 0}), high = mesh.addPoint({0, 0, thickness});
  for (int i = 0; i < 2 * n; ++i) {
    const double radius = i % 2 == 0 ? root : tip, angle = std::numbers::pi * i / n;
    for (const double z : {0.0, thickness})
      mesh.addPoint({radius * std::cos(angle), radius * std::sin(angle), z});
  }
  for (int i = 0; i < 2 * n; ++i) {
    const Index p = 2 + 2 * i, q = 2 + 2 * ((i + 1) % (2 * n));
    mesh.addTriangle(low, q, p);
    mesh.addTriangle(high, p + 1, q + 1);
    mesh.addTriangle(p, q, q + 1);
    mesh.addTriangle(p, q + 1, p + 1);
  }
  return mesh;
}

// Twelve teeth in a turn of half a millisecond each reach 1e-6 m into the stop for a microsecond.
TEST(MotionClearance, TeethThatReachTooFarForAMicrosecondAreFound) {
  constexpr double radius = 0.05, turn = 5e-4, depth = 1e-6;
  const auto withStopAt = [&](double x) {
    const std::vector<AssemblyPart> parts{{"wheel", toothedWheel(12, radius, 0.04, 0.01)},
                                          {"stop", block({x, -0.01, -0.01}, {0.01, 0.02, 0.03})}};
    return check(parts, motionOf("wheel", R"("axis": [0, 0, 1], "times": [0, 0.0005], "angles": [0, -360])"))
        .pairs.at(0);
  };
  const AssemblyPair deep = withStopAt(radius - depth);
  EXPECT_EQ(deep.finding, AssemblyFinding::Collision);
  const double angle = std::numbers::pi / 12 - std::acos(1 - depth / radius);
  EXPECT_NEAR(deep.motion->contactTime, turn * angle / (2 * std::numbers::pi), 1e-12);
  const AssemblyPair free = withStopAt(radius + depth);
  EXPECT_EQ(free.finding, AssemblyFinding::None);
  EXPECT_TRUE(free.motion->complete);
  EXPECT_NEAR(free.motion->least, depth, 0.06 * depth);
  EXPECT_LE(free.motion->certified, depth * (1 + 1e-9));
  EXPECT_GT(free.motion->certified, 0.94 * depth);
}

TEST(MotionClearance, AnArmThatTurnsPassesAPostAtAKnownDistance) {
  // The tip of the arm describes a circle of radius √(4 + 0.01); the post stands outside of it.
  const std::vector<AssemblyPart> parts{{"arm", block({0, -0.1, 0}, {2, 0.2, 0.2})},
                                        {"post", block({-0.1, 2.2, 0}, {0.2, 0.2, 0.2})}};
  const AssemblyPair pair = check(parts, motionOf("arm", halfTurn), {.motionAccuracy = 0.01}).pairs.at(0);
  // A corner of the arm passes below the face of the post.
  EXPECT_NEAR(pair.motion->least, 2.2 - std::sqrt(4.01), 0.01 * 0.2);
  EXPECT_LE(pair.motion->certified, 2.2 - std::sqrt(4.01));
  EXPECT_GE(pair.motion->certified, 0.985 * (2.2 - std::sqrt(4.01)));
}

TEST(MotionClearance, APostInTheCircleIsHitAtAKnownAngle) {
  const std::vector<AssemblyPart> parts{{"arm", block({0, -0.1, 0}, {2, 0.2, 0.2})},
                                        {"post", block({-0.1, 1, 0}, {0.2, 0.2, 0.2})}};
  const AssemblyReport report = check(parts, motionOf("arm", halfTurn));
  const AssemblyPair& pair = report.pairs.at(0);
  // The upper face of the arm, 0.1 from the axis, meets the corner (0.1, 1).
  const double angle = std::atan2(1, 0.1) - std::asin(0.1 / std::hypot(0.1, 1));
  EXPECT_NEAR(pair.motion->contactTime, 2 * angle / std::numbers::pi, 1e-9);
  EXPECT_EQ(report.collisions, 1);
  EXPECT_NE(assemblyAnswer(report, std::vector<std::string>{"arm", "post"})
                .find("in motion 1 pair collides, first arm and post at"),
            std::string::npos);
}

TEST(MotionClearance, PartsMaySlideAlongEachOther) {
  const std::vector<AssemblyPart> parts{{"rail", block({0, 0, 0}, {10, 1, 1})},
                                        {"slider", block({0, 0, 1 + 1e-6}, {1, 1, 1})}};
  const AssemblyPair pair =
      check(parts, motionOf("slider", R"("times": [0, 1, 2], "displacements": [[0,0,0], [9,0,0], [0,0,0]])"))
          .pairs.at(0);
  EXPECT_TRUE(pair.motion->complete);
  EXPECT_NEAR(pair.motion->least, 1e-6, 1e-9);
  EXPECT_GT(pair.motion->certified, 0.94e-6);
}

TEST(MotionClearance, ALimitLeavesOutWhatStaysFar) {
  const std::vector<AssemblyPart> parts{{"a", block({0, 0, 0}, {1, 1, 1})},
                                        {"b", block({50, 0, 0}, {1, 1, 1})},
                                        {"c", block({5, 0, 0}, {1, 1, 1})}};
  const std::string motion = motionOf("a", R"("times": [0, 1], "displacements": [[0,0,0], [3.5,0,0]])");
  const AssemblyReport report = check(parts, motion, {.limitClearance = true, .clearanceBelow = 1});
  ASSERT_EQ(report.pairs.size(), 1u);
  EXPECT_EQ(report.pairs[0].b, 2);
  EXPECT_EQ(report.pairs[0].finding, AssemblyFinding::Clearance);
  EXPECT_NEAR(report.pairs[0].motion->least, 0.5, 0.03);
}

TEST(MotionClearance, PartsThatTouchMayPartOrSlide) {
  const std::vector<AssemblyPart> parts{{"rail", block({0, 0, 0}, {10, 1, 1})},
                                        {"slider", block({0, 0, 1}, {1, 1, 1})}};
  for (const char* way : {"[9,0,0]", "[0,0,3]"}) {
    const AssemblyReport report =
        check(parts,
              motionOf("slider", R"("times": [0, 1], "displacements": [[0,0,0], )" + std::string(way) + "]"));
    const AssemblyPair& pair = report.pairs.at(0);
    EXPECT_EQ(pair.relation, Relation::Touching);
    EXPECT_EQ(pair.finding, AssemblyFinding::None) << way;
    ASSERT_TRUE(pair.motion);
    EXPECT_TRUE(pair.motion->touchesAtBegin);
    EXPECT_FALSE(pair.motion->meets()) << way;
    EXPECT_EQ(pair.motion->swept.volume, 0) << way;
    EXPECT_EQ(pair.motion->swept.certified, 0) << way;
    EXPECT_EQ(report.collisions, 0);
    EXPECT_EQ(report.nearestInMotion, -1);
  }
}

TEST(MotionClearance, PartsThatTouchAndThenOverlapAreAFinding) {
  // The slider sinks by 0.25 into the rail, and comes back.
  const std::vector<AssemblyPart> parts{{"rail", block({0, 0, 0}, {10, 1, 1})},
                                        {"slider", block({4, 0, 1}, {1, 1, 1})}};
  const AssemblyReport report = check(
      parts, motionOf("slider",
                      R"("times": [0, 1, 3, 4], "displacements": [[0,0,0], [0,0,0], [0,0,-0.25], [0,0,0]])"));
  const AssemblyPair& pair = report.pairs.at(0);
  EXPECT_EQ(pair.relation, Relation::Touching);
  EXPECT_EQ(pair.finding, AssemblyFinding::Collision);
  EXPECT_NEAR(pair.motion->contactTime, 1, 1e-5);
  EXPECT_EQ(pair.motion->swept.time, 3);
  EXPECT_NEAR(pair.motion->swept.volume, 0.25, 1e-15);
  EXPECT_GE(pair.motion->swept.certified, 0.25);
  EXPECT_LE(pair.motion->swept.certified, 0.25 * 1.05);
  ASSERT_TRUE(pair.motion->swept.overlap);
  EXPECT_NEAR(pair.motion->swept.overlap->depth, 0.25, 1e-12);
  EXPECT_TRUE(pair.place().isApprox(Vec3(4.5, 0.5, 0.875)));
  EXPECT_EQ(report.collisions, 1);
}

TEST(MotionClearance, AContactAtTheEndHasNoVolume) {
  const std::vector<AssemblyPart> parts{{"wall", block({2, 0, 0}, {1, 1, 1})},
                                        {"slider", block({0, 0, 0}, {1, 1, 1})}};
  const AssemblyPair pair =
      check(parts, motionOf("slider", R"("times": [0, 1], "displacements": [[0,0,0], [1,0,0]])")).pairs.at(0);
  EXPECT_EQ(pair.finding, AssemblyFinding::Collision);
  EXPECT_NEAR(pair.motion->contactTime, 1, 1e-9);
  EXPECT_EQ(pair.motion->swept.volume, 0);
  EXPECT_FALSE(pair.motion->swept.overlap);
}

TEST(MotionClearance, VerdictsWithoutOverlapsHaveNoBodies) {
  const std::vector<AssemblyPart> parts{{"rail", block({0, 0, 0}, {10, 1, 1})},
                                        {"slider", block({4, 0, 1}, {1, 1, 1})}};
  const AssemblyPair pair =
      check(parts, motionOf("slider", R"("times": [0, 1], "displacements": [[0,0,0], [0,0,-0.25]])"),
            {.overlaps = false})
          .pairs.at(0);
  EXPECT_EQ(pair.finding, AssemblyFinding::Collision);
  EXPECT_EQ(pair.motion->swept.volume, 0.25);
  EXPECT_FALSE(pair.motion->swept.overlap);
}

TEST(MotionClearance, PartsThatMoveTogetherAreNoMovingPair) {
  const std::vector<AssemblyPart> parts{{"slide_1", block({0, 0, 0}, {1, 1, 1})},
                                        {"slide_2", block({0, 0, 1}, {1, 1, 1})}};
  EXPECT_FALSE(check(parts, motionOf("slide_*", R"("times": [0, 1], "displacements": [[0,0,0], [1,0,0]])"))
                   .pairs.at(0)
                   .motion);
}

TEST(MotionClearance, ToleratesOverlapsThatAreThinEnough) {
  const std::vector<AssemblyPart> parts{{"rail", block({0, 0, 0}, {10, 1, 1})},
                                        {"slider", block({4, 0, 1}, {1, 1, 1})}};
  const std::string motion =
      motionOf("slider", R"("times": [0, 1], "displacements": [[0,0,0], [0,0,-1e-3]])");
  EXPECT_EQ(check(parts, motion, {.tolerance = 1e-2}).findings, 0);
  EXPECT_EQ(check(parts, motion, {.tolerance = 1e-4}).findings, 1);
}

TEST(MotionClearance, TheLargestOverlapOfACollisionIsProven) {
  // A square arm passes a post of height 0.2: the most it covers is its whole section with it.
  const std::vector<AssemblyPart> parts{{"arm", block({0, -0.1, 0}, {2, 0.2, 0.2})},
                                        {"post", block({-0.1, 1, 0}, {0.2, 0.2, 0.2})}};
  const AssemblyPair pair = check(parts, motionOf("arm", halfTurn)).pairs.at(0);
  const SweptOverlap& swept = pair.motion->swept;
  EXPECT_NEAR(swept.volume, 0.2 * 0.2 * 0.2, 0.05 * 0.008);
  EXPECT_LE(swept.volume, 0.008 * (1 + 1e-12));
  EXPECT_GE(swept.certified, 0.008);
  EXPECT_NEAR(swept.time, 1, 0.05) << "it stands upright then";
  EXPECT_GE(swept.begin, pair.motion->contactTime);
  EXPECT_NEAR(swept.begin, pair.motion->contactTime, 0.01);
}

TEST(MotionClearance, WhatIsGivenWithAnOverlapTellsTheLargestOne) {
  const std::vector<AssemblyPart> parts{{"wall", block({1, 0, 0}, {1, 1, 1})},
                                        {"slider", block({0.25, 0, 0}, {1, 1, 1})}};
  const AssemblyReport report =
      check(parts, motionOf("slider", R"("times": [0, 1], "displacements": [[0,0,0], [0.5,0,0]])"));
  const AssemblyPair& pair = report.pairs.at(0);
  EXPECT_EQ(pair.finding, AssemblyFinding::Interference);
  EXPECT_NEAR(pair.volume(), 0.25, 1e-15);
  EXPECT_NEAR(pair.motion->swept.volume, 0.75, 1e-15);
  EXPECT_EQ(report.collisions, 0) << "it is a finding already";
}

TEST(MotionClearance, BadMotionsAreOneClearError) {
  const std::vector<AssemblyPart> parts{{"a", block({0, 0, 0}, {1, 1, 1})},
                                        {"b", block({2, 0, 0}, {1, 1, 1})}};
  const auto of = [&](const std::string& motion) { return messageOf([&] { check(parts, motion); }); };
  EXPECT_NE(of(motionOf("c", halfTurn)).find("No part has the name 'c'"), std::string::npos);
  EXPECT_NE(of(motionOf("a", R"("times": [0])")).find("Times are not at least two"), std::string::npos);
  EXPECT_NE(of(motionOf("a", R"("times": [0, 1])")).find("neither angles nor displacements"),
            std::string::npos);
  EXPECT_NE(of(motionOf("a", R"("times": [0, 1], "angles": [1])")).find("one angle for each time"),
            std::string::npos);
  EXPECT_NE(of(motionOf("a", halfTurn) + "," + motionOf("*", halfTurn)).find("two motions"),
            std::string::npos);
  EXPECT_NE(of("{").find("the motions"), std::string::npos);
}

}  // namespace
}  // namespace talus::test_motion_clearance
