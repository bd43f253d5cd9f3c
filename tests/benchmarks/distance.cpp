// Signed distances beside labels: nanoseconds a point, and how many times as long distances take, on a
// lattice, for the same points in a list, for random points, and in a narrow band. One thread, its own CPU
// time, the fastest of some calls. Usage: bench_distance [--quick] [TRIANGLES PER_SIDE]; prints Markdown.

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string_view>
#include <vector>

#include "base/parallel.h"
#include "bodies.h"
#include "clocks.h"
#include "enclosure/classifier/classifier.h"

namespace talus::bench {
namespace {

// perSide³ points over a box enlarged by 5 %.
PointLattice latticeOver(const Box& box, int perSide) {
  PointLattice lattice;
  const Vec3 low = box.min() - 0.05 * box.sizes(), step = 1.1 * box.sizes() / (perSide - 1);
  for (int axis = 0; axis < 3; ++axis)
    for (int i = 0; i < perSide; ++i)
      lattice.along[static_cast<std::size_t>(axis)].push_back(low[axis] + i * step[axis]);
  return lattice;
}

std::vector<Vec3> randomPoints(const Box& box, std::size_t count) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> unit(-0.05, 1.05);
  std::vector<Vec3> points(count);
  for (Vec3& p : points)
    p = box.min() + box.sizes().cwiseProduct(Vec3(unit(random), unit(random), unit(random)));
  return points;
}

class Comparison {
 public:
  Comparison(const TriangleMesh& mesh, int calls) : mesh_(mesh), calls_(calls) {}

  void row(const char* what, const PointSource& points, double band = 0) const {
    EnclosureOptions options{.expectedPoints = static_cast<std::int64_t>(points.size())};
    const double labels = perPoint(points, options);
    options.distance = true;
    options.distanceBand = band;
    const double distances = perPoint(points, options);
    std::printf("| %s | %.1f | %.1f | %.1f |\n", what, labels, distances, distances / labels);
    std::fflush(stdout);
  }

 private:
  // Nanoseconds; the surface is prepared before.
  double perPoint(const PointSource& points, const EnclosureOptions& options) const {
    Context context;
    const Classifier classifier({mesh_}, options, context);
    Classification room;
    room.side.resize(points.size());
    if (options.distance) {
      room.distance.resize(points.size());
      room.closestBody.resize(points.size());
      room.closestTriangle.resize(points.size());
    }
    const double seconds = fastestSeconds(calls_, [&] {
      Context query;
      classifier.classify(points, room.spans(), query);
    });
    return 1e9 * seconds / static_cast<double>(points.size());
  }

  const TriangleMesh& mesh_;
  int calls_;
};

void run(std::size_t triangles, int perSide, int calls) {
  const Body body = foam(triangles);
  const TriangleMesh mesh = body.make();
  const Box box = mesh.bounds();
  const LatticePoints lattice(latticeOver(box, perSide));
  std::vector<Vec3> listed(lattice.size());
  lattice.read(0, listed);
  std::printf("%s: %zu triangles, %d³ points\n\n", body.name.c_str(), mesh.triangleCount(), perSide);
  std::printf("| points | labels, ns | with distances, ns | ratio |\n|---|---|---|---|\n");
  const Comparison comparison(mesh, calls);
  comparison.row("lattice", lattice);
  comparison.row("lattice, band of two spacings", lattice, 2.2 * box.sizes().maxCoeff() / perSide);
  comparison.row("the same in a list", ListedPoints(listed));
  comparison.row("random", ListedPoints(randomPoints(box, listed.size())));
}

}  // namespace
}  // namespace talus::bench

int main(int argc, char** argv) {
  const bool quick = argc == 2 && std::string_view(argv[1]) == "--quick";
  if (argc != 1 && argc != 3 && !quick) {
    std::fprintf(stderr, "usage: bench_distance [--quick] [TRIANGLES PER_SIDE]\n");
    return 2;
  }
  const talus::ThreadLimit one(1);
  const std::size_t triangles = argc == 3 ? std::strtoul(argv[1], nullptr, 10) : quick ? 3000 : 120000;
  const int perSide = argc == 3 ? std::atoi(argv[2]) : quick ? 24 : 128;
  talus::bench::run(triangles, perSide, quick ? 1 : 5);
  return 0;
}
