#include "dynamics/implicit/line_search.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "dynamics/implicit/tolerances.h"

namespace talus {

namespace {

constexpr double longestTurn = 0.5;    // rad, from iterate to iterate
constexpr double modelledRanges = 2;   // models know contacts as far
constexpr double longestShift = 10;    // radii of gyration, and twice the flight in the step
constexpr double leastWaiting = 1e-3;  // part of walls' motions: else they go on by halves of theirs
constexpr int maximumTrials = 12;      // of a line search
constexpr double endingSlope = 0.9;    // of the slope at the start: the search ends below it

double slopeOf(const IslandSearch& island, const LongStage& stage) {
  return workOf(stage.residual, stage.motion, island.bodies);
}

void scale(Motions& motion, std::size_t i, double part) {
  motion.shift[i] *= part;
  motion.turn[i] *= part;
}

// What linearised rotations allow, and models whose iteration has not ended: where a contact is all but
// closed they throw bodies far away.
double wholePart(const LongStage& stage, std::size_t i, const BodyInertia& inertia) {
  const double flight = stage.inertia.length() * stage.walls.start().velocity[i].norm();
  const double farthest = longestShift * gyration(inertia, i) + 2 * flight;
  return std::min({1.0, longestTurn / stage.motion.turn[i].norm(), farthest / stage.motion.shift[i].norm()});
}

void place(LongStage& stage, const IslandSearch& island) {
  for (const std::size_t i : island.bodies) stage.moveBody(i, island.length);
}

}  // namespace

void LineSearch::truncate(LongStage& stage, MovingSystem& system) {
  constexpr int halvings = 40;
  const std::size_t count = stage.now.size();
  parts_.resize(count);
  std::vector<double> whole(count, 1.0);
  for (std::size_t i = 0; i < count; ++i) {
    if (system.inertia.isWall(i)) continue;
    whole[i] = wholePart(stage, i, system.inertia);
    stage.moveBody(i, whole[i]);
  }
  stage.walls.beginIterate();
  guard_.begin(stage.from);
  double part = 1;
  for (int n = 0; n <= halvings; ++n, part /= 2) {
    if (n == halvings) part = 0;
    stage.walls.advance(part);
    system.field.impose(stage.now, stage.walls.time());
    const auto parts = guard_.allowedParts(stage.now, stage.walls.begin());
    if (!parts.empty()) {
      std::ranges::transform(parts, whole, parts_.begin(), std::multiplies{});
      return;
    }
    if (n == 0 && waitWithWalls(stage, system, whole)) return;
  }
}

// Walls that would come too close to bodies wait for them: both carry out the same part of their motions.
bool LineSearch::waitWithWalls(LongStage& stage, MovingSystem& system, const std::vector<double>& whole) {
  const auto parts = guard_.partsWithWalls(stage.now);
  double least = 1;
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (system.inertia.isWall(i)) least = std::min(least, parts[i]);
  if (least < leastWaiting) return false;
  stage.walls.advance(least);
  system.field.impose(stage.now, stage.walls.time());
  std::ranges::transform(parts, whole, parts_.begin(), std::multiplies{});
  return true;
}

// Each body carries out its own part of the motion if that is still downhill, otherwise all the smallest
// part. So do all bodies of a large island in which one goes farther than models look ahead, as in an impact:
// they would rub on those that wait, which the model does not know of.
void LineSearch::begin(LongStage& stage, const BodyInertia& inertia) {
  for (IslandSearch& island : islands_) {
    if (island.ended) continue;
    const double whole = slopeOf(island, stage);
    double least = 1, own = 0, far = 0;
    for (const std::size_t i : island.bodies) {
      far = std::max(far, stage.reachOf(i, inertia));
      least = std::min(least, parts_[i]);
      own += parts_[i] * workOf(stage.residual, stage.motion, std::span(&i, 1));
    }
    const bool isImpact = isLarge(island.bodies) && far > modelledRanges * range_;
    const bool alike = !island.led && (isImpact || own < least * whole);
    island.slope = alike ? least * whole : own;
    for (const std::size_t i : island.bodies) scale(stage.motion, i, alike ? least : parts_[i]);
  }
}

// Where the gradient of E jumps, as at a vertex between two equally near faces, E may be smallest without a
// gradient of zero: bodies settle that a line search does not move. So do those that rounding does not let
// come nearer.
void LineSearch::settle(LongStage& stage, const BodyInertia& inertia) const {
  const double least = tolerances.rest * range_;
  for (const IslandSearch& island : islands_) {
    if (island.ended) continue;
    if (std::any_of(island.bodies.begin(), island.bodies.end(), [&](std::size_t i) {
          return (island.cut ? island.length : 1) * stage.reachOf(i, inertia) > parts_[i] * least;
        }))
      continue;
    for (const std::size_t i : island.bodies) stage.settled[i] = 1;
  }
}

// Whether the slope at the trial asks for a shorter motion. Where the slope jumps it hardly changes with the
// length, and a secant would do little more than halve it.
bool LineSearch::shorten(IslandSearch& island, const LongStage& stage) {
  constexpr double most = 0.8, least = 0.1, same = 0.7;
  if (island.ended || island.led) return false;
  const double now = slopeOf(island, stage);
  if (now >= -endingSlope * island.slope) return false;
  const bool jumps = island.cut && now < same * island.last;
  island.length *= jumps ? least : std::clamp(island.slope / (island.slope - now), least, most);
  island.last = now;
  island.cut = true;
  return true;
}

// A body that moves less than was allowed may be in the way of another one: motions are shortened until the
// guard allows them all.
void LineSearch::confine(LongStage& stage, MovingSystem& system) {
  constexpr int maximumShortenings = 60;
  for (int n = 0; n < maximumShortenings; ++n) {
    for (const IslandSearch& island : islands_) place(stage, island);
    const auto parts = guard_.allowedParts(stage.now, stage.walls.begin());
    if (parts.empty()) {
      stage.walls.halve();
      system.field.impose(stage.now, stage.walls.time());
      continue;
    }
    bool again = false;
    for (IslandSearch& island : islands_) {
      double least = 1;
      for (const std::size_t i : island.bodies) least = std::min(least, parts[i]);
      if (least == 1 || island.length == 0) continue;
      island.length = least > 1e-3 ? 0.9 * least * island.length : 0;
      again = true;
    }
    if (!again) return;
  }
  stage.now = stage.from;
  stage.walls.goBack();
}

// The slope does not tell whether a hill was passed over.
void LineSearch::shortenAll() {
  for (IslandSearch& island : islands_) {
    if (island.ended) continue;
    island.length *= 0.5;
    island.cut = true;
  }
}

void LineSearch::search(LongStage& stage, MovingSystem& system) {
  confine(stage, system);
  for (int n = 0;; ++n) {
    stage.evaluate(system);
    if (n == maximumTrials) return;
    stage.findResidual(system.inertia);
    bool again = false;
    for (IslandSearch& island : islands_) again = shorten(island, stage) || again;
    if (!again) {
      const double allowed = tolerances.potentialRounding * std::abs(stage.potential);
      const bool grown = stage.potentialOf(system) > stage.potential + allowed;
      if (stage.walls.wentOn() || !grown) return;
      shortenAll();
    }
    confine(stage, system);
  }
}

}  // namespace talus
