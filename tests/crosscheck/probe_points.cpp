#include "probe_points.h"

#include <random>

#include "geometry/exact/predicates.h"
#include "sample_size.h"

namespace talus {

namespace {

constexpr int randomCount = 4000, allRandomCount = 20000;
constexpr std::size_t nearCount = 1000;
constexpr std::size_t onCount = 500;

class Prober {
 public:
  explicit Prober(const TriangleMesh& mesh) : mesh_(mesh), box_(mesh.bounds()) {}

  void addRandom() {
    const Vec3 margin = 0.1 * box_.sizes();
    for (int i = sampleSize(randomCount, allRandomCount); i > 0; --i) {
      const Vec3 unit(uniform(), uniform(), uniform());
      add(box_.min() - margin + unit.cwiseProduct(1.2 * box_.sizes()));
    }
  }

  // Random places on random triangles, moved along the normal to either side.
  void addNear(double fractionOfDiagonal) {
    const double offset = fractionOfDiagonal * box_.diagonal().norm();
    for (std::size_t i = 0; i < nearCount; ++i) {
      const auto [a, b, c] = mesh_.corners(randomTriangle());
      const Vec3 normal = (b - a).cross(c - a).stableNormalized();
      const double u = uniform();
      const double v = (1 - u) * uniform();
      add(a + u * (b - a) + v * (c - a) + (i % 2 == 0 ? offset : -offset) * normal);
    }
  }

  // Corners, edge midpoints and inner points of triangles. Rounding moves some of them off the surface: those
  // are left out.
  void addOnSurface() {
    for (std::size_t i = 0; i < onCount; ++i) {
      const auto [a, b, c] = mesh_.corners(randomTriangle());
      add(a);
      addIfOn((a + b) / 2, OnTriangle::Edge, a, b, c);
      addIfOn((a + b) / 4 + c / 2, OnTriangle::Face, a, b, c);
    }
  }

  std::vector<Vec3> points;

 private:
  double uniform() { return std::uniform_real_distribution<double>(0, 1)(random_); }
  std::size_t randomTriangle() { return random_() % mesh_.triangleCount(); }
  void add(const Vec3& p) { points.push_back(p); }

  void addIfOn(const Vec3& p, OnTriangle place, const Vec3& a, const Vec3& b, const Vec3& c) {
    if (orient3d(a, b, c, p) == 0 && locateInPlane(p, a, b, c) == place) add(p);
  }

  const TriangleMesh& mesh_;
  Box box_;
  std::mt19937_64 random_{20240607};
};

}  // namespace

ProbePoints probePoints(const TriangleMesh& mesh) {
  Prober prober(mesh);
  ProbePoints probe;
  prober.addRandom();
  prober.addNear(1e-3);
  probe.nearBegin = prober.points.size();
  prober.addNear(1e-6);
  probe.onSurfaceBegin = prober.points.size();
  prober.addOnSurface();
  probe.points = std::move(prober.points);
  return probe;
}

}  // namespace talus
