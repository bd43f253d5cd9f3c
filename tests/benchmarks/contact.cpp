// Contacts: kernels for packed pairs of triangles, searches beside other libraries, the counts of Noble and
// Weinzierl, bodies within others. Usage: bench_contact [--quick] [Google Benchmark's options].
//
// Names are suite/bodies/… as each suite says. A search's time is that of one pose. Counters: contacts and
// misses a pose; `found` says whether a peer finds contacts where the bodies overlap: one that does not is
// not timed fairly.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <string_view>

#include "contact_suites.h"

namespace talus::bench {

benchmark::internal::Benchmark* enter(const ContactRun& run, const std::string& name,
                                      const std::function<void(benchmark::State&)>& measure) {
  return benchmark::RegisterBenchmark(name.c_str(), measure)
      ->MinTime(run.quick ? 1e-4 : 0.02)
      ->Repetitions(run.quick ? 1 : 15)
      ->DisplayAggregatesOnly(true)
      ->ComputeStatistics("min",
                          [](const std::vector<double>& v) { return *std::min_element(v.begin(), v.end()); })
      ->Unit(benchmark::kMicrosecond);
}

namespace {

Counters countOnce(const BodyPairCase& pair, const PoseQuery& query, const std::function<Counters()>& count) {
  Counters counters;
  if (count) counters = count();
  double contacts = 0;
  for (std::size_t i = 0; i < pair.poses.size(); ++i) contacts += double(query(i));
  counters["contacts"] = contacts / double(pair.poses.size());
  return counters;
}

}  // namespace

void enterQuery(const ContactRun& run, const std::string& name, const Case& pair, const PoseQuery& query,
                const std::function<Counters()>& count) {
  enter(run, name, [=, counters = std::make_shared<Counters>()](benchmark::State& state) {
    if (counters->empty()) *counters = countOnce(*pair, query, count);
    std::size_t i = 0;
    for ([[maybe_unused]] auto step : state) {
      benchmark::DoNotOptimize(query(i));
      i = i + 1 == pair->poses.size() ? 0 : i + 1;
    }
    for (const auto& [what, value] : *counters) state.counters[what] = value;
  });
}

PlacedShape placedA(const BodyPairCase& pair, std::size_t i) {
  return {pair.a.get(), pair.poses[i].a};
}
PlacedShape placedB(const BodyPairCase& pair, std::size_t i) {
  return {pair.b.get(), pair.poses[i].b};
}

PoseQuery contactQuery(const Case& pair, double reach, const BodyPairOptions& options) {
  return [pair, reach, search = std::make_shared<BodyPairSearch>(options),
          contacts = std::make_shared<std::vector<TriangleContact>>()](std::size_t i) {
    contacts->clear();
    search->findContacts(placedA(*pair, i), placedB(*pair, i), reach, *contacts);
    return contacts->size();
  };
}

}  // namespace talus::bench

int main(int argc, char** argv) {
  using namespace talus::bench;
  std::vector<char*> arguments(argv, argv + argc);
  const ContactRun run{
      std::erase_if(arguments, [](const char* a) { return std::string_view(a) == "--quick"; }) > 0};
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;
  for (const auto& suite :
       {enterKernels, enterSearches, enterNoble, enterNested, enterOverlaps, enterThreads})
    suite(run);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
