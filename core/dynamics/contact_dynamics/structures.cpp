#include "dynamics/contact_dynamics/structures.h"

#include <algorithm>
#include <numeric>

namespace talus {

namespace {

constexpr std::size_t leastLevels = 15;  // from a body to the farthest one: sweeps reach across fewer
constexpr double fewOfAll = 0.1;
constexpr double workOfPoint = 10;  // products of blocks for a point

/// The pairs of each body that moves.
struct PairsOfBodies {
  explicit PairsOfBodies(const ImpulseProblem& problem) : begin(problem.bodies.size() + 1, 0) {
    const auto visit = [&](const auto& take) {
      for (std::size_t n = 0; n < problem.pairs.size(); ++n)
        for (const Index body : {problem.pairs[n].bodies.first, problem.pairs[n].bodies.second})
          if (problem.body(body).inverseMass > 0) take(static_cast<std::size_t>(body), n);
    };
    visit([&](std::size_t body, std::size_t) { ++begin[body + 1]; });
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    pairs.resize(begin.back());
    std::vector<std::size_t> next(begin.begin(), begin.end() - 1);
    visit([&](std::size_t body, std::size_t pair) { pairs[next[body]++] = pair; });
  }
  std::span<const std::size_t> of(std::size_t body) const {
    return {pairs.data() + begin[body], begin[body + 1] - begin[body]};
  }

  std::vector<std::size_t> begin, pairs;
};

/// A breadth-first search.
class StructureSearch {
 public:
  explicit StructureSearch(const ImpulseProblem& problem)
      : problem_(problem), pairs_(problem), place_(problem.bodies.size(), none) {}

  bool isFound(std::size_t body) const { return place_[body] != none; }

  /// Finds the bodies of an island. Eliminated level by level, its system takes about `work` products of
  /// blocks.
  void find(std::size_t first) {
    bodies.clear();
    add(first);
    levels = 0;
    points = 0;
    work = 0;
    for (std::size_t begin = 0; begin < bodies.size(); ++levels) {
      const std::size_t end = bodies.size();
      const auto width = static_cast<double>(end - begin);
      work += width * width * width;
      for (; begin < end; ++begin)
        for (const std::size_t n : pairs_.of(bodies[begin])) {
          const ImpulsePair& pair = problem_.pairs[n];
          points += pair.end - pair.begin;
          const auto [a, b] = pair.bodies;
          const std::size_t other = static_cast<std::size_t>(a) == bodies[begin]
                                        ? static_cast<std::size_t>(b)
                                        : static_cast<std::size_t>(a);
          if (isFound(other) || problem_.bodies[other].inverseMass == 0) continue;
          add(other);
        }
    }
  }

  ImpulseIsland island() {
    ImpulseIsland island;
    island.bodies = bodies;
    for (const std::size_t body : bodies) island.problem.bodies.push_back(problem_.bodies[body]);
    std::vector<std::size_t> own;
    for (const std::size_t body : bodies)
      for (const std::size_t n : pairs_.of(body)) own.push_back(n);
    std::ranges::sort(own);
    own.erase(std::unique(own.begin(), own.end()), own.end());
    for (const std::size_t n : own) addPair(n, island);
    return island;
  }

  std::vector<std::size_t> bodies;
  std::size_t levels = 0, points = 0;
  double work = 0;

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  void add(std::size_t body) {
    place_[body] = bodies.size();
    bodies.push_back(body);
  }

  bool isIn(std::size_t body) const { return place_[body] < bodies.size() && bodies[place_[body]] == body; }

  void addPair(std::size_t number, ImpulseIsland& island) const {
    ImpulsePair& pair = island.problem.pairs.emplace_back(problem_.pairs[number]);
    const auto placed = [&](Index body) {
      const auto i = static_cast<std::size_t>(body);
      if (isIn(i)) return static_cast<Index>(place_[i]);
      ImpulseBody& wall = island.problem.bodies.emplace_back(problem_.bodies[i]);
      wall.inverseMass = 0;
      wall.inverseInertia.setZero();
      return static_cast<Index>(island.problem.bodies.size() - 1);
    };
    pair.bodies = {placed(pair.bodies.first), placed(pair.bodies.second)};
    const std::size_t begin = island.problem.points.size();
    for (std::size_t k = pair.begin; k < pair.end; ++k) {
      island.problem.points.push_back(problem_.points[k]);
      island.points.push_back(k);
    }
    pair.begin = begin;
    pair.end = island.problem.points.size();
  }

  const ImpulseProblem& problem_;
  PairsOfBodies pairs_;
  std::vector<std::size_t> place_;  // in the island of each body
};

}  // namespace

void ImpulseIsland::give(ImpulseProblem& whole) const {
  for (std::size_t i = 0; i < bodies.size(); ++i) whole.bodies[bodies[i]] = problem.bodies[i];
  for (std::size_t k = 0; k < points.size(); ++k) {
    ImpulsePoint& point = whole.points[points[k]];
    point.impulse = point.first = problem.points[k].impulse;
  }
}

std::vector<ImpulseIsland> structuresOf(const ImpulseProblem& problem, const IslandSpeeds& speeds) {
  std::vector<ImpulseIsland> islands;
  StructureSearch search(problem);
  for (std::size_t body = 0; body < problem.bodies.size(); ++body) {
    if (search.isFound(body) || problem.bodies[body].inverseMass == 0) continue;
    search.find(body);
    if (search.levels < leastLevels || search.work > workOfPoint * static_cast<double>(search.points))
      continue;
    const auto partFasterThan = [&](double speed) {
      const auto isFaster = [&](std::size_t i) { return problem.bodies[i].velocity.norm() >= speed; };
      return static_cast<double>(std::ranges::count_if(search.bodies, isFaster)) /
             static_cast<double>(search.bodies.size());
    };
    if (partFasterThan(speeds.rest) == 0 || partFasterThan(speeds.fast) > fewOfAll) continue;
    ImpulseIsland island = search.island();
    const auto rolls = [](const ImpulsePair& pair) { return pair.rolling > 0; };
    if (std::ranges::none_of(island.problem.pairs, rolls)) islands.push_back(std::move(island));
  }
  return islands;
}

}  // namespace talus
