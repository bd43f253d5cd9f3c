// Inside/outside: our methods beside the peers, the papers' figures and tables, and our own targets.
// Usage: bench_enclosure [--quick] [Google Benchmark's options]. report.py makes tables and plots of the JSON
// that --benchmark_out=FILE writes.

#include <benchmark/benchmark.h>

#include <string_view>
#include <vector>

#include "race.h"
#include "suites.h"

int main(int argc, char** argv) {
  using namespace talus::bench;
  std::vector<char*> arguments(argv, argv + argc);
  Scale scale;
  scale.quick = std::erase_if(arguments, [](const char* a) { return std::string_view(a) == "--quick"; }) > 0;
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;
  if (scale.quick) hurry();
  enterPeers(scale);
  enterMuth(scale);
  enterWilliams(scale);
  enterTargets(scale);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
