// Explicit steps of a settled bed of convex grains: contact laws and long steps beside Bullet, growth with
// the number of bodies, threads. Usage: bench_dynamics_explicit [--quick] OUT.json [--scene SCENE.json]
// SCENE.json gets the settled bed for bench_dynamics_explicit_yade.py. report_dynamics_explicit.py makes the
// page. One thread's own CPU time; where two are compared with one, the clock's.

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "clocks.h"
#include "dynamics/field/linear_contact.h"
#include "dynamics/run/frame_contents.h"
#include "grain_box.h"
#include "machine.h"
#ifdef TALUS_HAVE_BULLET
#include "peers/bullet_world.h"
#endif

namespace talus::bench {
namespace {

struct Sizes {
  int side, layers;
  double settle;  // s of simulated time
  double rest;    // … for which it is watched then
  std::vector<std::size_t> beds;
  int frames;  // that are timed
};

struct Result {
  std::string suite, contender;
  std::size_t bodies = 0;
  int threads = 1;
  double step = 0;  // ms, mean
  double best = 0;  // ms, of the fastest frame
  double dt = 0;    // s of simulated time in a step
  std::int64_t pairs = 0, touching = 0, points = 0;
  double overlap = 0;  // m, the deepest
  double speed = 0;    // m/s, the fastest body's after being watched
  double sinking = 0;  // m, of all bodies in the mean while watched
  bool sameBits = true;
};

std::string json(const Result& r) {
  char text[640];
  std::snprintf(
      text, sizeof text,
      R"({"suite": "%s", "contender": "%s", "bodies": %zu, "threads": %d, "step": %.6g, "best": %.6g, )"
      R"("dt": %.6g, "pairs": %lld, "touching": %lld, "points": %lld, "overlap": %.4g, "speed": %.4g, )"
      R"("sinking": %.4g, "same_bits": %s})",
      r.suite.c_str(), r.contender.c_str(), r.bodies, r.threads, r.step, r.best, r.dt,
      static_cast<long long>(r.pairs), static_cast<long long>(r.touching), static_cast<long long>(r.points),
      r.overlap, r.speed, r.sinking, r.sameBits ? "true" : "false");
  return text;
}

class Report {
 public:
  void add(const Result& result) {
    lines_.push_back(json(result));
    std::fprintf(stderr, "%s\n", lines_.back().c_str());
  }
  void write(const char* path) const {
    std::ofstream out(path);
    out << "{\"context\": " << machineJson() << ",\n\"measurements\": [\n";
    for (std::size_t i = 0; i < lines_.size(); ++i)
      out << lines_[i] << (i + 1 < lines_.size() ? ",\n" : "\n");
    out << "]}\n";
  }

