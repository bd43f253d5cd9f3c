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

enum class Effort : std::uint8_t { Quick, Thorough };

// The greatest fraction that both bodies may carry out beside planes that turn with one of them; with some
// effort also beside planes that stay, or stay along the edges at which the parts are nearest.
double commonPart(double allowed, const PartInMotion& a, const PartInMotion& b, TurningPlanes planes,
                  Effort effort) {
  double most = 0;
  const auto turned = [&](const Vec3& turn) {
    planes.turn = turn;
    most = std::max(most, planes.partWithin(allowed, a, b));
    return most == 1;
  };
  const Vec3 &ofA = a.motion.angle, &ofB = b.motion.angle;
  if (turned(ofA) || turned(ofB) || effort == Effort::Quick || turned(Vec3::Zero())) return most;
  const Vec3 edges = TurningPlanes::alongEdges(a, b, planes.normal);
  if (!edges.isZero()) turned(edges + 0.5 * planes.normal.dot(ofA + ofB) * planes.normal);
  return most;
}

template <class PointsA, class PointsB>
PlaneApproach approach(const Moving& a, const PointsA& pointsA, const Moving& b, const PointsB& pointsB,
                       const Vec3& axis, const Vec3& point, const ClosingPair& pair, Effort effort) {
  const Advance ofA = advance(a, pointsA, axis), ofB = advance(b, pointsB, -axis);
  const double gap = axis.dot(b.start->pose.position - a.start->pose.position) - ofA.support - ofB.support;
  // Planes that rounding might have put wrongly prove nothing: neither part may move.
  const double rounding = pair.rounding;
  if (gap <= rounding) return {a.motion->length(), b.motion->length(), 0, 0};
  constexpr double motionRounding = 64 * 0x1p-53;
  const double ofMotions = motionRounding * (a.motion->length() + b.motion->length());
  const double allowed = std::max(0.0, pair.usable(gap - rounding) - 4 * rounding - ofMotions);
  PlaneApproach found{ofA.by, ofB.by, allowed, 0};
  if (!found.allows(1, 1))
    found.common = commonPart(allowed, {a.start->pose, *a.motion, pointsA},
                              {b.start->pose, *b.motion, pointsB}, {axis, point, Vec3::Zero()}, effort);
  return found;
}

Corners3 cornersOf(const CertifiedBody& body, Index triangle) {
  return body.geometry->cells()->mesh().corners(static_cast<std::size_t>(triangle));
}

Vec3 normalOf(const CertifiedBody& body, const Corners3& corners) {
  return (body.pose.rotation * (corners[1] - corners[0]).cross(corners[2] - corners[0])).normalized();
}

/// Two triangles near each other.
struct NearPair {
  const Moving &a, &b;
  const TriangleContact& contact;
  const ClosingPair& pair;
  Corners3 ofA = cornersOf(*a.start, contact.triangleA), ofB = cornersOf(*b.start, contact.triangleB);

  PlaneApproach along(const Vec3& normal, Effort effort) const {
    return approach(a, ofA, b, ofB, normal, 0.5 * (contact.pointA + contact.pointB), pair, effort);
  }
};

// Planes normal to the nearest points of two triangles or, where they slide around an edge, to one of them.
PlaneApproach bestBeside(const NearPair& near) {
  const Vec3 normals[] = {near.contact.normal, normalOf(*near.a.start, near.ofA),
                          normalOf(*near.b.start, near.ofB)};
  PlaneApproach best;
  double most = -1;
  for (const Vec3& normal : normals) {
    const double along = normal.dot(near.contact.normal);
    if (!(std::abs(along) > 0)) continue;
    const PlaneApproach found = near.along(along > 0 ? normal : Vec3(-normal), Effort::Thorough);
    if (const double part = found.commonPart(); part > most) {
      most = part;
      best = found;
    }
    if (most == 1) break;
  }
  return best;
}

// Whether one pair of planes is enough: also for bodies that are not convex, if they are most of their gap
// apart along its normal. Nearly all of their triangles would be near each other, at the scale of the gap.
bool areDivided(const ClosingPair& pair, const CertifiedBody (&bodies)[2]) {
  constexpr double most = 0.5;
  return pair.gap.divided || (pair.gap.length > NearTriangles::usualReach(bodies[0], bodies[1]) &&
                              gapAcross(bodies[0], bodies[1], pair.gap.normal) > most * pair.gap.length);
}

// Searches look four times as far as the last one. Most pairs need few planes: bodies are held back by
// others.
double nextReach(const ClosingPair& pair, const CertifiedBody (&start)[2], const StepMotion (&motion)[2],
                 PartedApproach& found) {
  constexpr double ofGap = 2, wider = 4, farthest = 2;
  const double usual = std::max(pair.gap.length, NearTriangles::usualReach(start[0], start[1]));
  const double most = std::min(pair.motionReach(motion[0], motion[1]), farthest * usual);
  const double first = std::max(NearTriangles::firstReach(start[0], start[1]), ofGap * pair.gap.length);
  found.reach = std::min(most, found.reach > 0 ? wider * found.reach : first);
  found.complete = found.reach == most;
  return found.reach;
}

// A plane that limits motions.
struct Limit {
  double part;  // that it allows
  std::size_t plane;
  const TriangleContact* contact;
};

// The strictest limits are worth some effort: until one stays the strictest.
void improve(std::vector<Limit>& limits, const Moving& a, const Moving& b, const ClosingPair& pair,
             std::vector<PlaneApproach>& planes) {
  std::ranges::sort(limits, {}, [](const Limit& limit) { return std::pair(limit.part, limit.plane); });
  double least = 1;
  for (const Limit& limit : limits) {
    if (limit.part >= least) return;
    planes[limit.plane] = bestBeside({a, b, *limit.contact, pair});
    least = std::min(least, planes[limit.plane].commonPart());
  }
}

}  // namespace

double PlaneApproach::commonPart() const {
  const double both = ofA + ofB;
  return std::max(both > allowed ? allowed / both : 1, common);
}

void DividingPlanes::find(const ClosingPair& pair, NearTriangles& near, const CertifiedBody (&start)[2],
                          const CertifiedBody (&target)[2], const StepMotion (&motion)[2],
                          PartedApproach& found) {
  const Moving a{&start[0], &target[0], &motion[0]}, b{&start[1], &target[1], &motion[1]};
  found.planes.clear();
  found.unplaned = std::numeric_limits<double>::infinity();
  found.complete = true;
  if (areDivided(pair, start)) {
    found.planes.push_back(approach(a, start[0].geometry->points(), b, start[1].geometry->points(),
                                    pair.gap.normal, pair.gap.point, pair, Effort::Thorough));
    return;
  }
  found.unplaned = std::max(0.0, pair.usable(pair.gap.length) - 4 * pair.rounding);
  if (start[0].geometry->cells() == nullptr || start[1].geometry->cells() == nullptr) return;
  const double reach = nextReach(pair, start, motion, found);
  found.unplaned = std::max(found.unplaned, pair.usable(reach - pair.rounding) - 4 * pair.rounding);
  const auto contacts = near.within(reach, start[0], start[1], search_);
  std::vector<Limit> limits;
  for (const TriangleContact& contact : contacts) {
    if (contact.gap > reach) continue;
    found.planes.push_back(NearPair{a, b, contact, pair}.along(contact.normal, Effort::Quick));
    if (const double part = found.planes.back().commonPart(); part < 1)
      limits.push_back({part, found.planes.size() - 1, &contact});
  }
  improve(limits, a, b, pair, found.planes);
}

}  // namespace talus
