#include "dynamics/contact_dynamics/rest.h"

#include <algorithm>

#include "geometry/mesh/union_find.h"

namespace talus {

namespace {

bool presses(const ImpulseProblem& problem, const ImpulsePair& pair) {
  for (std::size_t k = pair.begin; k < pair.end; ++k)
    if (!problem.points[k].impulse.isZero(0)) return true;
  return false;
}

bool isWallInMotion(const ImpulseBody& body) {
  return body.inverseMass == 0 && !(body.velocity.isZero(0) && body.angularVelocity.isZero(0));
}

// Bodies that walls in motion carry, over others that lie between, do not rest.
void wakeCarried(const ImpulseProblem& problem, std::vector<char>& rests) {
  if (std::ranges::none_of(problem.bodies, isWallInMotion)) return;
  UnionFind islands(problem.bodies.size());
  std::vector<char> carried(problem.bodies.size(), 0);
  for (const ImpulsePair& pair : problem.pairs) {
    if (!presses(problem, pair)) continue;
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

std::vector<char> findResting(const ImpulseProblem& problem, const std::vector<double>& extents,
                              double speed) {
  const std::size_t count = problem.bodies.size();
  std::vector<char> slow(count, 0), pressed(count, 0);
  for (std::size_t i = 0; i < count; ++i) {
    const ImpulseBody& body = problem.bodies[i];
    slow[i] = body.velocity.norm() + extents[i] * body.angularVelocity.norm() < speed;
  }
  std::vector<char> rests = slow;
  for (const ImpulsePair& pair : problem.pairs) {
    if (!presses(problem, pair)) continue;
    const auto a = static_cast<std::size_t>(pair.bodies.first),
               b = static_cast<std::size_t>(pair.bodies.second);
    pressed[a] = pressed[b] = 1;
    if (!slow[a]) rests[b] = 0;
    if (!slow[b]) rests[a] = 0;
  }
  for (std::size_t i = 0; i < count; ++i)
    if (!pressed[i] || problem.bodies[i].inverseMass == 0) rests[i] = 0;
  wakeCarried(problem, rests);
  return rests;
}

}  // namespace talus
