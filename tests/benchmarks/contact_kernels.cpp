// kernel/NAME: what one batch of packed pairs of triangles takes; counter `pair`: time of a pair.

#include <memory>
#include <random>

#include "contact/triangles/triangle_pair_batch.h"
#include "contact_suites.h"
#include "reference/contact/triangle_pair_iterate.h"

namespace talus::bench {

namespace {

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
void enterKernel(const ContactRun& run, const std::string& name, const std::function<void()>& kernel) {
  enter(run, "kernel/" + name, [kernel](benchmark::State& state) {
    for ([[maybe_unused]] auto step : state) kernel();
    state.counters["pair"] =
        benchmark::Counter(double(PairBatch<float>::capacity) * 1e-9,
                           benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  });
}

}  // namespace

void enterKernels(const ContactRun& run) {
  const auto floats = randomBatch<float>();
  const auto doubles = randomBatch<double>();
  for (const auto& [name, bounds] :
       {std::pair{"centroid bound", PairBounds::Centroids},
        std::pair{"centroid and normal bounds", PairBounds::CentroidsAndNormals}})
    enterKernel(run, name, [floats, bounds = bounds] {
      PairBits open;
      boundPairs(*floats, bounds, open);
      benchmark::DoNotOptimize(open);
    });
  enterKernel(run, "comparison, float", [floats, result = std::make_shared<PairEstimates>()] {
    comparePairs(*floats, *result);
    benchmark::DoNotOptimize(*result);
  });
  for (const auto& [name, kind] : {std::pair{"edges alone, double", NearestKind::Edges},
                                   std::pair{"corner and face alone, double", NearestKind::CornerOfB}})
    enterKernel(run, name, [doubles, kind = kind, result = std::make_shared<PairDistances>()] {
      refinePairs(*doubles, kind, *result);
      benchmark::DoNotOptimize(*result);
    });
  enterKernel(run, "comparison, double", [doubles, result = std::make_shared<PairDistances>()] {
    comparePairs(*doubles, *result);
    benchmark::DoNotOptimize(*result);
  });
  enterKernel(run, "four sweeps", [floats, result = std::make_shared<PairIterates>()] {
    iteratePairs(*floats, *result);
    benchmark::DoNotOptimize(*result);
  });
}

}  // namespace talus::bench
