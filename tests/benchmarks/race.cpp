#include "race.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/error.h"
#include "base/parallel.h"
#include "geometry/check/mesh_check.h"

namespace talus::bench {

namespace {

int repetitions = 5;
double leastSeconds = 0.01;  // of a repetition: fast ones are run until clocks are fine enough

// The value that was asked for last. Races that share a body, points or a prepared surface follow each other.
template <class T>
class Latest {
 public:
  template <class Make>
  const T& get(const std::string& key, const Make& make) {
    if (key != key_ || !value_) {
      value_.reset();
      value_.emplace(make());
      key_ = key;
    }
    return *value_;
  }

 private:
  std::string key_;
  std::optional<T> value_;
};

struct Surface {
  TriangleMesh mesh;
  MeshReport report;

  SurfaceKind kind() const { return {report.closed, report.oriented}; }
};

struct Labels {
  std::vector<Side> sides;
  std::vector<double> winding;
};

const Surface& surfaceOf(const Race& race) {
  static Latest<Surface> latest;
  return latest.get(race.body.name, [&race] {
    Surface surface{race.body.make(), {}};
    Context context;
    surface.report = checkMesh(surface.mesh, {.selfIntersections = false}, context);
    return surface;
  });
}

// So many that a contender which looks at every triangle takes a fraction of a second.
std::size_t maximumPoints(const Race& race) {
  constexpr std::size_t pairs = 20'000'000;
  constexpr std::size_t least = 100;
  if (!race.contender.everyTriangle) return race.contender.maximumPoints;
  return std::max(least, pairs / surfaceOf(race).mesh.triangleCount());
}

struct Questions {
  std::vector<Vec3> points;
  std::size_t all = 0;
  std::string key;
};

const Questions& questionsOf(const Race& race) {
  static Latest<std::vector<Vec3>> all;
  static Latest<Questions> asked;
  const std::string key = race.body.name + '/' + race.points.name;
  const auto& points = all.get(key, [&race] { return race.points.make(surfaceOf(race).mesh); });
  const std::size_t most = std::min(maximumPoints(race), points.size());
  const std::string askedKey = key + '/' + std::to_string(most);
  return asked.get(askedKey, [&] { return Questions{drawn(points, most), points.size(), askedKey}; });
}

Labels ask(const Query& query, const std::vector<Vec3>& points) {
  Labels labels{std::vector<Side>(points.size()), std::vector<double>(points.size())};
  query(points, labels.sides, labels.winding);
  return labels;
}

const Labels& truthOf(const Race& race) {
  static Latest<Prepared> judge;
  static Latest<Labels> truth;
  const Surface& surface = surfaceOf(race);
  const Contender method = surface.report.closed ? discreteFunction() : solidAngle();
  const Questions& questions = questionsOf(race);
  return truth.get(questions.key, [&] {
    const auto prepare = [&] { return method.build(surface.mesh, surface.kind(), 0); };
    return ask(judge.get(race.body.name, prepare).query, questions.points);
  });
}

const Prepared& preparedFor(const Race& race) {
  static Latest<Prepared> latest;
  const std::string key = race.body.name + '/' + race.contender.name + '/' + std::to_string(race.threads);
  return latest.get(key, [&race] {
    const Surface& surface = surfaceOf(race);
    return race.contender.build(surface.mesh, surface.kind(), race.threads);
  });
}

void count(benchmark::State& state, const char* what, double value) {
  state.counters[what] = benchmark::Counter(value);
}

void countSurface(benchmark::State& state, const Surface& surface) {
  count(state, "triangles", static_cast<double>(surface.report.triangles));
  count(state, "edges", static_cast<double>(surface.report.edges));
  count(state, "boundary_edges", static_cast<double>(surface.report.boundaryEdges));
}

void countErrors(benchmark::State& state, const Race& race, const Labels& labels) {
  const Labels& truth = truthOf(race);
  std::size_t wrong = 0;
  double error = 0;
  for (std::size_t i = 0; i < labels.sides.size(); ++i) {
    wrong += labels.sides[i] != truth.sides[i] ? 1 : 0;
    if (truth.sides[i] != Side::OnSurface)
      error = std::max(error, std::abs(labels.winding[i] - truth.winding[i]));
  }
  count(state, "wrong", static_cast<double>(wrong));
  if (race.contender.winding) count(state, "error", error);
}

void measureBuild(benchmark::State& state, const Race& race) {
  const Surface& surface = surfaceOf(race);
  const ThreadLimit limit(race.threads);
  std::optional<Prepared> prepared;
  for ([[maybe_unused]] auto step : state) {
    prepared = race.contender.build(surface.mesh, surface.kind(), race.threads);
    state.PauseTiming();
    count(state, "bytes", static_cast<double>(prepared->bytes));
    prepared.reset();
    state.ResumeTiming();
  }
  countSurface(state, surface);
}

void measureQuery(benchmark::State& state, const Race& race) {
  const Questions& questions = questionsOf(race);
  const Query& query = preparedFor(race).query;
  Labels labels;
  {
    const ThreadLimit limit(race.threads);
    labels = ask(query, questions.points);  // warms up
    const std::span<double> winding =
        race.contender.winding ? std::span(labels.winding) : std::span<double>();
    for ([[maybe_unused]] auto step : state) query(questions.points, labels.sides, winding);
  }
  countSurface(state, surfaceOf(race));
  count(state, "points", static_cast<double>(questions.all));
  count(state, "asked", static_cast<double>(questions.points.size()));
  countErrors(state, race, labels);
}

using Measure = void (*)(benchmark::State&, const Race&);

void add(const Race& race, const char* phase, Measure measure) {
  const std::string title = race.suite + '/' + race.body.name + '/' + race.points.name + '/' +
                            race.contender.name + '/' + phase + "/threads " + std::to_string(race.threads);
  const auto guarded = [race, measure](benchmark::State& state) {
    try {
      measure(state, race);
    } catch (const Error& error) {
      state.SkipWithError(error.what());
    }
  };
  benchmark::RegisterBenchmark(title.c_str(), guarded)
      ->MinTime(leastSeconds)
      ->Repetitions(repetitions)
      ->MeasureProcessCPUTime()
      ->UseRealTime()
      ->DisplayAggregatesOnly(true)
      ->Unit(benchmark::kMillisecond);
}

}  // namespace

void hurry() {
  repetitions = 1;
  leastSeconds = 1e-4;
}

void enterBuild(const Race& race) {
  add(race, "build", measureBuild);
}

void enterQuery(const Race& race) {
  add(race, "query", measureQuery);
}

void enter(const Race& race) {
  enterBuild(race);
  enterQuery(race);
}

}  // namespace talus::bench
