#include "dynamics/contact_dynamics/cone_lanes.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "dynamics/contact_dynamics/chunk_loop.h"

namespace talus {

namespace {

constexpr std::size_t blocksPerFill = 32;
constexpr int colourCount = 24;  // then pairs go one after the other

using Rows = double[3][PointLanes::width];

void setLane(Rows& rows, std::size_t lane, const Vec3& vector) {
  for (std::size_t c = 0; c < 3; ++c) rows[c][lane] = vector[static_cast<Eigen::Index>(c)];
}

Vec3 laneOf(const Rows& rows, std::size_t lane) {
  return {rows[0][lane], rows[1][lane], rows[2][lane]};
}

void setInertia(double (&rows)[6][PointLanes::width], std::size_t lane, const Eigen::Matrix3d& tensor) {
  const double values[6] = {tensor(0, 0), tensor(1, 1), tensor(2, 2),
                            tensor(0, 1), tensor(0, 2), tensor(1, 2)};
  for (std::size_t c = 0; c < 6; ++c) rows[c][lane] = values[c];
}

void setPoint(const ImpulsePoint& point, std::size_t lane, PointLanes& row) {
  setLane(row.leverA, lane, point.leverA);
  setLane(row.leverB, lane, point.leverB);
  setLane(row.normal, lane, point.normal);
  row.approach[lane] = point.approach;
  row.friction[lane] = point.cone.friction;
  row.pull[lane] = point.cone.pull;
  row.pressed[lane] = point.cone.pressed;
  row.slack[lane] = point.slack;
  setLane(row.impulse, lane, point.impulse);
  setLane(row.last, lane, point.impulse);
}

bool pressesAtFirst(const ImpulseProblem& problem, const ImpulsePair& pair) {
  for (std::size_t k = pair.begin; k < pair.end; ++k) {
    const ImpulsePoint& point = problem.points[k];
    if (!point.impulse.isZero(0) || point.cone.pull + point.cone.pressed > 0 ||
        point.normal.dot(problem.velocityAt(pair, point)) + point.approach < 0)
      return true;
  }
  return false;
}

}  // namespace

void ConeLanes::read(const ImpulseProblem& problem) {
  velocities.assign((problem.bodies.size() + 1) * stride, 0.0);
  for (std::size_t i = 0; i < problem.bodies.size(); ++i)
    for (std::size_t c = 0; c < 3; ++c) {
      velocities[i * stride + c] = problem.bodies[i].velocity[static_cast<Eigen::Index>(c)];
      velocities[i * stride + 4 + c] = problem.bodies[i].angularVelocity[static_cast<Eigen::Index>(c)];
    }
  lastVelocities = velocities;
  colour(problem);
  extents_.clear();
  pointCount_ = 0;
  colours.assign(1, 0);
  std::size_t begin = 0;
  while (begin < order_.size()) {
    const std::uint64_t colour = order_[begin].colour();
    if (colour == static_cast<std::uint64_t>(colourCount)) break;
    std::size_t end = begin;
    while (end < order_.size() && order_[end].colour() == colour) ++end;
    for (; begin < end; begin = std::min(begin + width, end)) addBlock(begin, std::min(width, end - begin));
    colours.push_back(extents_.size());
  }
  serial = extents_.size();
  for (; begin < order_.size(); ++begin) addBlock(begin, 1);
  blocks.resize(extents_.size());
  if (points.size() < pointCount_) points.resize(2 * pointCount_);
  inChunks(blocks.size(), blocksPerFill, [&](std::size_t first, std::size_t last) {
    for (std::size_t n = first; n < last; ++n) setBlock(problem, extents_[n], blocks[n]);
  });
}

// Each pair takes the first colour that neither body has. Walls have none: nothing moves them. Blocks whose
// pairs all press, or none of them, and have as many points take the least time.
void ConeLanes::colour(const ImpulseProblem& problem) {
  constexpr std::uint32_t all = (std::uint32_t{1} << colourCount) - 1;
  order_.clear();
  taken_.assign(problem.bodies.size(), 0);
  presses_.resize(problem.pairs.size());
  forEachPair(problem.pairs.size(),
              [&](std::size_t n) { presses_[n] = pressesAtFirst(problem, problem.pairs[n]); });
  for (std::size_t n = 0; n < problem.pairs.size(); ++n) {
    const ImpulsePair& pair = problem.pairs[n];
    std::uint32_t &ofA = taken_[static_cast<std::size_t>(pair.bodies.first)],
                  &ofB = taken_[static_cast<std::size_t>(pair.bodies.second)];
    const int colour = std::min(std::countr_zero(~(ofA | ofB) & all), colourCount);
    if (colour < colourCount) {
      const std::uint32_t bit = std::uint32_t{1} << colour;
      if (problem.body(pair.bodies.first).inverseMass > 0) ofA |= bit;
      if (problem.body(pair.bodies.second).inverseMass > 0) ofB |= bit;
    }
    order_.emplace_back(static_cast<std::uint64_t>(colour), !presses_[n], pair.end - pair.begin, n);
  }
  sortPlaces();
}

// By counting: the pairs are sorted by number already.
void ConeLanes::sortPlaces() {
  std::size_t most = 0;
  for (const Place& place : order_) most = std::max(most, place.points());
  const auto kind = [most](const Place& place) { return place.group() * (most + 1) + place.points(); };
  places_.assign(2 * (colourCount + 1) * (most + 1), 0);
  for (const Place& place : order_) ++places_[kind(place)];
  std::exclusive_scan(places_.begin(), places_.end(), places_.begin(), std::size_t{0});
  sorted_.resize(order_.size());
  for (const Place& place : order_) sorted_[places_[kind(place)]++] = place;
  order_.swap(sorted_);
}

void ConeLanes::addBlock(std::size_t first, std::size_t count) {
  const std::span<const Place> pairs(&order_[first], count);
  const std::size_t most = std::ranges::max_element(pairs, {}, &Place::points)->points();
  extents_.push_back({first, count, pointCount_, most});
  pointCount_ += most;
}

void ConeLanes::setBlock(const ImpulseProblem& problem, const Extent& extent, PairLanes& block) {
  const std::span<const Place> pairs(&order_[extent.firstPair], extent.pairs);
  block = {};
  block.used = extent.pairs;
  block.begin = extent.firstPoint;
  block.end = extent.firstPoint + extent.points;
  const auto atRest = static_cast<std::int64_t>(problem.bodies.size() * stride);
  std::ranges::fill(block.bodyA, atRest);
  std::ranges::fill(block.bodyB, atRest);
  for (std::size_t lane = 0; lane < pairs.size(); ++lane) setPair(problem, pairs[lane].number(), lane, block);
  ImpulsePoint none;
  none.slack = 1;
  for (std::size_t lane = 0; lane < width; ++lane) {
    const std::size_t count = lane < pairs.size() ? pairs[lane].points() : 0;
    for (std::size_t k = block.begin + count; k < block.end; ++k) setPoint(none, lane, points[k]);
  }
}

void ConeLanes::setPair(const ImpulseProblem& problem, std::size_t number, std::size_t lane,
                        PairLanes& block) {
  const ImpulsePair& pair = problem.pairs[number];
  const ImpulseBody &a = problem.body(pair.bodies.first), &b = problem.body(pair.bodies.second);
  block.pairs[lane] = number;
  block.bodyA[lane] = static_cast<std::int64_t>(stride) * pair.bodies.first;
  block.bodyB[lane] = static_cast<std::int64_t>(stride) * pair.bodies.second;
  block.inverseMassA[lane] = a.inverseMass;
  block.inverseMassB[lane] = b.inverseMass;
  setInertia(block.inertiaA, lane, a.inverseInertia);
  setInertia(block.inertiaB, lane, b.inverseInertia);
  if (pair.rolling > 0) {
    block.rolls = true;
    block.rolling[lane] = pair.rolling;
    block.rollingMass[lane] = 1 / (a.inverseInertia + b.inverseInertia).norm();
    setLane(block.normal, lane, pair.normal);
    setLane(block.moment, lane, pair.moment);
    setLane(block.lastMoment, lane, pair.moment);
  }
  for (std::size_t k = pair.begin; k < pair.end; ++k)
    setPoint(problem.points[k], lane, points[block.begin + k - pair.begin]);
}

void ConeLanes::write(ImpulseProblem& problem) const {
  for (std::size_t i = 0; i < problem.bodies.size(); ++i) {
    const double* const at = &velocities[i * stride];
    problem.bodies[i].velocity = {at[0], at[1], at[2]};
    problem.bodies[i].angularVelocity = {at[4], at[5], at[6]};
  }
  inChunks(blocks.size(), blocksPerFill, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) writeBlock(blocks[n], problem);
  });
}

void ConeLanes::writeBlock(const PairLanes& block, ImpulseProblem& problem) const {
  for (std::size_t lane = 0; lane < block.used; ++lane) {
    ImpulsePair& pair = problem.pairs[block.pairs[lane]];
    if (pair.rolling > 0) pair.moment = laneOf(block.moment, lane);
    for (std::size_t k = pair.begin; k < pair.end; ++k)
      problem.points[k].impulse = laneOf(points[block.begin + k - pair.begin].impulse, lane);
  }
}

}  // namespace talus
