// Implicit steps of Noble and Weinzierl: single level, the search within Picard, multiscale Picard as
// published and by lists (tables 5 to 9). Law HaloSpring, iteration by Aitken's damping, to 1 % of the
// forces. Usage: bench_dynamics_implicit [--quick] OUT.json report_dynamics_implicit.py makes the page of the
// JSON.

#include <sys/resource.h>

#include <cstdio>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string_view>

#include "base/parallel.h"
#include "clocks.h"
#include "dynamics/contact_forces/contact_forces.h"
#include "dynamics/field/field_sum.h"
#include "dynamics/field/gravity.h"
#include "dynamics/implicit_scenes.h"
#include "machine.h"
#include "reference/dynamics/multiscale_picard.h"

namespace talus::bench {
namespace {

using Json = nlohmann::json;

constexpr double timeStep = 5e-4;  // s

struct Method {
  std::string name;
  BodySearch search = BodySearch::Surrogate;
  bool multiscale = false;
  RefinementOptions refinement{};
};

const Method single{"single level", BodySearch::Flat},
    within{"search within Picard", BodySearch::Surrogate, false, {.skin = 0}},
    lists{"multiscale, lists", BodySearch::Surrogate, true},
    silent{"multiscale, no coarse force",
           BodySearch::Surrogate,
           true,
           {.method = RefinementMethod::ActiveSets, .coarseForce = 0}},
    published{
        "multiscale, as published", BodySearch::Surrogate, true, {.method = RefinementMethod::ActiveSets}};

const std::pair<TrianglePairMethod, const char*> pairMethods[] = {
    {TrianglePairMethod::Certified, "Certified"},
    {TrianglePairMethod::Comparison, "Comparison"},
    {TrianglePairMethod::Hybrid, "Hybrid"}};

double peakMegabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// A scene that is stepped by one of the methods; statistics are those of steps in contact.
class Stepper {
 public:
  Stepper(const Scene& scene, const Method& method, TrianglePairMethod pairs, double dt)
      : dt_(dt),
        inertia_(scene),
        contacts_(scene, inertia_,
                  {.law = ContactLawKind::HaloSpring,
                   .startsAtRest = false,
                   .search = {.search = method.search, .method = pairs},
                   .refinement = method.refinement},
                  context_),
        gravity_(scene.gravity, inertia_),
        field_({&gravity_, &contacts_}),
        state_(inertia_.stateOf(scene.bodies)) {
    const ImplicitOptions options{.solver = ImplicitSolver::Aitken};
    if (method.multiscale)
      integrator_ = std::make_unique<MultiscalePicard>(options, contacts_.pairs().iterations());
    else
      integrator_ = std::make_unique<ImplicitEuler>(options);
  }

  /// Steps until so many were in contact, a step fails, or the contact is over.
  Json run(int inContact) {
    for (int s = 0; s < 1000 && steps_ < inContact && failed_ == 0; ++s) {
      const bool touched = step(s);
      if (steps_ > 0 && !touched) break;
    }
    const double n = std::max(1, steps_);
    return {{"steps", steps_},
            {"failed", failed_},
            {"iterations", iterations_ / n},
            {"comparisons", sum_.compared / n},
            {"iterated", sum_.iterated / n},
            {"fallbacks", sum_.fallbacks / n},
            {"seconds", seconds_ / n},
            {"fastest", fastest_},
            {"wall", wall_ / n},
            {"first", first_}};
  }
  std::int64_t pairs() const { return contacts_.statistics().pairs; }
  std::int64_t touching() const { return contacts_.statistics().touching; }

 private:
  struct Compared {
    double compared = 0, iterated = 0, fallbacks = 0;
  };
  Compared comparedSoFar() const {
    const auto& levels = contacts_.pairs().searches().comparisons;
    return {double(std::accumulate(levels.begin(), levels.end(), std::int64_t{0})),
            double(contacts_.pairs().searches().iterated), double(contacts_.pairs().searches().fallbacks)};
  }

  bool step(int number) {
    const Compared before = comparedSoFar();
    const double cpu = processSeconds(), clock = wallSeconds();
    const StepReport report = integrator_->step(state_, field_, inertia_, number * dt_, dt_);
    const double took = processSeconds() - cpu, passed = wallSeconds() - clock;
    failed_ += !report.converged;
    if (contacts_.statistics().points == 0 || !report.converged) return false;
    const Compared after = comparedSoFar();
    ++steps_;
    iterations_ += report.iterations;
    sum_.compared += after.compared - before.compared;
    sum_.iterated += after.iterated - before.iterated;
    sum_.fallbacks += after.fallbacks - before.fallbacks;
    seconds_ += took;
    wall_ += passed;
    fastest_ = steps_ == 1 ? took : std::min(fastest_, took);
    if (steps_ == 1) first_ = passed;
    return true;
  }

