// Table 4.3 of Schinner's thesis (1995): boxes around turned grains by min–max and by ellipsoid; volumes and
// times against the number of corners. One thread, thread CPU time, the fastest of some runs; prints
// Markdown.
//
//   bench_boxes [--quick]

#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "broadphase/shape_bounds.h"
#include "clocks.h"
#include "reference/broadphase/ellipsoid_bounds.h"
#include "shapes/convex_grain.h"

namespace talus::bench {
namespace {

constexpr std::array vertexCounts{4, 6, 12, 18, 22, 42, 52, 62, 72, 202, 302, 462};
constexpr std::array paperRatios{3.1, 1.28, 1.3, 1.13, 1.16, 1.09, 1.08, 1.058, 1.061, 1.045, 1.043, 1.02};
constexpr double paperCollision = 70.0 / 2.2;  // a collision test over the mean time of an ellipsoid's box

struct Effort {
  int grains = 20, poses = 1000, runs = 15;
};

std::vector<Pose> randomPoses(int count) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  std::vector<Pose> poses;
  for (int i = 0; i < count; ++i) {
    const Eigen::Quaterniond q(normal(random), normal(random), normal(random), normal(random));
    poses.push_back(
        {Vec3(normal(random), normal(random), normal(random)), q.normalized().toRotationMatrix()});
  }
  return poses;
}

// The plain loop of the thesis, one corner after the other.
Box plainMinMax(const std::vector<Vec3>& corners, const Pose& pose) {
  Box box;
  for (const Vec3& corner : corners) box.extend(Vec3(pose.rotation * corner));
  return {pose.position + box.min(), pose.position + box.max()};
}

// Mean and standard deviation of box volumes over those of min–max.
struct Ratio {
  double sum = 0, squares = 0;
  int count = 0;

  void add(double ratio) {
    sum += ratio;
    squares += ratio * ratio;
    ++count;
  }
  double mean() const { return sum / count; }
  double deviation() const { return std::sqrt(std::max(0.0, squares / count - mean() * mean())); }
};

struct Row {
  Ratio known, found;
  double ellipsoid = 0, minMax = 0, plain = 0;  // ns a box
};

volatile double sink = 0;

template <class MakeBox>
double timeOf(const std::vector<Pose>& poses, int runs, const MakeBox& makeBox) {
  const double seconds = fastestSeconds(runs, [&] {
    double sum = 0;
    for (const Pose& pose : poses) {
      const Box box = makeBox(pose);
      sum += box.min().sum() + box.max().sum();
    }
    sink = sum;
  });
  return 1e9 * seconds / static_cast<double>(poses.size());
}

Row measure(int vertices, const Effort& effort) {
  const Vec3 semiAxes(0.5, 0.4, 0.3);
  const std::vector<Pose> poses = randomPoses(effort.poses);
  Row row;
  row.ellipsoid = row.minMax = row.plain = std::numeric_limits<double>::infinity();
  for (int seed = 1; seed <= effort.grains; ++seed) {
    Context context;
    const TriangleMesh mesh = makeConvexGrain({.semiAxes = semiAxes,
                                               .vertices = vertices,
                                               .irregularity = 0.3,
                                               .seed = static_cast<std::uint64_t>(seed)},
                                              context);
    const ShapeBounds tight(mesh);
    const EllipsoidBounds known(mesh, Ellipsoid{Vec3::Zero(), semiAxes.asDiagonal()});
    const EllipsoidBounds found(mesh);
    for (const Pose& pose : poses) {
      const double volume = tight.minMax(pose).volume();
      row.known.add(known.box(pose).volume() / volume);
      row.found.add(found.box(pose).volume() / volume);
    }
    if (seed > 1) continue;
    std::vector<Vec3> corners;
    for (std::size_t i = 0; i < mesh.pointCount(); ++i) corners.push_back(mesh.point(static_cast<Index>(i)));
    row.ellipsoid = timeOf(poses, effort.runs, [&](const Pose& p) { return known.box(p); });
    row.minMax = timeOf(poses, effort.runs, [&](const Pose& p) { return tight.minMax(p); });
    row.plain = timeOf(poses, effort.runs, [&](const Pose& p) { return plainMinMax(corners, p); });
  }
  return row;
}

void printTable(const Effort& effort) {
  std::printf(
      "| corners | V_ellipsoid/V_min-max | σ | the same in the thesis | least ellipsoid | ellipsoid ns | "
      "weighted ns | "
      "min-max ns | plain min-max ns |\n|---|---|---|---|---|---|---|---|---|\n");
  for (std::size_t i = 0; i < vertexCounts.size(); ++i) {
    const Row row = measure(vertexCounts[i], effort);
    const double weighted = row.ellipsoid * (1 + paperCollision * (row.known.mean() - 1));
    std::printf("| %d | %.3f | %.3f | %g | %.3f | %.1f | %.1f | %.1f | %.1f |\n", vertexCounts[i],
                row.known.mean(), row.known.deviation(), paperRatios[i], row.found.mean(), row.ellipsoid,
                weighted, row.minMax, row.plain);
    std::fflush(stdout);
  }
}

}  // namespace
}  // namespace talus::bench

int main(int argc, char** argv) {
  const bool quick = argc > 1 && std::string(argv[1]) == "--quick";
  talus::bench::printTable(quick ? talus::bench::Effort{2, 50, 2} : talus::bench::Effort{});
  return 0;
}
