// Steps as long as frames beside the IPC Toolkit: one scene, the same time step, the same number of threads,
// one step of each in turns. SCENE.json is what `talus scenario … --scene` writes.
// Usage: bench_long_steps_ipc SCENE.json FRAMES [--threads N] [--step S] [--no-certificate], and of the peer,
// see peers/ipc_world.h: [--tolerance T] [--barrier K] [--reach R] [--slip S] [--flat] [--additive].
// With TALUS_BENCH_STEPS in the environment it tells about each step.
//
// The peer is fastest with --additive. Its house of cards stands only with a soft barrier and slow slip
// (--reach 1e-4 --barrier 1e6 --slip 1e-4): cards start 20 µm apart, and the adaptive barrier throws them up.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <limits>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/parallel.h"
#include "clocks.h"
#include "dynamics/run/simulation.h"
#include "peers/ipc_world.h"
#include "scene/scene_json.h"

namespace talus::bench {
namespace {

using peers::IpcWorld;

struct Arguments {
  std::string scene;
  int frames = 10, threads = 1;
  double step = 0.01;  // s
  bool certificate = true;
  IpcWorld::Options peer{.reach = 0};  // 0: that of Talus
};

// Times of one contender's steps.
struct Laps {
  double wall = 0, processor = 0, fastest = std::numeric_limits<double>::infinity();
  int count = 0;

  template <class Work>
  void take(const Work& work) {
    const double wallBegin = wallSeconds(), processorBegin = processSeconds();
    work();
    const double spent = wallSeconds() - wallBegin;
    wall += spent;
    processor += processSeconds() - processorBegin;
    fastest = std::min(fastest, spent);
    ++count;
  }
  void print(const char* name) const {
    std::printf("%-10s ms a step: %9.2f mean, %9.2f fastest; processor %9.2f\n", name, 1e3 * wall / count,
                1e3 * fastest, 1e3 * processor / count);
  }
};

struct PeerSums {
  double iterations = 0, trials = 0;
  int unconverged = 0;
  double leastGap = std::numeric_limits<double>::infinity();
  std::size_t mostContacts = 0;
  IpcWorld::Times times{};

