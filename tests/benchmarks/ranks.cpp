// Usage: bench_ranks [--quick]
//
// What a simulation on many ranks would cost. The first table counts: bodies are divided among 1 000 ranks,
// as a simulation does, and the bodies that each rank owns, its ghosts and its neighbours are counted. The
// second is a model of the time of a step from measured costs. results/ranks/README.md explains both.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "distributed/partition.h"
#include "shapes/random.h"

namespace talus {
namespace {

// Lengths are in radii of the bodies' bounding spheres.
constexpr double spacing = 1.74;  // of grains of ¾ of that sphere's volume that fill 60 % of space
constexpr double halo = 0.02, skin = 0.5, reach = 2 * (1 + halo) + skin;  // as in Distribution

// Stands for many ranks, of which the first one has all data.
class OneForAll final : public Communicator {
 public:
  explicit OneForAll(int size) : size_(size) {}
  int rank() const override { return 0; }
  int size() const override { return size_; }
  std::vector<Message> exchange(std::span<const int>, std::vector<Message>) override { return {}; }
  Message reduce(Message own, const Join&) override {
    bytes = std::max(bytes, own.size());
    ++reductions;
    return own;
  }
  std::size_t bytes = 0;  // the largest reduction
  int reductions = 0;

 private:
  int size_;
};

// Bodies in a box of so many by so many by so many, each astray in its place.
std::vector<Vec3> bodiesIn(int nx, int ny, int nz) {
  const KeyedRandom random(1);
  std::vector<Vec3> centres(static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny) *
                            static_cast<std::size_t>(nz));
  Context context;
  parallelChunks(centres.size(), 4096, context, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto n = static_cast<std::int64_t>(i);
      const Vec3 place(static_cast<double>(n % nx), static_cast<double>(n / nx % ny),
                       static_cast<double>(n / nx / ny));
      centres[i] = spacing * (place + 0.3 * Vec3(random[n][0].between(), random[n][1].between(),
                                                 random[n][2].between()));
    }
  });
  return centres;
}

struct Count {
  std::vector<std::int64_t> own, ghosts, neighbours;  // of each rank
};

Count countOf(const std::vector<Vec3>& centres, const Partition& partition) {
  const int ranks = partition.ranks();
  std::vector<std::vector<int>> near;
  Count count;
  for (int rank = 0; rank < ranks; ++rank) {
    near.push_back(partition.neighbours(rank, reach));
    count.neighbours.push_back(static_cast<std::int64_t>(near.back().size()));
  }
  count.own.resize(static_cast<std::size_t>(ranks));
  count.ghosts.resize(static_cast<std::size_t>(ranks));
  for (const Vec3& centre : centres) {
    const int owner = partition.ownerOf(centre);
    ++count.own[static_cast<std::size_t>(owner)];
    for (const int rank : near[static_cast<std::size_t>(owner)])
      if (partition.distance(rank, centre) <= reach) ++count.ghosts[static_cast<std::size_t>(rank)];
  }
  return count;
}

double meanOf(const std::vector<std::int64_t>& values) {
  double sum = 0;
  for (const std::int64_t value : values) sum += static_cast<double>(value);
  return sum / static_cast<double>(values.size());
}

std::int64_t mostOf(const std::vector<std::int64_t>& values) {
  return *std::max_element(values.begin(), values.end());
}

// Ghosts of a cube of so many bodies with other cubes on all sides.
double ghostsAround(double own) {
  const double side = std::cbrt(own);
  return std::pow(side + 2 * reach / spacing, 3) - own;
}

void countBodies(int nx, int ny, int nz, int ranks) {
  const std::vector<Vec3> centres = bodiesIn(nx, ny, nz);
  OneForAll all(ranks);
  const auto begin = std::chrono::steady_clock::now();
  const Partition partition = Partition::bisect(centres, std::vector<std::int64_t>(centres.size(), 1), all);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  const Count count = countOf(centres, partition);
  std::printf(
      "| %d × %d × %d | %d | %.0f to %lld | %.0f, up to %lld | %.0f | %.1f, up to %lld | %.1f | %d, up to "
      "%.0f kB |\n",
      nx, ny, nz, ranks, meanOf(count.own), static_cast<long long>(mostOf(count.own)), meanOf(count.ghosts),
      static_cast<long long>(mostOf(count.ghosts)), ghostsAround(meanOf(count.own)), meanOf(count.neighbours),
      static_cast<long long>(mostOf(count.neighbours)), time.count(), all.reductions,
      static_cast<double>(all.bytes) / 1e3);
  std::fflush(stdout);
}

// ---- The model ----

struct Network {
  const char* name;
  double latency;   // of a message, s
  double transfer;  // of a byte, s
};

constexpr double ghostTime = 1.3e-6;  // of a step, s
constexpr double bytesOfGhost = 104;
constexpr double neighbours = 26, reductions = 1.5;

double efficiency(double bodies, double ranks, double bodyTime, const Network& network) {
  const double own = bodies / ranks, ghosts = ghostsAround(own);
  const double exchange = 2 * neighbours * network.latency + bytesOfGhost * ghosts * network.transfer;
  const double reduction = reductions * 2 * std::log2(ranks) * network.latency;
  return bodyTime * own / (bodyTime * own + ghostTime * ghosts + exchange + reduction);
}

void predict(const char* kind, double bodyTime, const Network& network) {
  std::printf("\n%s, %.1f µs a body, %s: a message takes %.3g µs, a megabyte %.3g ms\n\n| bodies |", kind,
              1e6 * bodyTime, network.name, 1e6 * network.latency, 1e9 * network.transfer);
  const double ranks[] = {1e2, 1e3, 1e4, 1e5};
  for (const double count : ranks) std::printf(" %.0f ranks |", count);
  std::printf("\n|---|---|---|---|---|\n");
  for (const double bodies : {1e6, 1e7, 1e8, 1e9}) {
    std::printf("| %.0e |", bodies);
    for (const double count : ranks)
      std::printf(bodies / count < 100 ? " – |" : " %.0f %% |",
                  100 * efficiency(bodies, count, bodyTime, network));
    std::printf("\n");
  }
}

}  // namespace
}  // namespace talus

int main(int count, char** arguments) {
  using namespace talus;
  const bool quick = count > 1 && std::string(arguments[1]) == "--quick";
  std::printf(
      "| bodies | ranks | own, mean to most | ghosts | by the model | neighbours | time of the cut, s | "
      "reductions |\n"
      "|---|---|---|---|---|---|---|---|\n");
  countBodies(40, 40, 40, 64);
  if (!quick) {
    countBodies(100, 100, 100, 1000);
    countBodies(300, 300, 11, 1000);
    countBodies(215, 215, 216, 1000);
    countBodies(215, 215, 216, 10000);
  }
  for (const Network& network : {Network{"InfiniBand", 2e-6, 1e-10}, Network{"Ethernet", 3e-5, 8e-10}}) {
    predict("Grains in flight", 0.5e-6, network);
    predict("Grains in a heap", 2.4e-6, network);
  }
  return 0;
}