 private:
  std::vector<std::string> lines_;
};

// Times frames of some steps each; at the end of a frame forces are computed once more.
void timeSteps(Simulation& run, int frames, Result& result) {
  Context context;
  const auto now = [&] { return result.suite == "threads" ? wallSeconds() : threadSeconds(); };
  const double stepsAFrame = result.bodies < 5000 ? 40 : 10;
  double seconds = 0;
  std::int64_t steps = 0;
  result.best = std::numeric_limits<double>::infinity();
  run.advanceTo(run.time() + 4e-5, context);  // some steps: then buffers have grown, and the step is known
  const double begin = run.time();
  for (int i = 0; i < frames; ++i) {
    const double frame = stepsAFrame * run.statistics().longestStep;
    const double start = now();
    run.advanceTo(run.time() + frame, context);
    const double spent = now() - start;
    const auto taken = run.statistics().steps;
    seconds += spent;
    steps += taken;
    result.best = std::min(result.best, spent * 1e3 / static_cast<double>(taken));
  }
  result.step = seconds * 1e3 / static_cast<double>(steps);
  result.dt = (run.time() - begin) / static_cast<double>(steps);
  result.pairs = run.statistics().pairs;
  result.touching = run.statistics().touching;
  result.points = run.statistics().contacts;
}

// Times steps as long as frames.
void timeLongSteps(Simulation& run, int frames, double frame, Result& result) {
  Context context;
  result.best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < frames; ++i) {
    const double start = threadSeconds();
    run.advanceTo(run.time() + frame, context);
    const double spent = 1e3 * (threadSeconds() - start) / static_cast<double>(run.statistics().steps);
    result.step += spent / frames;
    result.best = std::min(result.best, spent);
  }
  result.dt = run.statistics().longestStep;
  result.pairs = run.statistics().pairs;
  result.touching = run.statistics().touching;
  result.points = run.statistics().contacts;
}

double meanHeight(const std::vector<Vec3>& positions, std::size_t grains) {
  double sum = 0;
  for (std::size_t i = 0; i < grains; ++i) sum += positions[i].z();
  return sum / static_cast<double>(grains);
}

// What the bed does when it is left alone.
void watch(Simulation& run, std::size_t grains, double seconds, Result& result) {
  Context context;
  const double before = meanHeight(run.state().position, grains);
  run.advanceTo(run.time() + seconds, context);
  result.sinking = before - meanHeight(run.state().position, grains);
  for (std::size_t i = 0; i < grains; ++i)
    result.speed = std::max(result.speed, run.state().velocity[i].norm());
  for (const LinearContact* const contact : run.contacts())
    result.overlap = std::max(result.overlap, contact->depth - 2 * haloOf(run));
}

GrainBox settle(const Sizes& sizes) {
  GrainBox box = grainBox(sizes.side, sizes.layers);
  Context context;
  Simulation run(box.scene, {}, context);
  run.advanceTo(sizes.settle, context);
  box.scene.bodies = presentBodies(run);
  return box;
}

void measureLaws(const GrainBox& box, const Sizes& sizes, Report& report) {
  const ThreadLimit limit(1);
  Context context;
  for (const auto& [name, law] : {std::pair("HaloArea", ContactLawKind::HaloArea),
                                  std::pair("LinearSpringDashpot", ContactLawKind::LinearSpringDashpot),
                                  std::pair("Barrier", ContactLawKind::Barrier)}) {
    SimulationOptions options;
    options.contacts.law = law;
    options.contacts.startsAtRest = false;  // the bed is pressed together already
    Simulation run(box.scene, options, context);
    Result result{"peers", name, box.grains};
    // The bed was settled by HaloArea: others have to settle anew.
    if (law != ContactLawKind::HaloArea) run.advanceTo(5 * sizes.rest, context);
    watch(run, box.grains, sizes.rest, result);
    timeSteps(run, sizes.frames, result);
    report.add(result);
  }
}

// Settled by steps of the same kind before.
void measureLongSteps(const GrainBox& box, const Sizes& sizes, Report& report) {
  constexpr double frame = 0.01;
  const ThreadLimit limit(1);
  Context context;
  for (const bool secondOrder : {false, true}) {
    SimulationOptions options;
    options.contacts.law = ContactLawKind::Barrier;
    options.contacts.startsAtRest = false;
    options.integrator = IntegratorMethod::IncrementalPotential;
    options.implicit.secondOrder = secondOrder;
    Simulation run(box.scene, options, context);
    Result result{"peers", secondOrder ? "Barrier, long steps of order 2" : "Barrier, long steps",
                  box.grains};
    for (int i = 1; i <= 5 * sizes.frames; ++i) run.advanceTo(i * frame, context);
    watch(run, box.grains, 2 * frame, result);
    timeLongSteps(run, 2 * sizes.frames, frame, result);
    report.add(result);
  }
}

#ifdef TALUS_HAVE_BULLET
std::unique_ptr<peers::BulletWorld> bulletWorld(const Scene& scene, bool maySleep) {
  const peers::BulletWorld::Options options{.gravity = scene.gravity,
                                            .friction = scene.materials[0].contact.friction,
                                            .restitution = 0,
                                            .unit = 0.01,
                                            .maySleep = maySleep};
  auto world = std::make_unique<peers::BulletWorld>(options);
  for (const BodyShape& shape : scene.shapes) {
    std::vector<Vec3> corners;
    for (Index i = 0; i < static_cast<Index>(shape.mesh.pointCount()); ++i)
      corners.push_back(shape.properties.principal.axes.transpose() * shape.mesh.point(i));
    world->addHull(corners);
  }
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const Body body = scene.bodies[i];
    const MassProperties& p = scene.shapes[static_cast<std::size_t>(body.shape)].properties;
    const double mass = body.motion == Motion::Fixed ? 0 : body.mass;
    world->add({.shape = static_cast<std::size_t>(body.shape),
                .mass = mass,
                .moments = mass / p.mass * p.principal.moments,
                .pose = {body.position, body.orientation.matrix() * p.principal.axes, 1}});
  }
  return world;
}

