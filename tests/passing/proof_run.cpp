#include "proof_run.h"

#include "dynamics/run/blocked_wall.h"

#include <algorithm>
#include <cmath>

#include "benchmarks/clocks.h"

namespace talus::passing {

namespace {

using bench::threadSeconds;

bool anyPassed(const WalledScene& walled, const BodyState& state) {
  for (std::size_t i = 0; i < state.size(); ++i) {
    if (walled.scene.bodies.motion[i] != Motion::Dynamic) continue;
    for (const WallSide& side : walled.sides)
      if (side.passed(state, state.position[i])) return true;
  }
  return false;
}

void simulate(Simulation& run, const WalledScene& walled, const RunLimits& limits, RunResult& result) {
  const std::int64_t steps = limits.work / static_cast<std::int64_t>(run.state().size());
  while (result.frames < limits.frames) {
    const double end = threadSeconds() + limits.seconds;
    Context context([&](double) { return threadSeconds() < end; });
    result.course.add(run.advanceTo(walled.duration * (result.frames + 1) / limits.frames, context));
    ++result.frames;
    result.part = static_cast<double>(result.frames) / limits.frames;
    result.growth = result.course.growth / result.course.scale;
    result.touched = result.touched || run.statistics().touching > 0 || run.statistics().dissipatedEnergy > 0;
    result.passed = result.passed || anyPassed(walled, run.state());
    result.cut = result.course.steps > steps && result.frames < limits.frames;
    if (result.cut) return;
  }
}

}  // namespace

RunResult prove(const WalledScene& walled, const SimulationOptions& options, const RunLimits& limits) {
  const double begin = threadSeconds();
  RunResult result({});
  try {
    Context context;
    Simulation run(walled.scene, options, context);
    result.course = Course(run.statistics());
    simulate(run, walled, limits, result);
  } catch (const Cancelled&) {
    result.crawled = true;
  } catch (const Error& error) {
    result.blocked = walled.wallsMove && dynamic_cast<const BlockedWall*>(&error) != nullptr;
    if (!result.blocked) result.error = error.what();
  }
  result.seconds = threadSeconds() - begin;
  return result;
}

}  // namespace talus::passing
