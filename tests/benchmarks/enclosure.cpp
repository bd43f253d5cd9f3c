// Our methods beside VTK, CGAL and Embree: times of build and query, and a table of ratios.
// Usage: bench_enclosure [Google Benchmark's options]. Writes bench_enclosure.json unless told otherwise.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <map>
#include <thread>

#include "base/parallel.h"
#include "bodies.h"
#include "contenders.h"
#include "geometry/mesh_check.h"
#include "ratio_table.h"

namespace talus::bench {
namespace {

constexpr int gridSize = 80;
constexpr int repetitions = 5;

std::vector<Vec3> everyNth(const std::vector<Vec3>& points, std::size_t stride) {
  std::vector<Vec3> result;
  for (std::size_t i = 0; i < points.size(); i += stride) result.push_back(points[i]);
  return result;
}

std::vector<Side> classifyAll(const Query& query, const std::vector<Vec3>& points) {
  constexpr std::size_t grain = 4096;
  std::vector<Side> sides(points.size());
  Context context;
  parallelChunks(points.size(), grain, context, [&](std::size_t begin, std::size_t end) {
    query(std::span(points).subspan(begin, end - begin), std::span(sides).subspan(begin, end - begin));
  });
  return sides;
}

// One contender on one body with a number of threads: two benchmarks that share their results' row.
struct Race {
  const Body& body;
  const Contender& contender;
  int threads;
  Row& row;
  const Query& reference;  // of the first contender

  std::string title(const char* phase) const {
    return body.name + '/' + contender.name + '/' + phase + "/threads:" + std::to_string(threads);
  }

  void build(benchmark::State& state) const {
    const ThreadLimit limit(threads);
    for (auto step : state) benchmark::DoNotOptimize(contender.build(body.mesh));
  }

  void query(benchmark::State& state) const {
    const std::vector<Vec3> points = everyNth(body.points, contender.stride);
    const Query ready = contender.build(body.mesh);
    const ThreadLimit limit(threads);
    std::vector<Side> sides = classifyAll(ready, points);  // warm
    for (auto step : state) sides = classifyAll(ready, points);
    const std::vector<Side> truth = classifyAll(reference, points);
    row.differing = 0;
    for (std::size_t i = 0; i < sides.size(); ++i) row.differing += sides[i] != truth[i];
    row.asked = points.size();
    row.extrapolated = contender.stride > 1;
    state.SetItemsProcessed(static_cast<std::int64_t>(points.size() * state.iterations()));
  }
};

// Collects the repetitions of each benchmark and prints their means, medians and deviations only.
class Collector : public benchmark::ConsoleReporter {
 public:
  std::map<std::string, std::vector<double>> nanoseconds;

  Collector() : ConsoleReporter(OO_Tabular) {}

  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs)
      if (run.run_type == Run::RT_Iteration && !run.error_occurred)
        nanoseconds[run.run_name.function_name].push_back(run.GetAdjustedRealTime());
    std::vector<Run> shown;
    std::copy_if(runs.begin(), runs.end(), std::back_inserter(shown),
                 [&runs](const Run& run) { return run.run_type == Run::RT_Aggregate || runs.size() == 1; });
    ConsoleReporter::ReportRuns(shown);
  }
};

template <class Measure>
void enter(const std::string& title, const Measure& measure) {
  benchmark::RegisterBenchmark(title.c_str(), measure)
      ->Iterations(1)
      ->Repetitions(repetitions)
      ->UseRealTime()
      ->Unit(benchmark::kNanosecond);
}

// Tells what the body is, and refuses one that peers could not handle.
bool describe(const Body& body) {
  Context context;
  const MeshReport report = checkMesh(body.mesh, {.selfIntersections = false}, context);
  std::printf("%s: %zu triangles, %zu points to classify, %s\n", body.name.c_str(), body.mesh.triangleCount(),
              body.points.size(), report.problem.empty() ? "closed and manifold" : report.problem.c_str());
  return report.closed && report.oriented && report.manifold;
}

std::vector<char*> withDefaultOutput(int argc, char** argv) {
  static char output[] = "--benchmark_out=bench_enclosure.json";
  std::vector<char*> arguments(argv, argv + argc);
  for (const char* argument : arguments)
    if (std::strncmp(argument, "--benchmark_out=", 16) == 0) return arguments;
  arguments.push_back(output);
  return arguments;
}

struct Heat {
  std::string title;
  std::vector<Race> races;
  std::vector<Row> rows;
};

void fillRows(Heat& heat, const Collector& collector) {
  const auto timesOf = [&collector](const std::string& title) {
    const auto found = collector.nanoseconds.find(title);
    return found == collector.nanoseconds.end() ? std::vector<double>{} : found->second;
  };
  for (const Race& race : heat.races) {
    for (const double t : timesOf(race.title("build"))) race.row.buildMilliseconds.push_back(t * 1e-6);
    for (const double t : timesOf(race.title("query")))
      race.row.queryNanosecondsPerPoint.push_back(t / static_cast<double>(race.row.asked));
  }
}

int run(int argc, char** argv) {
  std::vector<char*> arguments = withDefaultOutput(argc, argv);
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;

  const std::vector<Body> all = bodies(gridSize);
  const std::vector<Contender> field = contenders();
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  std::vector<Query> references;
  std::vector<Heat> heats;
  for (const Body& body : all) {
    if (!describe(body)) return 1;
    references.push_back(field.front().build(body.mesh));
    for (const int threads : {1, cores})
      heats.push_back({body.name + ", " + std::to_string(body.mesh.triangleCount()) + " triangles, " +
                           std::to_string(body.points.size()) +
                           " points, threads: " + std::to_string(threads),
                       {},
                       {}});
  }
  for (std::size_t h = 0; h < heats.size(); ++h) {
    Heat& heat = heats[h];
    const int threads = h % 2 == 0 ? 1 : cores;
    heat.rows.resize(field.size());
    for (std::size_t c = 0; c < field.size(); ++c) {
      if (threads > 1 && !field[c].parallel) continue;
      heat.rows[c].contender = field[c].name;
      heat.races.push_back({all[h / 2], field[c], threads, heat.rows[c], references[h / 2]});
    }
  }
  for (Heat& heat : heats)
    for (const Race& race : heat.races) {
      enter(race.title("build"), [race](benchmark::State& state) { race.build(state); });
      enter(race.title("query"), [race](benchmark::State& state) { race.query(state); });
    }
  Collector collector;
  benchmark::RunSpecifiedBenchmarks(&collector);
  for (Heat& heat : heats) {
    fillRows(heat, collector);
    std::erase_if(heat.rows, [](const Row& row) { return row.asked == 0; });
    printRatioTable(heat.title, heat.rows);
  }
  benchmark::Shutdown();
  return 0;
}

}  // namespace
}  // namespace talus::bench

int main(int argc, char** argv) {
  return talus::bench::run(argc, argv);
}
