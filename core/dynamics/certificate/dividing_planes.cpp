#include "dynamics/certificate/dividing_planes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace talus {

namespace {

using Corners3 = std::array<Vec3, 3>;

// A body at the start and at the end of its motion.
struct Moving {
  const CertifiedBody* start;
  const CertifiedBody* target;
  const StepMotion* motion;
  double square = motion->angle.squaredNorm(), turn = std::sqrt(square);
  Vec3 ownTurn = start->pose.scale * (start->pose.rotation.transpose() * motion->angle);
};

struct Advance {
  double support;  // at the start: the greatest height of points along the axis, relative to the position
  double by;       // in the whole motion, at most
};

// Of points at r from the position, while the body turns by ψ: −h″ = ψ² h − (axis·ψ)(ψ·r) of a height h, of
// which only h changes. That is at most |axis × ψ| |ψ × r|, so that h is nowhere higher than an eighth of
// this above the higher of its first and last values; see DividingPlanes.
template <class Points>
Advance advance(const Moving& body, const Points& points, const Vec3& axis) {
  const Pose &first = body.start->pose, &last = body.target->pose;
  const Vec3& turn = body.motion->angle;
  const double along = axis.dot(turn);
  const Vec3 ownFirst = first.scale * (first.rotation.transpose() * axis),
             ownLast = last.scale * (last.rotation.transpose() * axis);
  const double between = axis.cross(turn).norm() * body.turn * body.start->extent / 8;
  double before = -std::numeric_limits<double>::infinity(), after = before;
  for (const Vec3& p : points) {
    const double h = ownFirst.dot(p), then = ownLast.dot(p);
    const double bend = body.square * (std::max(h, then) + between) - along * body.ownTurn.dot(p);
    before = std::max(before, h);
    after = std::max(after, then + 0.5 * std::max(0.0, bend));
  }
  return {before, axis.dot(body.motion->way) + (after - before)};
}

// The approach by planes that turn with the body `self`. A point at r from the other body's position has the
// height h = n·u, with u from the position of `self`, and at the start h′ = n·(w − a×d) + r·(n×(b−a)), with
// the turns a, b and the way w relative to `self`. Then |u″ − 2a×u′ + a×(a×u)| ≤ |b−a| (|a|+|b|) |r| + 2 |a|
// |w| + a² |d + tw|.
template <class Points>
CommonApproach turning(const Moving& self, const Moving& other, const Points& points, const Vec3& axis) {
  constexpr double roundings = 64 * 0x1p-53, up = 1 + 1e-12;
  const Pose& pose = other.start->pose;
  const Vec3 between = pose.position - self.start->pose.position;
  const Vec3 way = other.motion->way - self.motion->way, turn = other.motion->angle - self.motion->angle;
  const Vec3 height = pose.scale * (pose.rotation.transpose() * axis),
             speed = pose.scale * (pose.rotation.transpose() * axis.cross(turn));
  double lowest = std::numeric_limits<double>::infinity(), lowestAfter = lowest;
  for (const Vec3& p : points) {
    const double h = height.dot(p);
    lowest = std::min(lowest, h);
    lowestAfter = std::min(lowestAfter, h + speed.dot(p));
  }
  const double extent = other.start->extent, turns = self.turn + other.turn, far = between.norm(),
               moved = way.norm();
  const double straight = lowest - lowestAfter - axis.dot(way - self.motion->angle.cross(between));
  const double bent = turn.norm() * turns * extent + 2 * self.turn * moved + self.square * (far + moved);
  return {straight + roundings * (moved + turns * (far + extent)), 0.5 * up * bent};
}

template <class PointsA, class PointsB>
PlaneApproach approach(const Moving& a, const PointsA& pointsA, const Moving& b, const PointsB& pointsB,
                       const Vec3& axis, const ClosingPair& pair) {
  const Advance ofA = advance(a, pointsA, axis), ofB = advance(b, pointsB, -axis);
  const double gap = axis.dot(b.start->pose.position - a.start->pose.position) - ofA.support - ofB.support;
  // Planes that rounding might have put wrongly prove nothing: neither part may move.
  const double rounding = pair.rounding;
  if (gap <= rounding) return {a.motion->length(), b.motion->length(), 0, {}};
  constexpr double ofMotion = 64 * 0x1p-53;
  const double ofMotions = ofMotion * (a.motion->length() + b.motion->length());
  const double allowed = std::max(0.0, pair.usable(gap - rounding) - 4 * rounding - ofMotions);
  PlaneApproach found{ofA.by, ofB.by, allowed, {}};
  if (found.allows(1, 1)) return found;
  const CommonApproach withA = turning(a, b, pointsB, axis), withB = turning(b, a, pointsA, -axis);
  found.turning = withA.partWithin(allowed) >= withB.partWithin(allowed) ? withA : withB;
  return found;
}

Corners3 cornersOf(const CertifiedBody& body, Index triangle) {
  const TriangleMesh& mesh = body.geometry->cells()->mesh();
  Corners3 corners;
  const auto indices = mesh.triangle(static_cast<std::size_t>(triangle));
  for (std::size_t k = 0; k < 3; ++k) corners[k] = mesh.point(indices[k]);
  return corners;
}

// Whether one pair of planes is enough: also for bodies that are not convex, if they are most of their gap
// apart along its normal. Nearly all of their triangles would be near each other, at the scale of the gap.
bool areDivided(const ClosingPair& pair, const CertifiedBody (&bodies)[2]) {
  constexpr double most = 0.5;
  return pair.gap.divided || (pair.gap.length > NearTriangles::usualReach(bodies[0], bodies[1]) &&
                              gapAcross(bodies[0], bodies[1], pair.gap.normal) > most * pair.gap.length);
}

}  // namespace

double CommonApproach::partWithin(double allowed) const {
  if (after(1) <= allowed) return 1;
  if (allowed == 0) return 0;
  return 2 * allowed / (straight + std::sqrt(straight * straight + 4 * bent * allowed));
}

double PlaneApproach::commonPart() const {
  return std::max(CommonApproach{ofA + ofB, 0}.partWithin(allowed), turning.partWithin(allowed));
}

void DividingPlanes::find(const ClosingPair& pair, NearTriangles& near, const CertifiedBody (&start)[2],
                          const CertifiedBody (&target)[2], const StepMotion (&motion)[2],
                          PartedApproach& found) {
  const Moving a{&start[0], &target[0], &motion[0]}, b{&start[1], &target[1], &motion[1]};
  found.planes.clear();
  found.unplaned = std::numeric_limits<double>::infinity();
  if (areDivided(pair, start)) {
    found.planes.push_back(
        approach(a, start[0].geometry->points(), b, start[1].geometry->points(), pair.gap.normal, pair));
    return;
  }
  found.unplaned = std::max(0.0, pair.usable(pair.gap.length) - 4 * pair.rounding);
  if (start[0].geometry->cells() == nullptr || start[1].geometry->cells() == nullptr) return;
  constexpr double farther = 2;
  const double usual = std::max(pair.gap.length, NearTriangles::usualReach(start[0], start[1]));
  const double reach = std::min(pair.motionReach(motion[0], motion[1]), farther * usual);
  found.unplaned = std::max(found.unplaned, pair.usable(reach - pair.rounding) - 4 * pair.rounding);
  for (const TriangleContact& contact : near.within(reach, start[0], start[1], search_)) {
    if (contact.gap > reach) continue;
    found.planes.push_back(approach(a, cornersOf(start[0], contact.triangleA), b,
                                    cornersOf(start[1], contact.triangleB), contact.normal, pair));
  }
}

}  // namespace talus
