#include "dynamics/certificate/motion_guard.h"

#include <algorithm>

#include "base/parallel_items.h"

namespace talus {

namespace {

double halved(double part) {
  constexpr double leastFraction = 1e-12;
  return part > leastFraction ? 0.5 * part : 0;
}

}  // namespace

std::span<const double> MotionGuard::allowedParts(const BodyState& target, double time) {
  approaches_.find(target, time);
  return findParts(target, false);
}

std::span<const double> MotionGuard::partsWithWalls(const BodyState& target) {
  return findParts(target, true);
}

// Few planes are enough for most pairs, since others hold the bodies back more.
std::span<const double> MotionGuard::findParts(const BodyState& target, bool wallsToo) {
  for (;;) {
    if (!confine(wallsToo)) return {};
    std::vector<std::size_t> unproven;
    for (std::size_t k = 0; k < approaches_.size(); ++k) {
      const Parts parts = partsOf(approaches_.pair(k).bodies);
      if (approaches_.isUnproven(k, parts.ofA, parts.ofB)) unproven.push_back(k);
    }
    if (unproven.empty()) return parts_;
    approaches_.lookFarther(target, unproven);
  }
}

// Bodies of a set carry out the same fraction. Walls are in none, or all in one. Each violation joins two
// sets or lowers a fraction for good: it ends.
bool MotionGuard::confine(bool wallsToo) {
  const std::size_t bodies = near().size();
  parts_.assign(bodies, 1.0);
  checkWhole();
  UnionFind sets(bodies);
  std::vector<double> part(bodies, 1.0);
  const auto partOfSet = [&](Index i) -> double& { return part[static_cast<std::size_t>(sets.find(i))]; };
  const auto lower = [&](Index i, double to) { partOfSet(i) = std::min(partOfSet(i), to); };
  if (wallsToo) uniteWalls(sets);
  for (bool found = true; found;) {
    found = false;
    for (std::size_t k = 0; k < approaches_.size(); ++k) {
      if (!tooClose(k)) continue;
      const auto [a, b] = approaches_.pair(k).bodies;
      if (rests(a) || rests(b)) {
        const Index body = rests(a) ? b : a;
        const double now = partOfSet(body);
        const double allowed = std::max(approaches_.commonPart(k), approaches_.partBesideWall(k, rests(a)));
        lower(body, allowed >= now && partOf(body) == now ? halved(now) : allowed);
      } else if (!wallsToo && (isWall(a) || isWall(b))) {
        const double allowed = approaches_.partBesideWall(k, isWall(a));
        if (allowed >= partOf(isWall(a) ? b : a)) {
          blocked_ = approaches_.pair(k).bodies;
          return false;
        }
        lower(isWall(a) ? b : a, allowed);
      } else {
        const double now = std::min(partOfSet(a), partOfSet(b)), allowed = approaches_.commonPart(k);
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
  for (Index i = 0; i < static_cast<Index>(approaches_.near().size()); ++i) {
    if (!isWall(i) || rests(i)) continue;
    if (first >= 0) sets.unite(first, i);
    first = i;
  }
}

// Most pairs may carry out their motions in full.
void MotionGuard::checkWhole() {
  constexpr std::size_t pairsPerChunk = 64;
  apart_.assign(approaches_.size(), {});
  parallelItems(approaches_.size(), pairsPerChunk, [this](std::size_t k) { tooClose(k); });
}

// Beside a wall at rest any fraction is common to both.
MotionGuard::Parts MotionGuard::partsOf(const BodyPair& pair) const {
  const auto& [a, b] = pair;
  return {partOf(rests(a) ? b : a), partOf(rests(b) ? a : b)};
}

// Whether a pair comes too close with the current fractions of both motions.
bool MotionGuard::tooClose(std::size_t k) {
  const Parts parts = partsOf(approaches_.pair(k).bodies);
  if (apart_[k] == parts) return false;
  if (approaches_.comesTooClose(k, parts.ofA, parts.ofB)) return true;
  apart_[k] = parts;
  return false;
}

}  // namespace talus
