#include "assembly/pair_judgement.h"

#include <cmath>

#include "assembly/pair_rules.h"
#include "assembly/pair_touch.h"
#include "assembly/part_context.h"
#include "assembly/separating_plane.h"

namespace talus {

namespace {

std::size_t shellsInside(const PreparedPart& part, const PreparedPart& other) {
  return static_cast<std::size_t>(
      std::count_if(part.shellPoints().begin(), part.shellPoints().end(),
                    [&](Index point) { return other.holds(part.mesh().point(point)); }));
}

// Of parts whose surfaces share no point: each shell lies inside the other part or outside.
PairVerdict verdictOfNested(const PreparedPart& a, const PreparedPart& b) {
  if (!a.bounds().intersects(b.bounds())) return {Relation::Apart};
  const std::size_t ofA = shellsInside(a, b), ofB = shellsInside(b, a);
  if (ofA == 0 && ofB == 0) return {Relation::Apart};
  if (ofB == 0 && ofA == a.shellPoints().size()) return {Relation::Contained, false};
  if (ofA == 0 && ofB == b.shellPoints().size()) return {Relation::Contained, true};
  return {Relation::Interfering};
}

// Whether a part that has no inside may contain the other one.
bool mayContain(const PreparedPart& a, const PreparedPart& b) {
  return (!a.isClosed() && a.bounds().intersects(b.bounds())) ||
         (!b.isClosed() && b.bounds().intersects(a.bounds()));
}

// Of two parts of which one contains the other.
bool firstContainsSecond(const PreparedPart& a, const PreparedPart& b) {
  const bool mayBeFirst = a.bounds().contains(b.bounds()), mayBeSecond = b.bounds().contains(a.bounds());
  if (mayBeFirst && mayBeSecond) return std::abs(a.signedVolume()) > std::abs(b.signedVolume());
  return mayBeFirst;
}

PairVerdict verdictOfCells(const PreparedPart& a, const PreparedPart& b) {
  const Relation relation = relationOf(a.cells(), b.cells());
  return {relation, relation == Relation::Contained && firstContainsSecond(a, b)};
}

void set(AssemblyPair& pair, const PairVerdict& verdict) {
  pair.relation = verdict.relation;
  if (verdict.relation == Relation::Contained) pair.container = verdict.firstContains ? pair.a : pair.b;
}

}  // namespace

void PairJudge::judge(const PreparedPart& a, const PreparedPart& b, AssemblyPair& pair,
                      Context& context) const {
  pair.nearest = distanceOf(a, b, reach(), context);
  if (pair.nearest.meet)
    judgeMeeting(a, b, pair, context);
  else
    judgeApart(a, b, pair, context);
}

void PairJudge::judgeApart(const PreparedPart& a, const PreparedPart& b, AssemblyPair& pair,
                           Context& context) const {
  if (mayContain(a, b)) {
    pair.relation = Relation::Undecided;
    return;
  }
  if (a.isClosed() && b.isClosed()) set(pair, verdictOfNested(a, b));
  if (isOverlap(pair.relation)) return addOverlap(a, b, nullptr, pair, context);
  if (!(pair.nearest.distance <= options_.tolerance)) return;
  addContact(a, b, pair, context);
}

void PairJudge::judgeMeeting(const PreparedPart& a, const PreparedPart& b, AssemblyPair& pair,
                             Context& context) const {
  // More are sooner arranged than compared in integers.
  constexpr std::size_t maximumCompared = 200;
  if (!a.isClosed() || !b.isClosed()) {
    pair.relation = Relation::Undecided;
    return;
  }
  if (a.mesh() == b.mesh()) {
    pair.relation = Relation::Duplicate;
    return addOverlap(a, b, nullptr, pair, context);
  }
  const TrianglePair first(pair.nearest.triangleA, pair.nearest.triangleB);
  if (separatedByPlane(a, b, std::span(&first, 1))) return addContact(a, b, pair, context);
  const MeetingTriangles meeting = meetingTriangles(a, b, context);
  std::optional<PairArrangement> arrangement;
  if (meeting.strictly) {
    pair.relation = Relation::Interfering;
  } else if (separatedByPlane(a, b, meeting.pairs)) {
    pair.relation = Relation::Touching;
  } else if (meeting.pairs.size() > maximumCompared) {
    arrangement.emplace(a, b, context);
    set(pair, arrangement->verdict());
  } else {
    set(pair, verdictOfCells(a, b));
  }
  if (isOverlap(pair.relation)) return addOverlap(a, b, arrangement ? &*arrangement : nullptr, pair, context);
  addContact(a, b, pair, context);
}

void PairJudge::addOverlap(const PreparedPart& a, const PreparedPart& b, const PairArrangement* arrangement,
                           AssemblyPair& pair, Context& context) const {
  const auto overlap = std::make_shared<PairOverlap>();
  if (options_.overlaps) {
    const bool isWhole = pair.relation == Relation::Contained || pair.relation == Relation::Duplicate;
    if (isWhole && pair.container == pair.a)
      overlap->body = bodyOf(b, 1, context);
    else if (isWhole)
      overlap->body = bodyOf(a, 0, context);
    else if (arrangement != nullptr)
      overlap->body = arrangement->common(context);
    else
      overlap->body = PairArrangement(a, b, context).common(context);
    overlap->box = overlap->body.mesh.bounds();
    overlap->computed = true;
    if (pair.relation != Relation::Duplicate) findPenetration(a, b, *overlap);
  }
  if (options_.depths) findDepth({&a.geometry(context), {}, 0}, {&b.geometry(context), {}, 0}, *overlap);
  pair.overlap = overlap;
}

void PairJudge::addContact(const PreparedPart& a, const PreparedPart& b, AssemblyPair& pair,
                           Context& context) const {
  pair.relation = Relation::Touching;
  const Vec3 common = 0.5 * (pair.nearest.pointA + pair.nearest.pointB);
  pair.contact = std::make_shared<const PairContact>(
      contactOf(a, b, nearTriangles(a, b, options_.tolerance, context), options_.tolerance, common));
}

void PairJudge::findFault(const std::optional<std::string>& expected, AssemblyPair& pair) const {
  if (expected) {
    if (PairRules::agrees(pair.relation, *expected)) return;
    pair.finding = AssemblyFinding::Unexpected;
    pair.expected = *expected;
    return;
  }
  if (pair.relation == Relation::Undecided)
    pair.finding = AssemblyFinding::Undecided;
  else if (isOverlap(pair.relation) && !(options_.overlaps && pair.volume() < options_.minVolume))
    pair.finding = AssemblyFinding::Interference;
  else if (pair.motion && pair.motion->meets())
    pair.finding = AssemblyFinding::Collision;
  else if (pair.relation == Relation::Apart && options_.limitClearance &&
           std::min(pair.nearest.distance, pair.motion ? pair.motion->least : pair.nearest.distance) <
               options_.clearanceBelow)
    pair.finding = AssemblyFinding::Clearance;
}

}  // namespace talus
