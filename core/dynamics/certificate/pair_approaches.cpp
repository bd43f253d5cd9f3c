#include "dynamics/certificate/pair_approaches.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace talus {

namespace {

constexpr double belowRounding = 1 - 1e-9;

// The greatest fraction that does not exceed the limit.
double partWithin(double whole, double limit) {
  return whole > limit ? belowRounding * limit / whole : 1;
}

}  // namespace

void PairApproaches::find(const BodyState& target, double time) {
  near_.find(target, time);
  const auto pairs = near_.pairs();
  closing_.clear();
  for (std::size_t n = 0; n < pairs.size(); ++n) {
    const StepMotion &a = near_.motion(pairs[n].bodies.first), &b = near_.motion(pairs[n].bodies.second);
    // Both kinds of bounds are linear in the fractions, but for the crude one to hold for all of them it must
    // hold for each body alone, too.
    if (pairs[n].closingOfA(a) + pairs[n].closingOfB(b) > pairs[n].allowed(a, b)) closing_.push_back(n);
  }
  approaches_.assign(closing_.size(), {});
  std::vector<std::size_t> all(closing_.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  lookFarther(target, all);
}

void PairApproaches::lookFarther(const BodyState& target, std::span<const std::size_t> pairs) {
  std::vector<BodyPair> bodies;
  for (const std::size_t k : pairs) bodies.push_back(pair(k).bodies);
  DividedWork::Item item;
  item.compute = [&](std::size_t i) { findOne(pairs[i], target); };
  item.write = [&](std::size_t i, ByteWriter& to) { approaches_[pairs[i]].write(to); };
  item.read = [&](std::size_t i, ByteReader& from) { approaches_[pairs[i]].read(from); };
  constexpr std::int64_t planes = 20;  // of a pair, about
  near_.compute(bodies, planes * sizeof(PlaneApproach), item);
}

void PairApproaches::findOne(std::size_t k, const BodyState& target) {
  NearBodies::Pair& pair = near_.pairs()[closing_[k]];
  const auto [a, b] = pair.bodies;
  const StepMotion motions[] = {near_.motion(a), near_.motion(b)};
  const CertifiedBody start[] = {near_.certified(near_.before(), a), near_.certified(near_.before(), b)};
  const CertifiedBody end[] = {near_.certified(target, a), near_.certified(target, b)};
  planes_.local().find(pair, pair.triangles, start, end, motions, approaches_[k]);
}

// Infinite as long as a wider search may find more planes.
double PairApproaches::unplaned(std::size_t k) const {
  return approaches_[k].complete ? approaches_[k].unplaned : std::numeric_limits<double>::infinity();
}

bool PairApproaches::comesTooClose(std::size_t k, double partOfA, double partOfB) const {
  const auto [a, b] = pair(k).bodies;
  if (pair(k).closing(near_.motion(a), near_.motion(b), partOfA, partOfB) > unplaned(k)) return true;
  return std::ranges::any_of(approaches_[k].planes,
                             [&](const PlaneApproach& plane) { return !plane.allows(partOfA, partOfB); });
}

bool PairApproaches::isUnproven(std::size_t k, double partOfA, double partOfB) const {
  const auto [a, b] = pair(k).bodies;
  return !approaches_[k].complete &&
         pair(k).closing(near_.motion(a), near_.motion(b), partOfA, partOfB) > approaches_[k].unplaned;
}

double PairApproaches::commonPart(std::size_t k) const {
  const auto [a, b] = pair(k).bodies;
  double part = partWithin(pair(k).closing(near_.motion(a), near_.motion(b), 1, 1), unplaned(k));
  for (const PlaneApproach& plane : approaches_[k].planes)
    if (const double common = plane.commonPart(); common < 1) part = std::min(part, belowRounding * common);
  return part;
}

double PairApproaches::partBesideWall(std::size_t k, bool wallIsA) const {
  const auto [a, b] = pair(k).bodies;
  const StepMotion &ofA = near_.motion(a), &ofB = near_.motion(b);
  const double wall = (wallIsA ? ofA : ofB).length(), own = (wallIsA ? ofB : ofA).length();
  double part = 1;
  if (pair(k).closing(ofA, ofB, 1, 1) > unplaned(k))
    part = partWithin(own, std::max(0.0, unplaned(k) - wall));
  for (const PlaneApproach& plane : approaches_[k].planes) {
    const double advance = wallIsA ? plane.ofB : plane.ofA,
                 left = plane.allowed - (wallIsA ? plane.ofA : plane.ofB);
    if (advance > 0) part = std::min(part, partWithin(advance, std::max(0.0, left)));
  }
  return part;
}

}  // namespace talus
