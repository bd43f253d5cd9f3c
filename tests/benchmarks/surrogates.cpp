// Surrogate trees in figures, as the page results/contact/surrogates.md: Table 1 of Noble and Weinzierl,
// build times, how tight levels are, and what a search compares. Writes Markdown to stdout.
//
//   bench_surrogates [--quick]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "clocks.h"
#include "contact/search/body_pair.h"
#include "core/shapes.h"
#include "shapes/bumped_sphere.h"
#include "surrogate/surrogate_nodes.h"

namespace talus {
namespace {

const char* nameOf(SurrogateMethod method) {
  return method == SurrogateMethod::Minimax ? "Minimax" : "Functional";
}
constexpr SurrogateMethod methods[] = {SurrogateMethod::Minimax, SurrogateMethod::Functional};

TriangleMesh sphere(std::int64_t triangles, double stretch = 1, double bumpiness = 1) {
  Context context;
  return makeBumpedSphere({.bumpiness = bumpiness, .stretch = stretch, .triangles = triangles}, context);
}

SurrogateTree treeOf(const TriangleMesh& mesh, SurrogateMethod method) {
  Context context;
  return {mesh, {.method = method}, context};
}

double longestEdge(const SurrogateNode& node) {
  const auto& [a, b, c] = node.corners;
  return std::max({(b - a).norm(), (c - b).norm(), (a - c).norm()});
}

// ---- Table 1 ----

constexpr int sizes[] = {80, 320, 1280};

struct Printed {
  double stretch;
  const char* values[3];  // d / epsilon
};
constexpr Printed table1[] = {{1.0, {"0.09 / 0.49", "0.09 / 0.50", "0.08 / 0.52"}},
                              {1.2, {"0.10 / 0.55", "0.10 / 0.56", "0.10 / 0.56"}},
                              {1.4, {"0.34 / 0.54", "0.12 / 0.65", "0.11 / 0.66"}},
                              {1.8, {"0.14 / 0.84", "0.89 / 0.53", "1.35 / 0.51"}},
                              {2.6, {"1.54 / 0.58", "2.24 / 0.51", "2.36 / 0.52"}}};

void printTable1() {
  std::puts("## Table 1: the coarsest surrogate of a stretched sphere of diameter 1, d / ε\n");
  std::puts("| η | paper 80 | 320 | 1 280 | Functional 80 | 320 | 1 280 | Minimax 80 | 320 | 1 280 |");
  std::puts("|---|---|---|---|---|---|---|---|---|---|");
  for (const Printed& row : table1) {
    std::printf("| %.1f |", row.stretch);
    for (const char* value : row.values) std::printf(" %s |", value);
    for (const SurrogateMethod method : {SurrogateMethod::Functional, SurrogateMethod::Minimax})
      for (const int size : sizes) {
        const SurrogateNode root = surrogateNodes(treeOf(sphere(size, row.stretch), method)).front();
        std::printf(" %.2f / %.2f |", longestEdge(root), root.epsilon);
      }
    std::puts("");
  }
}

// ---- Build times and levels ----

double buildTime(const TriangleMesh& mesh, SurrogateMethod method, int repetitions) {
  const ThreadLimit one(1);
  return bench::fastestSeconds(repetitions, [&] { treeOf(mesh, method); });
}

// Mean of epsilon over the sphere's radius, level by level.
std::string tightness(const SurrogateTree& tree) {
  std::vector<double> sums, counts;
  for (const SurrogateNode& node : surrogateNodes(tree)) {
    const auto level = static_cast<std::size_t>(node.level);
    sums.resize(std::max(sums.size(), level + 1));
    counts.resize(sums.size());
    sums[level] += node.epsilon / node.sphereRadius;
    ++counts[level];
  }
  std::string text;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    char value[32];
    std::snprintf(value, sizeof value, i == 0 ? "%.2f" : ", %.3f", sums[i] / counts[i]);
    text += value;
  }
  return text;
}

void printBuilds(bool quick) {
  std::puts("\n## Build, one thread (CPU time of the thread, best of 5)\n");
  std::puts("| sphere | method | ms | bytes a triangle | ε over the sphere's radius, level 0, 1 … |");
  std::puts("|---|---|---|---|---|");
  for (const std::int64_t size : {1280, 20480, 32768}) {
    if (quick && size > 2000) break;
    const TriangleMesh mesh = sphere(size);
    for (const SurrogateMethod method : methods) {
      const double seconds = buildTime(mesh, method, quick ? 1 : 5);
      const SurrogateTree tree = treeOf(mesh, method);
      std::printf("| %lld | %s | %.1f | %.0f | %s |\n", static_cast<long long>(size), nameOf(method),
                  1e3 * seconds,
                  static_cast<double>(tree.memoryBytes()) / static_cast<double>(mesh.triangleCount()),
                  tightness(tree).c_str());
    }
  }
}

// ---- What a search compares ----

// The farthest that a turned body reaches along a direction.
double reach(const TriangleMesh& mesh, const Eigen::Matrix3d& turn, const Vec3& direction) {
  double farthest = -1e9;
  for (std::size_t i = 0; i < mesh.pointCount(); ++i)
    farthest = std::max(farthest, direction.dot(turn * mesh.point(static_cast<Index>(i))));
  return farthest;
}

struct Setup {
  const char* name;
  TriangleMesh first, second;
  bool plane;  // the first body is one: the second stays above it
};

struct Counted {
  double spheres = 0, triangles = 0, contacts = 0;
};

// Searches with the second body turned at random and moved until the supports are a gap apart.
Counted countSearches(const Setup& setup, SurrogateMethod surrogates, TrianglePairMethod method, double halo,
                      int searches) {
  Context context;
  const ContactShape first(setup.first, {.method = surrogates}, context);
  const ContactShape second(setup.second, {.method = surrogates}, context);
  const double diameter = setup.second.bounds().sizes().maxCoeff();
  BodyPairSearch search({.method = method});
  Counted mean;
  for (int i = 0; i < searches; ++i) {
    const double u = 2 * i + 0.5;
    const Vec3 direction = setup.plane
                               ? Vec3::UnitZ()
                               : Vec3(std::sin(u), std::cos(1.7 * u), std::sin(2.3 * u + 1)).normalized();
    const Eigen::Matrix3d turn = Eigen::AngleAxisd(3.1 * u, Vec3(1, u, -2).normalized()).toRotationMatrix();
    const double distance = reach(setup.first, Eigen::Matrix3d::Identity(), direction) +
                            reach(setup.second, turn, -direction) + 0.005 * diameter;
    std::vector<TriangleContact> contacts;
    search.findContacts({&first, {}}, {&second, {.position = distance * direction, .rotation = turn}},
                        2 * halo * diameter, contacts);
    for (const LevelCounts& level : search.counts().levels)
      mean.spheres += static_cast<double>(level.spheres) / searches;
    mean.triangles += static_cast<double>(search.counts().comparisons()) / searches;
    mean.contacts += static_cast<double>(contacts.size()) / searches;
  }
  return mean;
}

void printSearches(bool quick) {
  const int searches = quick ? 3 : 100;
  std::printf("\n## What a search compares: bodies of 1 224 triangles, gap 0.5 %% (mean of %d poses)\n\n",
              searches);
  std::puts("| bodies | ε | surrogates | triangles by | pairs of spheres | pairs of triangles | contacts |");
  std::puts("|---|---|---|---|---|---|---|");
  const TriangleMesh round = sphere(1224), bumped = sphere(1224, 1, 1.3);
  for (const Setup& setup :
       {Setup{"two spheres", round, round, false}, Setup{"two bumped spheres", bumped, bumped, false},
        Setup{"sphere, plane of 512", shapes::square(16, 4), round, true},
        Setup{"bumped sphere, plane of 512", shapes::square(16, 4), bumped, true}})
    for (const double halo : {1e-2, 1e-3})
      for (const SurrogateMethod method : methods)
        for (const auto& [pairs, name] : {std::pair{TrianglePairMethod::Certified, "Certified"},
                                          std::pair{TrianglePairMethod::Comparison, "Comparison"}}) {
          const Counted c = countSearches(setup, method, pairs, halo, searches);
          std::printf("| %s | %.0e | %s | %s | %.0f | %.0f | %.0f |\n", setup.name, halo, nameOf(method),
                      name, c.spheres, c.triangles, c.contacts);
        }
}

}  // namespace
}  // namespace talus

int main(int count, char** arguments) {
  const bool quick = count > 1 && std::strcmp(arguments[1], "--quick") == 0;
  talus::printTable1();
  talus::printBuilds(quick);
  talus::printSearches(quick);
}
