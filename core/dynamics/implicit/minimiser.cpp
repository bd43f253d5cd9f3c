#include "dynamics/implicit/minimiser.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/parallel_items.h"
#include "dynamics/implicit/tolerances.h"

namespace talus {

namespace {

constexpr int slowWallIterationRatio = 5;   // with slow walls, over the iterations of a minimisation
constexpr int iterationsUntilSettling = 5;  // after which secants are always kept, and bodies settle early

// What the evaluation of an iterate tells. Returns the islands.
std::vector<ContactIsland> updateIterate(LongStage& stage, const MovingSystem& system) {
  std::vector<ContactIsland> islands;
  const auto contacts = system.field.linearised();
  const std::function<void()> parts[] = {[&] { islands = contactIslands(contacts, system.inertia); },
                                         [&] { stage.findPull(contacts, system.inertia); },
                                         [&] {
                                           stage.findResidual(system.inertia);
                                           stage.potential = stage.potentialOf(system);
                                         }};
  parallelItems(std::size(parts), 1, [&](std::size_t n) { parts[n](); });
  return islands;
}

// A torque counts as the force at the radius of gyration.
bool isSmall(const LongStage& stage, std::size_t i, const BodyInertia& inertia, double part) {
  const double radius = gyration(inertia, i);
  constexpr double placeRounding = 1e-12;
  const double h = stage.inertia.length(), place = stage.now.position[i].lpNorm<1>() +
                                                   h * stage.walls.start().velocity[i].lpNorm<1>() + radius;
  const double most = part * stage.pull[i] + placeRounding * place * inertia.mass(i) / (h * h);
  return stage.residual.force[i].norm() <= most && stage.residual.torque[i].norm() <= most * radius;
}

// Rough minima of large islands tell the limits of friction also where a few bodies have not arrived.
bool isSmall(const LongStage& stage, std::span<const std::size_t> bodies, const BodyInertia& inertia) {
  constexpr std::size_t bodiesPerUnsettled = 50;  // one of so many
  const double moving = stage.rough && stage.walls.isComplete() ? tolerances.rough : tolerances.converged;
  const auto others = std::ranges::count_if(bodies, [&](std::size_t i) {
    return !isSmall(stage, i, inertia, stage.settled[i] ? tolerances.stalled : moving);
  });
  return static_cast<std::size_t>(others) <=
         (stage.rough && isLarge(bodies) ? bodies.size() / bodiesPerUnsettled : 0);
}

}  // namespace

void Minimiser::restart(LongStage& stage) {
  stage.restart();
  first_.reset();
}

bool Minimiser::solve(LongStage& stage, MovingSystem& system, StepReport& report) {
  if (!minimise(stage, system, report)) return false;
  const double allowed = tolerances.potentialRounding * std::abs(*first_);
  if (stage.rough || stage.walls.move() || stage.potential <= *first_ + allowed) return true;
  restart(stage);
  return minimise(stage, system, report);
}

bool Minimiser::minimise(LongStage& stage, MovingSystem& system, StepReport& report) {
  const BodyInertia& inertia = system.inertia;
  stage.settled.assign(stage.now.size(), 0);
  directions_.begin(stage.now.size());
  stage.evaluate(system);
  int idle = 0;
  for (int n = 0; n < options_.maximumIterations && idle < tolerances.idleIterations; ++n) {
    const auto islands = updateIterate(stage, system);
    if (n > 0) directions_.remember(stage, last_, lines_, n > iterationsUntilSettling);
    last_ = stage.residual;
    if (!first_) first_ = stage.potential;
    const bool done = hasConverged(stage, islands, inertia, n == 0);
    if (done && stage.walls.isComplete()) {
      guard_.release();
      return true;
    }
    directions_.find(stage, islands, lines_.islands(), inertia);
    stage.from = stage.now;
    lines_.truncate(stage, system);
    if (done && stage.walls.gained() < tolerances.slowestProgress) return false;  // a wall is blocked
    if (!stage.walls.complete(slowWallIterationRatio * options_.maximumIterations)) return false;
    if (stage.walls.gained() > 0) stage.settled.assign(stage.now.size(), 0);  // bodies must give way
    lines_.begin(stage, inertia);
    if (n >= iterationsUntilSettling) lines_.settle(stage, inertia);
    lines_.search(stage, system);
    directions_.learn(stage, lines_);
    lines_.settle(stage, inertia);
    idle = !stage.walls.wentOn() && samePlaces(stage.now, stage.from) ? idle + 1 : 0;
    ++report.iterations;
  }
  return false;
}

// A rough minimum where the minimisation begins must be a fine one.
bool Minimiser::hasConverged(LongStage& stage, std::span<const ContactIsland> islands,
                             const BodyInertia& inertia, bool first) {
  const bool done = dropConverged(stage, islands, inertia);
  if (!done || !stage.rough || !first) return done;
  stage.rough = false;
  stage.findResidual(inertia);
  return dropConverged(stage, islands, inertia);
}

// Of the islands, and of bodies without contacts.
void Minimiser::gatherSearches(const LongStage& stage, std::span<const ContactIsland> islands,
                               const BodyInertia& inertia) {
  std::vector<char> inIsland(stage.now.size(), 0);
  std::vector<IslandSearch>& searches = lines_.islands();
  searches.clear();
  for (const ContactIsland& island : islands) {
    searches.push_back({island.bodies});
    searches.back().led =
        !stage.walls.isComplete() && std::ranges::any_of(island.contacts, [&](const LinearContact* contact) {
          return stage.walls.drives(*contact, inertia);
        });
    for (const std::size_t i : island.bodies) inIsland[i] = 1;
  }
  for (std::size_t i = 0; i < stage.now.size(); ++i)
    if (!inIsland[i] && !inertia.isWall(i)) searches.push_back({{i}});
}

// What has converged stays where it is. Returns whether all has.
bool Minimiser::dropConverged(LongStage& stage, std::span<const ContactIsland> islands,
                              const BodyInertia& inertia) {
  gatherSearches(stage, islands, inertia);
  for (IslandSearch& search : lines_.islands()) {
    const bool rests = !search.led && rested_.restAgain(search.bodies, stage, inertia);
    search.small = rests || isSmall(stage, search.bodies, inertia);
    search.ended = search.small && !search.led;
    if (!search.ended) continue;
    for (const std::size_t i : search.bodies) {
      rested_.note(i, stage, rests);
      stage.residual.force[i].setZero();
      stage.residual.torque[i].setZero();
    }
  }
  return std::ranges::all_of(lines_.islands(), &IslandSearch::small);
}

}  // namespace talus
