// Closest features of convex bodies against Bullet's GJK, and Schinner's table 4.4: how many cycles a call
// takes. One thread, thread CPU time, the fastest of some runs. Prints Markdown, and JSON with --json=FILE.
//
// As in the thesis: two equal bodies, one turns about x, the other about y, 0.001 s a step. The thesis does
// not say how fast or how far apart; here 1 rad/s, unless said otherwise, and centres 2.5 radii apart.

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "base/context.h"
#include "clocks.h"
#include "contact/convex/closest_features.h"
#include "contact/convex/convex_manifold.h"
#include "shapes/convex_grain.h"
#ifdef TALUS_HAVE_BULLET
#include "peers/bullet.h"
#endif

namespace talus::bench {
namespace {

struct Size {
  int steps;        // a pass
  int repetitions;  // passes, of which the fastest counts
};

template <class Pass>
double fastestMicroseconds(const Size& size, const Pass& pass) {
  return fastestSeconds(size.repetitions, pass) / size.steps * 1e6;
}

ConvexBody grain(int vertices) {
  Context context;
  const ConvexGrainOptions options{
      .placement = {.size = 2}, .semiAxes = {0.5, 0.5, 0.5}, .vertices = vertices, .irregularity = 0.2};
  return ConvexBody(makeConvexGrain(options, context), "grain");
}

struct Motion {
  std::vector<Pose> a, b;
};

Motion turning(int steps, double speed, double distance) {
  Motion motion;
  for (int i = 0; i < steps; ++i) {
    const double angle = speed * 1e-3 * i;
    motion.a.push_back({.rotation = Eigen::AngleAxisd(angle, Vec3::UnitX()).toRotationMatrix()});
    motion.b.push_back({.position = distance * Vec3(1, 0.2, 0.1).normalized(),
                        .rotation = Eigen::AngleAxisd(angle, Vec3::UnitY()).toRotationMatrix()});
  }
  return motion;
}

struct Tally {
  std::array<int, 6> cycles{};  // calls of 1, 2 … 5 and more cycles
  double sum = 0;               // of distances
};

Tally track(const ConvexBody& body, const Motion& motion) {
  Tally tally;
  FeaturePair last = facingFeatures(body, motion.a[0], body, motion.b[0]);
  for (std::size_t i = 0; i < motion.a.size(); ++i) {
    const ClosestFeatures c = closestFeatures(body, motion.a[i], body, motion.b[i], last);
    ++tally.cycles[static_cast<std::size_t>(std::min(c.cycles, 6) - 1)];
    tally.sum += c.distance;
    last = c.features;
  }
  return tally;
}

struct Row {
  int vertices = 0, edges = 0, faces = 0;
  double speed = 1, distance = 2.5;
  Tally tally;
  double microseconds = 0, bullet = 0, difference = 0;
};

Row measure(int vertices, double speed, double distance, const Size& size) {
  const ConvexBody body = grain(vertices);
  const Motion motion = turning(size.steps, speed, distance);
  Row row{static_cast<int>(body.vertices().size()),
          static_cast<int>(body.edges().size()),
          static_cast<int>(body.faces().size()),
          speed,
          distance,
          {},
          0,
          0,
          0};
  row.microseconds = fastestMicroseconds(size, [&] { row.tally = track(body, motion); });
#ifdef TALUS_HAVE_BULLET
  peers::BulletGjk gjk({body.vertices().begin(), body.vertices().end()},
                       {body.vertices().begin(), body.vertices().end()});
  Motion centred = motion;  // Bullet's hull has the centre of the box as origin
  for (std::size_t i = 0; i < motion.a.size(); ++i) {
    centred.a[i].position = motion.a[i].toWorld(body.centre());
    centred.b[i].position = motion.b[i].toWorld(body.centre());
  }
  gjk.setPoses(centred.a, centred.b);
  double sum = 0;
  row.bullet = fastestMicroseconds(size, [&] {
    sum = 0;
    for (std::size_t i = 0; i < centred.a.size(); ++i) sum += gjk.distance(i);
  });
  row.difference = std::abs(sum - row.tally.sum) / size.steps;
#endif
  return row;
}

void print(const Row& r) {
  std::printf("| %d | %d | %d | %g | %g |", r.vertices, r.edges, r.faces, r.speed, r.distance);
  for (const int n : r.tally.cycles) std::printf(" %d |", n);
  std::printf(" %.3f | %.3f | %.1f | %.0e |\n", r.microseconds, r.bullet, r.bullet / r.microseconds,
              r.difference);
}

void write(std::FILE* file, const std::vector<Row>& rows) {
  std::fprintf(file, "{\"closest_features\": [\n");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& r = rows[i];
    std::fprintf(file,
                 "  {\"vertices\": %d, \"edges\": %d, \"faces\": %d, \"rad_per_s\": %g, \"distance\": %g, "
                 "\"cycles\": [",
                 r.vertices, r.edges, r.faces, r.speed, r.distance);
    for (std::size_t k = 0; k < r.tally.cycles.size(); ++k)
      std::fprintf(file, "%s%d", k ? ", " : "", r.tally.cycles[k]);
    std::fprintf(file, "], \"talus_us\": %.4f, \"bullet_us\": %.4f}%s\n", r.microseconds, r.bullet,
                 i + 1 < rows.size() ? "," : "");
  }
  std::fprintf(file, "]}\n");
}

std::vector<Row> run(const Size& size) {
  std::vector<Row> rows;
  std::printf(
      "| V | E | F | rad/s | centres | 1 cycle | 2 | 3 | 4 | 5 | >= 6 | us | Bullet us | ratio | difference "
      "|\n");
  std::printf("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  const auto add = [&](int vertices, double speed, double distance) {
    rows.push_back(measure(vertices, speed, distance, size));
    print(rows.back());
  };
  for (const int vertices : {4, 6, 12, 42, 102, 202, 462}) add(vertices, 1, 2.5);
  for (const double speed : {0.1, 10.0})
    for (const int vertices : {12, 462}) add(vertices, speed, 2.5);
  for (const int vertices : {12, 462}) add(vertices, 1, 1.9);  // they overlap most of the time
  return rows;
}

}  // namespace
}  // namespace talus::bench

int main(int count, char** arguments) {
  using namespace talus::bench;
  Size size{100000, 5};
  std::string json;
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    if (argument == "--quick") size = {1000, 1};
    if (argument.starts_with("--json=")) json = argument.substr(std::strlen("--json="));
  }
  const std::vector<Row> rows = run(size);
  if (json.empty()) return 0;
  std::FILE* file = std::fopen(json.c_str(), "w");
  if (!file) {
    std::fprintf(stderr, "Cannot write %s\n", json.c_str());
    return 1;
  }
  write(file, rows);
  std::fclose(file);
}
