#include "dynamics/implicit/friction_rounds.h"

#include <utility>

#include "dynamics/implicit/tolerances.h"

namespace talus {

namespace {

// @param change of all forces on a body, allowed.
bool forcesAgree(const LongStage& stage, const Loads& before, const BodyInertia& inertia, double change) {
  for (std::size_t i = 0; i < stage.now.size(); ++i) {
    if (inertia.isWall(i)) continue;
    if ((stage.loads.force[i] - before.force[i]).norm() > change * stage.pull[i]) return false;
  }
  return true;
}

}  // namespace

bool FrictionRounds::run(LongStage& stage, Minimiser& minimiser, MovingSystem& system, StepReport& report) {
  bool agrees = false;
  for (int round = 1; round <= tolerances.frictionRounds; ++round) {
    contacts_.setMode(ContactMode::FrictionLagged);
    if (!agrees) minimiser.restart(stage);  // where other friction let bodies go, friction may hold them, too
    stage.rough = !agrees && round < tolerances.frictionRounds;
    const bool converged = minimiser.solve(stage, system, report);
    contacts_.setMode(ContactMode::FrictionUpdated);
    if (!converged) return false;
    std::swap(before_, stage.loads);
    stage.inertia.setVelocities(stage.now);
    system.evaluate(stage.now, stage.walls.end(), stage.loads);
    agrees = forcesAgree(
        stage, before_, system.inertia,
        round < tolerances.fineRounds ? tolerances.frictionChange : tolerances.roughFrictionChange);
    if (agrees && !stage.rough) break;
  }
  return true;
}

}  // namespace talus
