#include "dynamics/certificate/motion_guard.h"

#include <algorithm>
#include <limits>

#include "base/parallel_items.h"

namespace talus {

namespace {

constexpr double belowRounding = 1 - 1e-9;

double halved(double part) {
  constexpr double least = 1e-30;
  return part > least ? 0.5 * part : 0;
}

// The greatest fraction that does not exceed the limit.
double partWithin(double whole, double limit) {
  return whole > limit ? belowRounding * limit / whole : 1;
}

}  // namespace

std::span<const double> MotionGuard::allowedParts(const BodyState& target, double time) {
  near_.find(target, time);
  findClosing();
  findApproaches(target, closing_);
  return findParts(target, false);
}

std::span<const double> MotionGuard::partsWithWalls(const BodyState& target) {
  return findParts(target, true);
}

// Few planes are enough for most pairs, since others hold the bodies back more.
std::span<const double> MotionGuard::findParts(const BodyState& target, bool wallsToo) {
  for (;;) {
    if (!confine(wallsToo)) return {};
    const std::vector<std::size_t> pairs = unproven();
    if (pairs.empty()) return parts_;
    findApproaches(target, pairs);
  }
}

// Bodies of a set carry out the same fraction. Walls are in none, or all in one. Each violation joins two
// sets or lowers a fraction for good: it ends.
bool MotionGuard::confine(bool wallsToo) {
  parts_.assign(near_.size(), 1.0);
  checkWhole();
  UnionFind sets(near_.size());
  std::vector<double> part(near_.size(), 1.0);
  const auto partOfSet = [&](Index i) -> double& { return part[static_cast<std::size_t>(sets.find(i))]; };
  const auto lower = [&](Index i, double to) { partOfSet(i) = std::min(partOfSet(i), to); };
  if (wallsToo) uniteWalls(sets);
  for (bool found = true; found;) {
    found = false;
    for (std::size_t k = 0; k < closing_.size(); ++k) {
      if (!tooClose(k)) continue;
      const std::size_t n = closing_[k];
      const auto [a, b] = near_.pairs()[n].bodies;
      if (rests(a) || rests(b)) {
        const Index body = rests(a) ? b : a;
        const double now = partOfSet(body);
        const double allowed = std::max(commonPart(n), partBesideWall(n, rests(a)));
        lower(body, allowed >= now && partOf(body) == now ? halved(now) : allowed);
      } else if (!wallsToo && (isWall(a) || isWall(b))) {
        const double allowed = partBesideWall(n, isWall(a));
        if (allowed >= partOf(isWall(a) ? b : a)) {
          blocked_ = near_.pairs()[n].bodies;
          return false;
        }
        lower(isWall(a) ? b : a, allowed);
      } else {
        const double now = std::min(partOfSet(a), partOfSet(b)), allowed = commonPart(n);
        // Rounding may hide how near the bodies come: then halving ends it.
        const bool stuck = allowed >= now && partOf(a) == now && partOf(b) == now;
        sets.unite(a, b);
        lower(a, stuck ? halved(now) : std::min(now, allowed));
      }
      found = true;
    }
    for (std::size_t i = 0; i < parts_.size(); ++i)
      parts_[i] = std::min(parts_[i], partOfSet(static_cast<Index>(i)));
  }
  return true;
}

void MotionGuard::uniteWalls(UnionFind& sets) const {
  Index first = -1;
  for (Index i = 0; i < static_cast<Index>(near_.size()); ++i) {
    if (!isWall(i) || rests(i)) continue;
    if (first >= 0) sets.unite(first, i);
    first = i;
  }
}

void MotionGuard::findClosing() {
  const auto pairs = near_.pairs();
  approaches_.assign(pairs.size(), std::nullopt);
  closing_.clear();
  for (std::size_t n = 0; n < pairs.size(); ++n) {
    const StepMotion &a = near_.motion(pairs[n].bodies.first), &b = near_.motion(pairs[n].bodies.second);
    if (leavesTouching_ && !(pairs[n].gap.length > 0)) continue;
    // Both kinds of bounds are linear in the fractions, but for the crude one to hold for all of them it must
    // hold for each body alone, too.
    if (pairs[n].closingOfA(a) + pairs[n].closingOfB(b) <= pairs[n].allowed(a, b)) continue;
    closing_.push_back(n);
    approaches_[n].emplace();
  }
}

void MotionGuard::findApproaches(const BodyState& target, const std::vector<std::size_t>& pairs) {
  std::vector<BodyPair> bodies;
  for (const std::size_t n : pairs) bodies.push_back(near_.pairs()[n].bodies);
  DividedWork::Item item;
  item.compute = [&](std::size_t k) { findApproach(pairs[k], target); };
  item.write = [&](std::size_t k, ByteWriter& to) { approaches_[pairs[k]]->write(to); };
  item.read = [&](std::size_t k, ByteReader& from) { approaches_[pairs[k]]->read(from); };
  constexpr std::int64_t planes = 20;  // of a pair, about
  near_.compute(bodies, planes * sizeof(PlaneApproach), item);
}

// The pairs of which parts without planes might come too close.
std::vector<std::size_t> MotionGuard::unproven() const {
  std::vector<std::size_t> found;
  for (const std::size_t n : closing_) {
    if (approaches_[n]->complete) continue;
    const ClosingPair& pair = near_.pairs()[n];
    const auto [a, b] = pair.bodies;
    const double closing = pair.closing(near_.motion(a), near_.motion(b), partOf(a), partOf(b));
    if (closing > approaches_[n]->unplaned) found.push_back(n);
  }
  return found;
}

// Infinite as long as a wider search may find more planes.
double MotionGuard::unplanedOf(std::size_t n) const {
  return approaches_[n]->complete ? approaches_[n]->unplaned : std::numeric_limits<double>::infinity();
}

void MotionGuard::findApproach(std::size_t n, const BodyState& target) {
  NearBodies::Pair& pair = near_.pairs()[n];
  const auto [a, b] = pair.bodies;
  const StepMotion motions[] = {near_.motion(a), near_.motion(b)};
  const CertifiedBody start[] = {near_.certified(near_.before(), a), near_.certified(near_.before(), b)};
  const CertifiedBody end[] = {near_.certified(target, a), near_.certified(target, b)};
  planes_.local().find(pair, pair.triangles, start, end, motions, *approaches_[n]);
}

// Most pairs may carry out their motions in full.
void MotionGuard::checkWhole() {
  constexpr std::size_t grain = 64;
  apart_.assign(closing_.size(), {});
  parallelItems(closing_.size(), grain, [this](std::size_t k) { tooClose(k); });
}

// Whether a pair of those that close comes too close with the current fractions of both motions.
bool MotionGuard::tooClose(std::size_t k) {
  const std::size_t n = closing_[k];
  const auto [a, b] = near_.pairs()[n].bodies;
  const Parts parts{partOf(rests(a) ? b : a), partOf(rests(b) ? a : b)};
  if (apart_[k] == parts) return false;
  if (comesTooClose(n, parts)) return true;
  apart_[k] = parts;
  return false;
}

bool MotionGuard::comesTooClose(std::size_t n, const Parts& parts) {
  const ClosingPair& pair = near_.pairs()[n];
  const auto [a, b] = pair.bodies;
  if (pair.closing(near_.motion(a), near_.motion(b), parts.ofA, parts.ofB) > unplanedOf(n)) return true;
  return std::any_of(approaches_[n]->planes.begin(), approaches_[n]->planes.end(),
                     [&](const PlaneApproach& plane) { return !plane.allows(parts.ofA, parts.ofB); });
}

// The greatest fraction that both bodies may carry out.
double MotionGuard::commonPart(std::size_t n) {
  const ClosingPair& pair = near_.pairs()[n];
  const auto [a, b] = pair.bodies;
  double part = partWithin(pair.closing(near_.motion(a), near_.motion(b), 1, 1), unplanedOf(n));
  for (const PlaneApproach& plane : approaches_[n]->planes)
    if (const double common = plane.commonPart(); common < 1) part = std::min(part, belowRounding * common);
  return part;
}

// The greatest fraction that a body may carry out while a wall completes its motion.
double MotionGuard::partBesideWall(std::size_t n, bool wallIsA) {
  const ClosingPair& pair = near_.pairs()[n];
  const StepMotion &ofA = near_.motion(pair.bodies.first), &ofB = near_.motion(pair.bodies.second);
  const double wall = (wallIsA ? ofA : ofB).length(), own = (wallIsA ? ofB : ofA).length();
  double part = 1;
  if (pair.closing(ofA, ofB, 1, 1) > unplanedOf(n))
    part = partWithin(own, std::max(0.0, unplanedOf(n) - wall));
  for (const PlaneApproach& plane : approaches_[n]->planes) {
    const double advance = wallIsA ? plane.ofB : plane.ofA,
                 left = plane.allowed - (wallIsA ? plane.ofA : plane.ofB);
    if (advance > 0) part = std::min(part, partWithin(advance, std::max(0.0, left)));
  }
  return part;
}

}  // namespace talus
