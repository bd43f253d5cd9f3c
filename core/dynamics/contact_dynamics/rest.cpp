#include "dynamics/contact_dynamics/rest.h"

#include <algorithm>

#include "base/damaged_snapshot.h"
#include "geometry/mesh/union_find.h"

namespace talus {

namespace {

constexpr int stillSteps = 5;           // steps
constexpr double stillSpeedRatio = 30;  // times the speed below which others come to rest

bool isWallInMotion(const ImpulseBody& body) {
  return body.inverseMass == 0 && !(body.velocity.isZero(0) && body.angularVelocity.isZero(0));
}

// Bodies that walls in motion carry, over others that lie between, do not rest.
void wakeCarried(const ImpulseProblem& problem, std::vector<char>& rests) {
  if (std::ranges::none_of(problem.bodies, isWallInMotion)) return;
  UnionFind islands(problem.bodies.size());
  std::vector<char> carried(problem.bodies.size(), 0);
  for (const ImpulsePair& pair : problem.pairs) {
    if (!problem.presses(pair)) continue;
    const auto [a, b] = pair.bodies;
    const bool moveBoth = problem.body(a).inverseMass > 0 && problem.body(b).inverseMass > 0;
    if (moveBoth) islands.unite(a, b);
    if (isWallInMotion(problem.body(a))) carried[static_cast<std::size_t>(b)] = 1;
    if (isWallInMotion(problem.body(b))) carried[static_cast<std::size_t>(a)] = 1;
  }
  std::vector<char> moves(problem.bodies.size(), 0);
  for (std::size_t i = 0; i < carried.size(); ++i)
    if (carried[i]) moves[static_cast<std::size_t>(islands.find(static_cast<Index>(i)))] = 1;
  for (std::size_t i = 0; i < rests.size(); ++i)
    if (moves[static_cast<std::size_t>(islands.find(static_cast<Index>(i)))]) rests[i] = 0;
}

}  // namespace

void Rest::find(const ImpulseProblem& problem, std::span<const MeanContact> last, double time, double speed) {
  const std::size_t count = problem.bodies.size();
  steps_.resize(count, 0);
  wakeNeighbours(last, time);
  std::vector<char> slow(count, 0), pressed(count, 0);
  for (std::size_t i = 0; i < count; ++i) {
    const ImpulseBody& body = problem.bodies[i];
    const double limit = (steps_[i] < stillSteps ? 1 : stillSpeedRatio) * speed;
    slow[i] = body.velocity.norm() + bodies_[i].extent * body.angularVelocity.norm() < limit;
  }
  rests_ = slow;
  for (const ImpulsePair& pair : problem.pairs) {
    if (!problem.presses(pair)) continue;
    const auto a = static_cast<std::size_t>(pair.bodies.first),
               b = static_cast<std::size_t>(pair.bodies.second);
    pressed[a] = pressed[b] = 1;
    if (!slow[a]) rests_[b] = 0;
    if (!slow[b]) rests_[a] = 0;
  }
  for (std::size_t i = 0; i < count; ++i)
    if (!pressed[i] || problem.bodies[i].inverseMass == 0) rests_[i] = 0;
  wakeCarried(problem, rests_);
  for (std::size_t i = 0; i < count; ++i)
    steps_[i] = static_cast<std::uint8_t>(rests_[i] ? std::min(steps_[i] + 1, stillSteps) : 0);
  findStillIslands(problem);
}

void Rest::findStillIslands(const ImpulseProblem& problem) {
  still_.assign(steps_.size(), 0);
  if (std::ranges::none_of(steps_, [](int steps) { return steps == stillSteps; })) return;
  const auto moves = [&](std::size_t body) { return problem.bodies[body].inverseMass > 0; };
  UnionFind islands(steps_.size());
  for (const ImpulsePair& pair : problem.pairs) {
    const auto [a, b] = pair.bodies;
    if (moves(static_cast<std::size_t>(a)) && moves(static_cast<std::size_t>(b)) && problem.presses(pair))
      islands.unite(a, b);
  }
  const auto islandOf = [&](std::size_t body) {
    return static_cast<std::size_t>(islands.find(static_cast<Index>(body)));
  };
  std::vector<char> wakes(steps_.size(), 0);
  for (std::size_t i = 0; i < steps_.size(); ++i)
    if (moves(i) && steps_[i] < stillSteps) wakes[islandOf(i)] = 1;
  for (std::size_t i = 0; i < steps_.size(); ++i) still_[i] = moves(i) && !wakes[islandOf(i)];
}

// Those of bodies that are no longer there.
void Rest::wakeNeighbours(std::span<const MeanContact> last, double time) {
  for (const MeanContact& contact : last) {
    const auto [a, b] = contact.bodies;
    if (!(time < bodies_[a].removed)) steps_[static_cast<std::size_t>(b)] = 0;
    if (!(time < bodies_[b].removed)) steps_[static_cast<std::size_t>(a)] = 0;
  }
}

void Rest::save(ByteWriter& bytes) const {
  bytes.array(steps_);
}

void Rest::load(ByteReader& bytes) {
  steps_ = bytes.array<std::uint8_t>();
  const auto sound = [](int steps) { return steps <= stillSteps; };
  if ((!steps_.empty() && steps_.size() != bodies_.size()) || !std::ranges::all_of(steps_, sound))
    throw damagedSnapshot();
}

}  // namespace talus