  double dt_;
  Context context_;
  BodyInertia inertia_;
  ContactForces contacts_;
  Gravity gravity_;
  FieldSum field_;
  BodyState state_;
  std::unique_ptr<Integrator> integrator_;
  int steps_ = 0, failed_ = 0;
  double iterations_ = 0, seconds_ = 0, wall_ = 0, fastest_ = 0, first_ = 0;
  Compared sum_;
};

class Record {
 public:
  void add(const char* suite, const std::string& scene, const Method& method, const char* pairs, Json found) {
    Json entry{{"suite", suite}, {"scene", scene}, {"method", method.name}, {"pairs", pairs}};
    entry.update(found);
    std::printf("%s | %s | %s | %s: %g iterations, %g comparisons, %g s\n", suite, scene.c_str(),
                method.name.c_str(), pairs, double(entry["iterations"]), double(entry["comparisons"]),
                double(entry["seconds"]));
    std::fflush(stdout);
    measurements_.push_back(std::move(entry));
  }
  void save(const char* path) const {
    std::ofstream(path)
        << Json{{"context", Json::parse(machineJson())}, {"measurements", measurements_}}.dump(1);
  }

 private:
  Json measurements_ = Json::array();
};

// Tables 5 and 6.
void nobleScenes(Record& record, bool quick) {
  const std::int64_t triangles = quick ? 140 : 1224;
  const int steps = quick ? 3 : 10;
  const std::pair<const char*, Scene> scenes[] = {
      {"particle, particle", particleParticle(triangles, triangles)},
      {"particle, plane", particlePlane(triangles)}};
  for (const auto& [name, scene] : scenes)
    for (const Method& method : {single, within, lists, silent, published})
      for (const auto& [pairs, pairsName] : pairMethods)
        record.add("noble", name, method, pairsName, Stepper(scene, method, pairs, timeStep).run(steps));
}

// Tables 7 (the other body grows with its triangles) and 8 (it has more of the same size).
void scales(Record& record, bool quick) {
  for (const bool finer : {false, true})
    for (const int scale : {1, 2, 4, 8}) {
      if (quick && scale > 2) continue;
      const std::int64_t triangles = finer ? 80 * scale * scale : 80;
      const Scene scene = particleParticle(80, triangles, scale);
      for (const Method& method : {within, lists, published}) {
        Json found = Stepper(scene, method, TrianglePairMethod::Certified, timeStep).run(quick ? 3 : 20);
        found["scale"] = scale;
        found["triangles"] = triangles;
        record.add(finer ? "resolution" : "scale", std::to_string(scale), method, "Certified", found);
      }
    }
}

// Table 9.
void grid(Record& record, bool quick) {
  const int side = quick ? 4 : 32, height = quick ? 3 : 24, steps = quick ? 2 : 5;
  const Scene scene = restingGrid(side, side, height, 1224);
  for (const Method& method : {lists, within, silent}) {
    Stepper stepper(scene, method, TrianglePairMethod::Certified, timeStep);
    Json found = stepper.run(method.refinement.method == RefinementMethod::ActiveSets ? 1 : steps);
    found["bodies"] = scene.bodies.size();
    found["bodyPairs"] = stepper.pairs();
    found["touching"] = stepper.touching();
    found["megabytes"] = peakMegabytes();
    found["threads"] = concurrency();
    record.add("grid", std::to_string(scene.bodies.size()), method, "Certified", found);
  }
}

}  // namespace
}  // namespace talus::bench

int main(int argc, char** argv) {
  using namespace talus::bench;
  const bool quick = argc > 1 && std::string_view(argv[1]) == "--quick";
  if (argc != (quick ? 3 : 2) || argv[argc - 1][0] == '-') {
    std::fprintf(stderr, "usage: bench_dynamics_implicit [--quick] OUT.json\n");
    return 2;
  }
  Record record;
  grid(record, quick);  // first: its peak of memory is that of the program
  {
    const talus::ThreadLimit one(1);
    nobleScenes(record, quick);
    scales(record, quick);
  }
  record.save(argv[argc - 1]);
  return 0;
}