// Awake: as many bodies are computed as by the others. Asleep: as Bullet is meant to be used.
void measureBullet(const GrainBox& box, const Sizes& sizes, bool maySleep, Report& report) {
  constexpr double dt = 1.0 / 600;  // to grains of 1 cm what 1/60 s is to bodies of 1 m
  const auto world = bulletWorld(box.scene, maySleep);
  Result result{"peers", maySleep ? "Bullet, sleeping allowed" : "Bullet", box.grains};
  result.dt = dt;
  const auto height = [&] {
    double sum = 0;
    for (std::size_t i = 0; i < box.grains; ++i) sum += world->pose(i).position.z();
    return sum / static_cast<double>(box.grains);
  };
  for (int i = 0; i < 10 * sizes.side + 80; ++i) world->step(dt);  // its bodies have no halos to rest on
  const double before = height();
  for (int i = 0; i < static_cast<int>(sizes.rest / dt); ++i) world->step(dt);
  result.sinking = before - height();
  for (std::size_t i = 0; i < box.grains; ++i) result.speed = std::max(result.speed, world->speed(i));
  result.best = std::numeric_limits<double>::infinity();
  const int steps = 5 * sizes.frames;
  for (int i = 0; i < steps; ++i) {
    const double start = threadSeconds();
    world->step(dt);
    const double spent = 1e3 * (threadSeconds() - start);
    result.step += spent / steps;
    result.best = std::min(result.best, spent);
  }
  const auto contacts = world->contacts(0);
  result.pairs = static_cast<std::int64_t>(world->contacts(1).pairs);
  result.touching = static_cast<std::int64_t>(contacts.pairs);
  result.points = static_cast<std::int64_t>(contacts.points);
  result.overlap = contacts.deepest;
  report.add(result);
}
#endif

void measureGrowth(const GrainBox& box, const Sizes& sizes, Report& report) {
  const ThreadLimit limit(1);
  Context context;
  for (const std::size_t grains : sizes.beds) {
    Simulation run(bedOf(box, grains), {}, context);
    Result result{"growth", "HaloArea", run.state().size() - 5};
    const auto few = static_cast<int>(2 + 20'000 / grains);
    timeSteps(run, std::min(sizes.frames, few), result);
    report.add(result);
  }
}

void measureThreads(const GrainBox& box, const Sizes& sizes, Report& report) {
  Context context;
  BodyState first;
  for (const int threads : {1, 2}) {
    const ThreadLimit limit(threads);
    Simulation run(bedOf(box, 9 * box.grains), {}, context);
    Result result{"threads", "HaloArea", run.state().size() - 5};
    result.threads = threads;
    timeSteps(run, std::min(5, sizes.frames), result);
    if (threads == 1) first = run.state();
    result.sameBits = run.state() == first;
    report.add(result);
  }
}

int run(int count, char** values) {
  const char* out = nullptr;
  const char* scene = nullptr;
  Sizes sizes{10, 10, 0.17, 0.02, {100, 1000, 9000, 100'000}, 8};
  for (int i = 1; i < count; ++i) {
    if (std::strcmp(values[i], "--quick") == 0)
      sizes = {4, 3, 0.06, 0.005, {20, 48, 192}, 3};
    else if (std::strcmp(values[i], "--scene") == 0 && i + 1 < count)
      scene = values[++i];
    else
      out = values[i];
  }
  if (out == nullptr) {
    std::fprintf(stderr, "Usage: bench_dynamics_explicit [--quick] OUT.json [--scene SCENE.json]\n");
    return 2;
  }
  Report report;
  const GrainBox box = settle(sizes);
  if (scene != nullptr) writeForOthers(scene, box);
  measureLaws(box, sizes, report);
  measureLongSteps(box, sizes, report);
#ifdef TALUS_HAVE_BULLET
  for (const bool maySleep : {false, true}) measureBullet(box, sizes, maySleep, report);
#endif
  measureGrowth(box, sizes, report);
  measureThreads(box, sizes, report);
  report.write(out);
  return 0;
}

}  // namespace
}  // namespace talus::bench

int main(int count, char** values) {
  return talus::bench::run(count, values);
}