  void add(const IpcWorld::Report& r) {
    iterations += r.iterations;
    trials += r.trials;
    unconverged += r.converged ? 0 : 1;
    leastGap = std::min(leastGap, r.leastGap);
    mostContacts = std::max(mostContacts, r.contacts);
    times.candidates += r.times.candidates;
    times.collisions += r.times.collisions;
    times.derivatives += r.times.derivatives;
    times.assembly += r.times.assembly;
    times.solution += r.times.solution;
    times.freeStep += r.times.freeStep;
    times.energy += r.times.energy;
  }
  void print(int steps, double wall) const {
    const auto each = [&](double sum) { return 1e3 * sum / steps; };
    const double known = times.candidates + times.collisions + times.derivatives + times.assembly +
                         times.solution + times.freeStep + times.energy;
    std::printf(
        "  Newton: %.1f iterations and %.1f trials a step, %d steps not converged; contacts ≤ %zu; "
        "least gap %.3g m\n",
        iterations / steps, trials / steps, unconverged, mostContacts, leastGap);
    std::printf(
        "  ms a step: candidates %.2f, collision-free step %.2f, contacts %.2f, their derivatives "
        "%.2f, energies %.2f; ours: assembly %.2f, linear system %.2f, rest %.2f\n",
        each(times.candidates), each(times.freeStep), each(times.collisions), each(times.derivatives),
        each(times.energy), each(times.assembly), each(times.solution), each(wall - known));
  }
};

IpcWorld::Body bodyOf(const Scene& scene, std::size_t i) {
  const Body body = scene.bodies[i];
  const BodyShape& shape = scene.shapes[static_cast<std::size_t>(body.shape)];
  IpcWorld::Body result;
  result.mesh = shape.mesh;
  result.mass = body.mass;
  result.inertia = body.mass / shape.properties.mass * body.scale * body.scale * shape.properties.inertia;
  result.pose = {body.position, body.orientation.matrix(), body.scale};
  result.velocity = body.velocity;
  result.spin = body.angularVelocity;
  result.fixed = body.motion != Motion::Dynamic;
  return result;
}

IpcWorld peerOf(const Scene& scene, IpcWorld::Options options) {
  options.gravity = scene.gravity;
  options.friction = scene.materials.front().contact.friction;
  if (options.reach == 0) options.reach = 2 * scene.halo;
  IpcWorld world(options);
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) world.add(bodyOf(scene, i));
  return world;
}

SimulationOptions longSteps(const Arguments& arguments) {
  SimulationOptions options;
  options.integrator = IntegratorMethod::IncrementalPotential;
  options.contacts.law = ContactLawKind::Barrier;
  options.certify = arguments.certificate;
  return options;
}

Scene sceneOf(const std::string& path) {
  Context context;
  const MeshLoader none = [](const std::string& file) -> TriangleMesh { throw Error("No reader", file, ""); };
  Scene scene = readSceneFile(path, none, context);
  if (scene.materials.size() != 1 || !scene.motions.empty())
    throw Error("Only scenes of one material, without motions, can be compared", path, "");
  return scene;
}

// Root mean square of the distances between places in both.
double difference(const Simulation& run, const IpcWorld& peer) {
  double sum = 0;
  for (std::size_t i = 0; i < run.state().size(); ++i)
    sum += (run.state().position[i] - peer.position(i)).squaredNorm();
  return std::sqrt(sum / static_cast<double>(run.state().size()));
}

void compare(const Arguments& arguments) {
  const ThreadLimit limit(arguments.threads);
  const Scene scene = sceneOf(arguments.scene);
  Context context;
  Simulation run(scene, longSteps(arguments), context);
  IpcWorld peer = peerOf(scene, arguments.peer);
  Laps own, others;
  PeerSums sums;
  double evaluations = 0, iterations = 0, leastGap = std::numeric_limits<double>::infinity();
  for (int i = 1; i <= arguments.frames; ++i) {
    Context frame;
    own.take([&] { run.advanceTo(i * arguments.step, frame); });
    evaluations += static_cast<double>(run.statistics().evaluations);
    iterations += static_cast<double>(run.statistics().iterations);
    leastGap = std::min(leastGap, run.statistics().leastGap);
    IpcWorld::Report report;
    others.take([&] { report = peer.step(arguments.step); });
    sums.add(report);
    if (std::getenv("TALUS_BENCH_STEPS") != nullptr)
      std::fprintf(stderr, "%d: %d iterations, %d trials, gap %.3g, barrier %.3g, %zu contacts\n", i,
                   report.iterations, report.trials, report.leastGap, report.barrier, report.contacts);
  }
  std::printf("%s: %zu bodies, %d steps of %g s, %d threads\n", arguments.scene.c_str(), scene.bodies.size(),
              arguments.frames, arguments.step, arguments.threads);
  own.print("Talus");
  std::printf("  %.1f iterations and %.1f evaluations a step; least gap %.3g m\n",
              iterations / arguments.frames, evaluations / arguments.frames, leastGap);
  others.print("peer");
  sums.print(arguments.frames, others.wall);
  std::printf("  diagonal %.3g m, stretch %.2g, intersections: %s; places differ by %.3g m\n",
              peer.diagonal(), peer.stretch(), peer.intersects() ? "yes" : "no", difference(run, peer));
  std::printf("ratio of means: wall %.2f, processor %.2f; of fastest steps %.2f\n", others.wall / own.wall,
              others.processor / own.processor, others.fastest / own.fastest);
}

bool isRead(int count, char** values, Arguments& arguments) {
  if (count < 3) return false;
  arguments.scene = values[1];
  arguments.frames = std::atoi(values[2]);
  for (int i = 3; i < count; ++i) {
    const std::string word = values[i];
    const bool hasNext = i + 1 < count;
    if (word == "--additive")
      arguments.peer.additive = true;
    else if (word == "--flat")
      arguments.peer.flat = true;
    else if (word == "--no-certificate")
      arguments.certificate = false;
    else if (word == "--threads" && hasNext)
      arguments.threads = std::atoi(values[++i]);
    else if (word == "--step" && hasNext)
      arguments.step = std::atof(values[++i]);
    else if (word == "--tolerance" && hasNext)
      arguments.peer.tolerance = std::atof(values[++i]);
    else if (word == "--reach" && hasNext)
      arguments.peer.reach = std::atof(values[++i]);
    else if (word == "--slip" && hasNext)
      arguments.peer.slip = std::atof(values[++i]);
    else if (word == "--barrier" && hasNext)
      arguments.peer.barrier = std::atof(values[++i]);
    else
      return false;
  }
  return arguments.frames > 0 && arguments.threads > 0;
}

int run(int count, char** values) {
  Arguments arguments;
  if (!isRead(count, values, arguments)) {
    std::fprintf(stderr,
                 "Usage: bench_long_steps_ipc SCENE.json FRAMES [--threads N] [--step S] [--tolerance T] "
                 "[--barrier K] [--reach R] [--slip S] [--flat] [--additive] [--no-certificate]\n");
    return 2;
  }
  compare(arguments);
  return 0;
}

}  // namespace
}  // namespace talus::bench

int main(int count, char** values) {
  try {
    return talus::bench::run(count, values);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
