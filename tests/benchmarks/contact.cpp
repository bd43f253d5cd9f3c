// Contacts: kernels for packed pairs of triangles, searches beside other libraries, and the counts of Noble
// and Weinzierl. Usage: bench_contact [--quick] [Google Benchmark's options].
//
// Names are suite/bodies/ε/contender. A search's time is that of one pose. Counters: contacts and misses a
// pose; `found` says whether a peer finds contacts where the bodies overlap: one that does not is not timed
// fairly.

#include <benchmark/benchmark.h>

#include <functional>
#include <map>
#include <random>
#include <set>
#include <string_view>

#include "contact/triangle_pair_batch.h"
#include "contact_poses.h"
#include "peers/mesh_pair_peer.h"
#ifdef TALUS_HAVE_FCL
#include "peers/fcl_meshes.h"
#endif
#ifdef TALUS_HAVE_ODE
#include "peers/ode_meshes.h"
#endif
#ifdef TALUS_HAVE_BULLET
#include "peers/bullet_meshes.h"
#endif

namespace talus::bench {

namespace {

bool quick = false;

void enter(const std::string& name, const std::function<void(benchmark::State&)>& measure) {
  benchmark::RegisterBenchmark(name.c_str(), measure)
      ->MinTime(quick ? 1e-4 : 0.02)
      ->Repetitions(quick ? 1 : 15)
      ->DisplayAggregatesOnly(true)
      ->ComputeStatistics("min",
                          [](const std::vector<double>& v) { return *std::min_element(v.begin(), v.end()); })
      ->Unit(benchmark::kMicrosecond);
}

void count(benchmark::State& state, const char* what, double value) {
  state.counters[what] = benchmark::Counter(value);
}

// ---- Kernels ----

template <class T>
std::shared_ptr<PairBatch<T>> randomBatch() {
  auto batch = std::make_shared<PairBatch<T>>();
  batch->size = PairBatch<T>::capacity;
  std::mt19937 generator(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto vector = [&] { return Vec3(uniform(generator), uniform(generator), uniform(generator)); };
  for (std::size_t i = 0; i < batch->size; ++i) {
    const Vec3 shift = vector();
    batch->set(i, {0.3 * vector(), 0.3 * vector(), 0.3 * vector()},
               {shift + 0.3 * vector(), shift + 0.3 * vector(), shift + 0.3 * vector()});
    batch->reach[i] = T(0.3);
  }
  return batch;
}

// Counter `pair`: time of one pair.
void enterKernel(const std::string& name, const std::function<void()>& run) {
  enter("kernel/" + name, [run](benchmark::State& state) {
    for ([[maybe_unused]] auto step : state) run();
    state.counters["pair"] =
        benchmark::Counter(double(PairBatch<float>::capacity) * 1e-9,
                           benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  });
}

void enterKernels() {
  const auto floats = randomBatch<float>();
  const auto doubles = randomBatch<double>();
  for (const auto& [name, bounds] :
       {std::pair{"centroid bound", PairBounds::Centroids},
        std::pair{"centroid and normal bounds", PairBounds::CentroidsAndNormals}})
    enterKernel(name, [floats, bounds = bounds] {
      PairBits open;
      boundPairs(*floats, bounds, open);
      benchmark::DoNotOptimize(open);
    });
  enterKernel("comparison, float", [floats, result = std::make_shared<PairEstimates>()] {
    comparePairs(*floats, *result);
    benchmark::DoNotOptimize(*result);
  });
  for (const auto& [name, kind] : {std::pair{"edges alone, double", NearestKind::Edges},
                                   std::pair{"corner and face alone, double", NearestKind::CornerOfB}})
    enterKernel(name, [doubles, kind = kind, result = std::make_shared<PairDistances>()] {
      refinePairs(*doubles, kind, *result);
      benchmark::DoNotOptimize(*result);
    });
  enterKernel("comparison, double", [doubles, result = std::make_shared<PairDistances>()] {
    comparePairs(*doubles, *result);
    benchmark::DoNotOptimize(*result);
  });
  enterKernel("four sweeps", [floats, result = std::make_shared<PairIterates>()] {
    iteratePairs(*floats, *result);
    benchmark::DoNotOptimize(*result);
  });
}

// ---- Searches ----

using Case = std::shared_ptr<const BodyPairCase>;

PlacedShape placedA(const BodyPairCase& pair, std::size_t i) {
  return {pair.a.get(), pair.poses[i].a};
}
PlacedShape placedB(const BodyPairCase& pair, std::size_t i) {
  return {pair.b.get(), pair.poses[i].b};
}

// Times a query of one pose after the other.
void enterSearch(const std::string& name, const Case& pair,
                 const std::function<std::size_t(std::size_t)>& query,
                 const std::map<std::string, double>& counters = {}) {
  enter(name, [=](benchmark::State& state) {
    std::size_t i = 0;
    std::size_t contacts = 0;
    for (std::size_t k = 0; k < pair->poses.size(); ++k) contacts += query(k);
    for ([[maybe_unused]] auto step : state) {
      benchmark::DoNotOptimize(query(i));
      i = i + 1 == pair->poses.size() ? 0 : i + 1;
    }
    count(state, "contacts", double(contacts) / double(pair->poses.size()));
    for (const auto& [what, value] : counters) count(state, what.c_str(), value);
  });
}

std::function<std::size_t(std::size_t)> contactQuery(const Case& pair, double reach,
                                                     const BodyPairOptions& options) {
  return [pair, reach, search = std::make_shared<BodyPairSearch>(options),
          contacts = std::make_shared<std::vector<TriangleContact>>()](std::size_t i) {
    contacts->clear();
    search->findContacts(placedA(*pair, i), placedB(*pair, i), reach, *contacts);
    return contacts->size();
  };
}

void enterOurs(const Case& pair) {
  for (const double halo : {1e-3, 1e-2}) {
    const std::string name = "search/" + pair->name + "/" + (halo < 5e-3 ? "1e-3" : "1e-2") + "/Talus ";
    enterSearch(name + "contacts", pair, contactQuery(pair, 2 * halo, {}));
    enterSearch(name + "touches", pair,
                [pair, halo, search = std::make_shared<BodyPairSearch>()](std::size_t i) {
                  return std::size_t{search->touches(placedA(*pair, i), placedB(*pair, i), 2 * halo)};
                });
  }
  enterSearch("search/" + pair->name + "/any/Talus nearest", pair,
              [pair, search = std::make_shared<BodyPairSearch>()](std::size_t i) {
                return std::size_t{search->nearest(placedA(*pair, i), placedB(*pair, i)).gap <= 0};
              });
}

using Peer = std::shared_ptr<peers::MeshPairPeer>;

// The bodies' gap closed and a little more: every peer must find contacts there.
bool findsOverlaps(const Case& pair, peers::MeshPairPeer& peer) {
  std::vector<peers::MeshPairPeer::PosePair> poses;
  for (const auto& placed : pair->poses) poses.push_back({placed.a, placed.b});
  for (auto& placed : poses) placed.a.position *= 1 - 4 * pair->gap / placed.a.position.norm();
  peer.setPoses(poses);
  for (std::size_t i = 0; i < poses.size(); ++i)
    if (peer.query(i).contacts == 0) return false;
  return true;
}

[[maybe_unused]] void enterPeer(const Case& pair, const std::string& name, const Peer& peer) {
  const double found = findsOverlaps(pair, *peer) ? 1 : 0;
  std::vector<peers::MeshPairPeer::PosePair> poses;
  for (const auto& placed : pair->poses) poses.push_back({placed.a, placed.b});
  peer->setPoses(poses);
  enterSearch("search/" + pair->name + "/any/" + name, pair,
              [peer](std::size_t i) { return peer->query(i).contacts; }, {{"found", found}});
}

void enterPeers(const Case& pair) {
#ifdef TALUS_HAVE_FCL
  enterPeer(pair, "FCL distance", peers::makeFclDistance(pair->meshA, pair->meshB));
  enterPeer(pair, "FCL collide", peers::makeFclCollide(pair->meshA, pair->meshB));
#endif
#ifdef TALUS_HAVE_ODE
  enterPeer(pair, "ODE", peers::makeOde(pair->meshA, pair->meshB));
#endif
#ifdef TALUS_HAVE_BULLET
  enterPeer(pair, "Bullet GImpact", peers::makeBulletGImpact(pair->meshA, pair->meshB));
#endif
}

// ---- Noble and Weinzierl, Tables 2 to 4 ----

std::map<std::string, double> counts(const Case& pair, double reach, const BodyPairOptions& options) {
  std::map<std::string, double> sum{{"comparisons", 0}, {"iterations", 0}, {"fallbacks", 0}, {"missed", 0}};
  BodyPairSearch search(options);
  BodyPairSearch reference;
  for (std::size_t i = 0; i < pair->poses.size(); ++i) {
    std::vector<TriangleContact> all, found;
    reference.findContacts(placedA(*pair, i), placedB(*pair, i), reach, all);
    search.findContacts(placedA(*pair, i), placedB(*pair, i), reach, found);
    sum["comparisons"] += double(search.counts().comparisons());
    sum["iterations"] += double(search.counts().iterations);
    sum["fallbacks"] += double(search.counts().fallbacks);
    sum["missed"] += double(all.size() - found.size());
  }
  for (auto& [what, value] : sum) value /= double(pair->poses.size());
  return sum;
}

void enterPaper(const Case& pair) {
  constexpr double reach = 2e-2;
  for (const auto& [searchName, search] :
       {std::pair{"flat", BodySearch::Flat}, std::pair{"surrogates", BodySearch::Surrogate}})
    for (const auto& [methodName, method] : {std::pair{"Certified", TrianglePairMethod::Certified},
                                             std::pair{"Comparison", TrianglePairMethod::Comparison},
                                             std::pair{"Iterative", TrianglePairMethod::Iterative},
                                             std::pair{"Hybrid", TrianglePairMethod::Hybrid}}) {
      const BodyPairOptions options{search, method};
      enterSearch("paper/" + pair->name + "/" + searchName + "/" + methodName, pair,
                  contactQuery(pair, reach, options), counts(pair, reach, options));
    }
}

void enterAll() {
  enterKernels();
  const std::size_t poses = quick ? 2 : 20;
  for (const BodyPairCase& pair : targetPairs(poses)) {
    const Case kept = std::make_shared<const BodyPairCase>(pair);
    enterOurs(kept);
    enterPeers(kept);
  }
  const std::vector<std::int64_t> sizes =
      quick ? std::vector<std::int64_t>{36} : std::vector<std::int64_t>{12, 36, 140, 1224};
  for (const std::int64_t triangles : sizes)
    for (const BodyPairCase& pair : paperPairs(triangles, quick ? 2 : 5))
      enterPaper(std::make_shared<const BodyPairCase>(pair));
}

}  // namespace

}  // namespace talus::bench

int main(int argc, char** argv) {
  std::vector<char*> arguments(argv, argv + argc);
  talus::bench::quick =
      std::erase_if(arguments, [](const char* a) { return std::string_view(a) == "--quick"; }) > 0;
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;
  talus::bench::enterAll();
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
