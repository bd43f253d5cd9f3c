#include "dynamics/implicit/step_directions.h"

#include <algorithm>

#include "base/parallel_items.h"

namespace talus {

namespace {

constexpr double keptSecantFraction = 0.1;  // of a motion: secants are kept
constexpr double smallFraction = 0.1;       // of a motion to a model's minimum
constexpr int fewSystems = 10;              // of a model of a large island

bool anyMarked(const std::vector<char>& marks, std::span<const std::size_t> bodies) {
  return std::ranges::any_of(bodies, [&](std::size_t i) { return marks[i] != 0; });
}

bool allMarked(const std::vector<char>& marks, std::span<const std::size_t> bodies) {
  return std::ranges::all_of(bodies, [&](std::size_t i) { return marks[i] != 0; });
}

Eigen::VectorXd rowsOf(std::span<const std::size_t> bodies, const std::vector<Vec3>& linear,
                       const std::vector<Vec3>& angular) {
  Eigen::VectorXd rows(6 * static_cast<Eigen::Index>(bodies.size()));
  for (std::size_t n = 0; n < bodies.size(); ++n)
    rows.segment<6>(6 * static_cast<Eigen::Index>(n)) << linear[bodies[n]], angular[bodies[n]];
  return rows;
}

void setMotion(Motions& motion, std::span<const std::size_t> bodies, const Eigen::VectorXd& rows) {
  for (std::size_t n = 0; n < bodies.size(); ++n) {
    motion.shift[bodies[n]] = rows.segment<3>(6 * static_cast<Eigen::Index>(n));
    motion.turn[bodies[n]] = rows.segment<3>(6 * static_cast<Eigen::Index>(n) + 3);
  }
}

}  // namespace

void StepDirections::begin(std::size_t bodies) {
  secants_.clear();
  modelUnhelpful_.assign(bodies, 0);
  guardLimited_.assign(bodies, 0);
}

void StepDirections::find(LongStage& stage, std::span<const ContactIsland> islands,
                          std::span<const IslandSearch> searches, const BodyInertia& inertia) {
  const double square = stage.inertia.length() * stage.inertia.length();
  Loads residual = stage.residual;
  Motions& motion = stage.motion;
  motion.clear(stage.now.size());
  Context context;
  parallelChunks(searches.size(), 8, context, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      if (searches[k].ended) continue;
      if (k < islands.size()) {
        ofIsland(stage, islands[k], inertia, residual);
        continue;
      }
      const std::size_t i = searches[k].bodies[0];
      motion.shift[i] = square * inertia.inverseMass(i) * stage.residual.force[i];
      motion.turn[i] = stage.inertia.turnToFree(i, stage.now) +
                       square * inertia.angularVelocity(i, stage.now.orientation[i], stage.loads.torque[i]);
    }
  });
  left_ = motion;
}

// A model of a large island begins where the last one led if the guard held bodies back on the way: the way
// that is left is about the same, and Newton's direction far from it.
//
// @param residual of the island's bodies is used up.
void StepDirections::ofIsland(LongStage& stage, const ContactIsland& island, const BodyInertia& inertia,
                              Loads& residual) {
  const std::vector<std::size_t>& bodies = island.bodies;
  BarrierModel& model = models_.local();
  model.begin(island, inertia, stage.now, stage.walls.ahead(), stage.inertia.length());
  const Eigen::VectorXd loads = rowsOf(bodies, residual.force, residual.torque), first = model.solve(loads);
  if (!anyMarked(modelUnhelpful_, bodies) && !model.isNear(first)) {
    const Eigen::VectorXd start =
        allMarked(guardLimited_, bodies) ? rowsOf(bodies, left_.shift, left_.turn) : first;
    setMotion(stage.motion, bodies,
              model.minimum(loads, first, start, isLarge(bodies) ? fewSystems : BarrierModel::manySystems));
    return;
  }
  const SecantPairs::Weights weights = secants_.reduce(bodies, residual);
  setMotion(stage.motion, bodies, model.solve(rowsOf(bodies, residual.force, residual.torque)));
  secants_.restore(bodies, weights, stage.motion);
}

// Where motions must be cut short the stiffness changes too much for secants, which might lead to another
// minimum; but without them some minimisations do not end.
void StepDirections::remember(const LongStage& stage, const Loads& last, const LineSearch& search,
                              bool always) {
  Motions motion = stage.motion;
  Loads change = last;
  for (const IslandSearch& island : search.islands())
    for (const std::size_t i : island.bodies) {
      motion.shift[i] *= island.length;
      motion.turn[i] *= island.length;
    }
  for (std::size_t i = 0; i < stage.now.size(); ++i) {
    change.force[i] -= stage.residual.force[i];
    change.torque[i] -= stage.residual.torque[i];
  }
  secants_.add(std::move(motion), std::move(change));
  for (const IslandSearch& island : search.islands()) {
    const bool whole =
        std::ranges::all_of(island.bodies, [&](std::size_t i) { return search.partOf(i) == 1; });
    if (island.led || (!always && (!whole || island.length < keptSecantFraction)))
      secants_.forget(island.bodies);
  }
}

void StepDirections::learn(const LongStage& stage, const LineSearch& search) {
  noteUnhelpfulModels(search);
  noteGuardLimits(stage, search);
}

// A model does not know that another feature becomes the nearest one: where its minimum leads nowhere,
// secants lead on.
void StepDirections::noteUnhelpfulModels(const LineSearch& search) {
  for (const IslandSearch& island : search.islands()) {
    if (island.ended || !island.cut || island.length >= smallFraction) continue;
    for (const std::size_t i : island.bodies) modelUnhelpful_[i] = 1;
  }
}

void StepDirections::noteGuardLimits(const LongStage& stage, const LineSearch& search) {
  constexpr double limitedFraction = 0.5;
  guardLimited_.assign(stage.now.size(), 0);
  for (const IslandSearch& island : search.islands()) {
    if (island.ended || !isLarge(island.bodies)) continue;
    if (std::ranges::none_of(island.bodies,
                             [&](std::size_t i) { return search.partOf(i) < limitedFraction; }))
      continue;
    for (const std::size_t i : island.bodies) {
      guardLimited_[i] = 1;
      left_.shift[i] -= island.length * stage.motion.shift[i];
      left_.turn[i] -= island.length * stage.motion.turn[i];
    }
  }
}

}  // namespace talus
