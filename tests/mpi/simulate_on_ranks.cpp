// Usage: mpirun -np N simulate_on_ranks heap|drum|net METHOD INTERVAL FRAMES ACROSS LAYERS
//        simulate_on_ranks heap|drum|net METHOD INTERVAL FRAMES ACROSS LAYERS N
//
// In place of heap, drum or net: a scene file without surface files (JSON). METHOD: explicit, certify,
// implicit (ImplicitEuler), barrier, long (IncrementalPotential), or rigid (ContactDynamics).
//
// Simulates that scene, of tests/core/rank_scenes.h, on N ranks with one thread each: processes, or threads
// of one. Prints a digest of each frame (motion and loads of all bodies, statistics), which must not depend
// on N; then, as errors, the time of a step, the processor time of the busiest rank, the memory, and what
// ranks that know all bodies divide.
#include <sys/resource.h>
#include <vtkMPIController.h>
#include <vtkNew.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#include "base/checksum.h"
#include "base/parallel.h"
#include "controller_communicator.h"
#include "distributed/reduction.h"
#include "dynamics/run/frame_contents.h"
#include "dynamics/run/shared_work.h"
#include "dynamics/run/simulation.h"
#include "rank_scenes.h"
#include "scene/scene_json.h"
#include "thread_communicator.h"

namespace talus {
namespace {

// The sum of the checksums of bodies does not depend on who owns which.
std::int64_t digestOf(const Simulation& simulation) {
  std::uint64_t sum = 0;
  const BodyState& state = simulation.state();
  const auto contacts = contactCounts(simulation), neighbours = coordinationNumbers(simulation);
  for (const std::size_t i : presentRows(simulation)) {
    ByteWriter bytes;
    bytes.value(static_cast<std::int64_t>(numberOf(simulation, i)));
    bytes.value(state.orientation[i]);
    for (const Vec3& v : {state.position[i], state.velocity[i], state.angularMomentum[i],
                          simulation.loads().force[i], simulation.loads().torque[i]})
      bytes.value(v);
    bytes.value(contacts[i]);
    bytes.value(neighbours[i]);
    sum += checksum(bytes.bytes()) >> 16;  // no overflow
  }
  return static_cast<std::int64_t>(sum);
}

std::uint64_t digestOf(FrameStatistics statistics) {
  statistics.comparisons.clear();  // those of a rank
  ByteWriter bytes;
  statistics.save(bytes);
  return checksum(bytes.bytes());
}

double megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

// Of this thread, s: without waiting for others, unless messages are awaited by spinning.
double processorTime() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

Scene sceneOf(const std::string& name, int across, int layers) {
  if (name.ends_with(".json")) {
    Context context;
    return readSceneFile(name, {}, context);
  }
  if (name == "drum") return on_ranks::drum(across * layers);
  if (name == "net") return on_ranks::net(across);
  return on_ranks::heap(across, layers);
}

SimulationOptions optionsOf(const std::string& method) {
  SimulationOptions options;
  options.certify = method == "certify";
  if (method == "barrier" || method == "long") options.contacts.law = ContactLawKind::Barrier;
  if (method == "long") options.integrator = IntegratorMethod::IncrementalPotential;
  if (method == "rigid") options.integrator = IntegratorMethod::ContactDynamics;
  if (method == "implicit") options.integrator = IntegratorMethod::ImplicitEuler;
  return options;
}

void simulate(Communicator& ranks, Scene scene, const std::string& method, double interval, int frames) {
  const std::size_t bodies = scene.bodies.size();
  Context context;
  Simulation simulation(std::move(scene), optionsOf(method), context, &ranks);
  std::int64_t steps = 0, evaluations = 0;
  const auto begin = std::chrono::steady_clock::now();
  const double busyBefore = processorTime();
  for (int frame = 1; frame <= frames; ++frame) {
    simulation.advanceTo(frame * interval, context);
    steps += simulation.statistics().steps;
    evaluations += simulation.statistics().evaluations;
    std::int64_t digest = digestOf(simulation);
    Reduction all;
    all.sum(digest);
    all.over(ranks);
    if (ranks.rank() == 0)
      std::printf("frame %d %016llx %016llx\n", frame, static_cast<unsigned long long>(digest),
                  static_cast<unsigned long long>(digestOf(simulation.statistics())));
  }
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  double least = megabytes(), most = least, busy = processorTime() - busyBefore;
  std::int64_t known = static_cast<std::int64_t>(simulation.state().size());
  Reduction all;
  all.minimum(least);
  all.maximum(most);
  all.maximum(busy);
  all.sum(known);
  all.over(ranks);
  if (ranks.rank() != 0) return;
  const double milliseconds = 1000 / static_cast<double>(steps);
  std::fprintf(
      stderr,
      "%d ranks, %zu bodies, known to ranks %lld, %lld steps, a step %.4g ms, of the processor %.4g ms, "
      "%.0f to %.0f MB a process\n",
      ranks.size(), bodies, static_cast<long long>(known), static_cast<long long>(steps),
      milliseconds * taken.count(), milliseconds * busy, least, most);
  auto* shared = dynamic_cast<SharedWork*>(&simulation.world());
  if (!shared) return;
  const std::int64_t solves = evaluations > 0 ? evaluations : steps;  // steps of impulses evaluate no forces
  std::fprintf(stderr, "%lld evaluations or steps, %.3g divisions for each, %.3g kB received\n",
               static_cast<long long>(solves),
               static_cast<double>(shared->work().divisions()) / static_cast<double>(solves),
               1e-3 * static_cast<double>(shared->work().received()) / static_cast<double>(solves));
}

}  // namespace
}  // namespace talus

int main(int argc, char** argv) {
  const auto number = [&](int i, int otherwise) { return argc > i ? std::atoi(argv[i]) : otherwise; };
  if (argc < 7) return 2;
  const talus::ThreadLimit limit(1);
  const auto run = [&](talus::Communicator& ranks) {
    talus::Scene scene;
    if (ranks.rank() == 0) scene = talus::sceneOf(argv[1], number(5, 1), number(6, 1));
    talus::simulate(ranks, std::move(scene), argv[2], std::atof(argv[3]), std::atoi(argv[4]));
  };
  if (number(7, 0) > 0) {
    talus::runOnThreads(number(7, 0), run);
    return 0;
  }
  const vtkNew<vtkMPIController> controller;
  controller->Initialize(&argc, &argv);
  talus::filters::ControllerCommunicator ranks(*controller);
  run(ranks);
  controller->Finalize();
  return 0;
}
