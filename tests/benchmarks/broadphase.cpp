// Broad phase: our methods beside FCL and Bullet, step by step.
// Usage: bench_broadphase [--quick] [--only TEXT] OUT.json
// --only measures the contenders and scenes whose name ("layout/motion/boxes/contender/threads") holds the
// text. report_broadphase.py makes tables and plots of the JSON.

#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/parallel.h"
#include "box_layouts.h"
#include "broadphase/broad_phase.h"
#include "measurement_file.h"
#ifdef TALUS_HAVE_FCL
#include "peers/fcl.h"
#endif
#ifdef TALUS_HAVE_BULLET
#include "peers/bullet_boxes.h"
#endif

namespace talus::bench {
namespace {

/// One method behind the two calls that are timed.
struct Stepper {
  std::function<void(const BoxArrays&)> setBoxes;  // of peers; ours do all in findPairs
  std::function<std::size_t(const BoxArrays&)> findPairs;
  std::function<BroadPhaseWork()> work;
  std::function<std::size_t()> changes;
};

struct Contender {
  std::string name;
  std::size_t maximumBoxes;
  int steps;     // of large scenes; many where a step in some costs more than the others
  bool margins;  // grows its boxes, and needs many steps until they leave their margins at different times
  std::function<Stepper()> make;
};

Stepper stepper(BroadPhaseMethod method) {
  BroadPhaseOptions options;
  options.method = method;
  const std::shared_ptr<BroadPhase> phase = makeBroadPhase(options);
  return {[](const BoxArrays&) {},
          [phase](const BoxArrays& boxes) {
            phase->update(boxes);
            return phase->pairs().size();
          },
          [phase] { return phase->work(); },
          [phase] { return phase->begun().size() + phase->ended().size(); }};
}

#if defined(TALUS_HAVE_FCL) || defined(TALUS_HAVE_BULLET)
Stepper stepper(const std::shared_ptr<peers::BroadPhasePeer>& peer) {
  return {[peer](const BoxArrays& boxes) { peer->setBoxes(boxes); },
          [peer](const BoxArrays&) { return peer->findPairs(); }, [] { return BroadPhaseWork{}; },
          [] { return 0; }};
}
#endif

bool keepsLists(BroadPhaseMethod method) {
  return method == BroadPhaseMethod::SweepAndPrune || method == BroadPhaseMethod::NeighbourList;
}

std::vector<Contender> contenders() {
  constexpr std::size_t most = 1000000;
  std::vector<Contender> all;
  for (const BroadPhaseMethod method :
       {BroadPhaseMethod::SweepAndPrune, BroadPhaseMethod::SpatialHeapsort, BroadPhaseMethod::Octree,
        BroadPhaseMethod::UniformGrid, BroadPhaseMethod::AdaptiveGrid, BroadPhaseMethod::NeighbourList,
        BroadPhaseMethod::AllPairs})
    all.push_back({name(method), method == BroadPhaseMethod::AllPairs ? 20000 : most,
                   keepsLists(method) ? 40 : 4, false, [method] { return stepper(method); }});
#ifdef TALUS_HAVE_FCL
  all.push_back({"FCL refit", most, 4, false, [] { return stepper(peers::makeFcl(peers::FclTree::Refit)); }});
  all.push_back(
      {"FCL rebuild", most, 4, false, [] { return stepper(peers::makeFcl(peers::FclTree::Rebuild)); }});
#endif
#ifdef TALUS_HAVE_BULLET
  all.push_back({"Bullet dbvt", most, 10, true,
                 [] { return stepper(peers::makeBulletBoxes(peers::BulletMethod::Tree)); }});
  all.push_back({"Bullet sweep", 1000, 10, false,
                 [] { return stepper(peers::makeBulletBoxes(peers::BulletMethod::SweepPrune3)); }});
#endif
  return all;
}

// One thread's own time does not count what other programs do meanwhile.
double now(int threads) {
  timespec time{};
  clock_gettime(threads == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

double bytesInUse() {
  const struct mallinfo2 info = mallinfo2();
  return static_cast<double>(info.uordblks + info.hblkhd);
}

struct Motion {
  std::string name;
  double speed;
};

struct Scene {
  Layout layout;
  Motion motion;
  std::size_t boxes;
  int threads;
};

struct Result {
  double first = 0;  // ms of the first update
  double step = 0;   // ms, mean
  double best = 0;   // ms of the fastest step
  double build = 0;  // ms of setBoxes within a step, mean
  double bytes = 0;
  double swaps = 0;  // mean
  double anew = 0;   // part of the steps that used nothing of the one before
  double changes = 0;
  std::size_t candidates = 0;
  std::size_t pairs = 0;
  int steps = 0;
};

struct Times {
  double build;
  double all;
};

Times timeStep(const Stepper& method, const BoxArrays& boxes, int threads, std::size_t& pairs) {
  const double begin = now(threads);
  method.setBoxes(boxes);
  const double built = now(threads);
  pairs = method.findPairs(boxes);
  return {built - begin, now(threads) - begin};
}

Result measure(const Contender& contender, const Scene& scene, bool quick) {
  const ThreadLimit limit(scene.threads);
  MovingBoxes moving(scene.layout, scene.boxes, scene.motion.speed);
  const double before = bytesInUse();
  const Stepper method = contender.make();
  Result result;
  result.first = timeStep(method, moving.boxes(), scene.threads, result.pairs).all;
  const int warmUp = quick ? 1 : 2;
  const int steps = quick ? 3 : (scene.boxes > 10000 ? contender.steps : 50);
  for (int jump = 0; contender.margins && jump < 5; ++jump) {
    for (int i = 0; i < 20; ++i) moving.step();
    timeStep(method, moving.boxes(), scene.threads, result.pairs);
  }
  double total = 0;
  for (int step = -warmUp; step < steps; ++step) {
    moving.step();
    const Times times = timeStep(method, moving.boxes(), scene.threads, result.pairs);
    if (step < 0) continue;
    ++result.steps;
    total += times.all;
    result.build += times.build;
    result.best = result.steps == 1 ? times.all : std::min(result.best, times.all);
    const BroadPhaseWork work = method.work();
    result.swaps += static_cast<double>(work.swaps);
    result.anew += work.searchedAnew ? 1 : 0;
    result.changes += static_cast<double>(method.changes());
    result.candidates = static_cast<std::size_t>(work.candidates);
    constexpr double enough = 10000;
    if (total > enough && result.steps >= 3) break;
  }
  result.bytes = bytesInUse() - before;
  result.step = total / result.steps;
  for (double* const sum : {&result.build, &result.swaps, &result.anew, &result.changes})
    *sum /= result.steps;
  return result;
}

std::string label(const Scene& scene, const Contender& contender) {
  return std::string(name(scene.layout)) + "/" + scene.motion.name + "/" + std::to_string(scene.boxes) + "/" +
         contender.name + "/" + std::to_string(scene.threads);
}

std::vector<Scene> scenes(bool quick) {
  const std::vector<Motion> motions{{"rest", 0}, {"slow", 1e-3}, {"brisk", 1e-2}, {"wild", 0.3}};
  const std::vector<std::size_t> sizes = quick ? std::vector<std::size_t>{100, 2000}
                                               : std::vector<std::size_t>{100, 1000, 10000, 100000, 1000000};
  std::vector<Scene> all;
  for (const std::size_t boxes : sizes)
    for (const Layout layout : {Layout::Uniform, Layout::Clustered, Layout::SizeRatio})
      for (const Motion& motion : motions)
        if (boxes < 1000000 || motion.speed < 1e-2)
          all.push_back({layout, motion, boxes, 1});  // else it takes hours
  if (!quick)
    for (const Motion& motion : motions) all.push_back({Layout::Uniform, motion, 100000, concurrency()});
  return all;
}

std::string json(const Scene& scene, const Contender& contender, const Result& r) {
  char text[1024];
  std::snprintf(
      text, sizeof text,
      R"({"layout": "%s", "motion": "%s", "boxes": %zu, "contender": "%s", "threads": %d, "first": %.5g, )"
      R"("step": %.5g, "best": %.5g, "build": %.5g, "pairs": %zu, "changes": %.5g, "swaps": %.5g, )"
      R"("anew": %.3g, "candidates": %zu, "bytes": %.0f, "steps": %d})",
      name(scene.layout), scene.motion.name.c_str(), scene.boxes, contender.name.c_str(), scene.threads,
      r.first, r.step, r.best, r.build, r.pairs, r.changes, r.swaps, r.anew, r.candidates, r.bytes, r.steps);
  return text;
}

int run(bool quick, const std::string& only, const char* path) {
  MeasurementFile file(path);
  if (!file.good()) {
    std::fprintf(stderr, "cannot write %s\n", path);
    return 1;
  }
  std::map<std::string, double> slowest;  // ms a box of a contender's steps in a layout so far
  for (const Scene& scene : scenes(quick))
    for (const Contender& contender : contenders()) {
      const std::string title = label(scene, contender);
      if (title.find(only) == std::string::npos || scene.boxes > contender.maximumBoxes) continue;
      double& cost = slowest[std::string(name(scene.layout)) + scene.motion.name + contender.name];
      if (cost * static_cast<double>(scene.boxes) > 5000) continue;  // would take minutes
      const Result result = measure(contender, scene, quick);
      cost = result.step / static_cast<double>(scene.boxes);
      std::printf("%-48s %10.4f ms a step, %zu pairs\n", title.c_str(), result.step, result.pairs);
      std::fflush(stdout);
      file.add(json(scene, contender, result));
    }
  return file.finish() ? 0 : 1;
}

}  // namespace
}  // namespace talus::bench

int main(int argc, char** argv) {
  bool quick = false;
  std::string only;
  const char* path = nullptr;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--quick") {
      quick = true;
    } else if (argument == "--only" && i + 1 < argc) {
      only = argv[++i];
    } else {
      path = argv[i];
    }
  }
  if (path == nullptr) {
    std::fprintf(stderr, "usage: bench_broadphase [--quick] [--only TEXT] OUT.json\n");
    return 2;
  }
  return talus::bench::run(quick, only, path);
}
