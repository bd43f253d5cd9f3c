#include "points.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <random>

namespace talus::bench {

namespace {

constexpr double margin = 0.05;

std::vector<Vec3> makeGrid(const Box& box, int perSide) {
  const Vec3 low = box.min() - margin * box.sizes();
  const Vec3 step = (1 + 2 * margin) * box.sizes() / (perSide - 1);
  std::vector<Vec3> points;
  for (int k = 0; k < perSide; ++k)
    for (int j = 0; j < perSide; ++j)
      for (int i = 0; i < perSide; ++i) points.push_back(low + Vec3(i, j, k).cwiseProduct(step));
  return points;
}

class Dice {
 public:
  explicit Dice(const TriangleMesh& mesh) : mesh_(mesh) {}

  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  Vec3 inUnitCube() {
    const double x = uniform(0, 1), y = uniform(0, 1), z = uniform(0, 1);
    return {x, y, z};
  }
  std::array<Vec3, 3> triangle() { return mesh_.corners(random_() % mesh_.triangleCount()); }

  // A random place on a vertex, edge or face of the triangle.
  Vec3 placeOn(const std::array<Vec3, 3>& t) {
    switch (random_() % 3) {
      case 0:
        return t[0];
      case 1:
        return t[0] + uniform(0, 1) * (t[1] - t[0]);
      default:
        return placeInFace(t);
    }
  }

  Vec3 placeInFace(const std::array<Vec3, 3>& t) {
    const double u = uniform(0, 1);
    const double v = (1 - u) * uniform(0, 1);
    return t[0] + u * (t[1] - t[0]) + v * (t[2] - t[0]);
  }

  // Zero for one point in eight, else ±1e-9 … ±1e-4.
  double offset() {
    const double sign = static_cast<double>(random_() % 2) * 2 - 1;
    return random_() % 8 == 0 ? 0 : sign * std::pow(10, uniform(-9, -4));
  }

 private:
  const TriangleMesh& mesh_;
  std::mt19937_64 random_{20061};
};

}  // namespace

Points grid(int perSide) {
  return {"grid " + std::to_string(perSide),
          [perSide](const TriangleMesh& mesh) { return makeGrid(mesh.bounds(), perSide); }};
}

Points gridOver(const std::string& name, const std::function<TriangleMesh()>& body, int perSide) {
  return {"grid over " + name,
          [body, perSide](const TriangleMesh&) { return makeGrid(body().bounds(), perSide); }};
}

Points randomOrder(std::size_t count) {
  return {"random " + std::to_string(count), [count](const TriangleMesh& mesh) {
            Dice dice(mesh);
            const Box box = mesh.bounds();
            std::vector<Vec3> points;
            for (std::size_t i = 0; i < count; ++i) {
              const Vec3 unit = dice.inUnitCube() * (1 + 2 * margin) - Vec3::Constant(margin);
              points.push_back(box.min() + unit.cwiseProduct(box.sizes()));
            }
            return points;
          }};
}

Points nearSurface(std::size_t count) {
  return {"near " + std::to_string(count), [count](const TriangleMesh& mesh) {
            Dice dice(mesh);
            const double size = mesh.bounds().sizes().maxCoeff();
            std::vector<Vec3> points;
            for (std::size_t i = 0; i < count; ++i) {
              const auto t = dice.triangle();
              const Vec3 normal = (t[1] - t[0]).cross(t[2] - t[0]).stableNormalized();
              const Vec3 place = dice.placeOn(t);
              points.push_back(place + dice.offset() * size * normal);
            }
            return points;
          }};
}

Points inside(std::size_t count) {
  return {"inside " + std::to_string(count), [count](const TriangleMesh& mesh) {
            Dice dice(mesh);
            std::vector<Vec3> points;
            for (std::size_t i = 0; i < count; ++i) {
              const Vec3 place = dice.placeInFace(dice.triangle());
              points.push_back(std::cbrt(dice.uniform(0, 1)) * place);
            }
            return points;
          }};
}

std::vector<Vec3> drawn(const std::vector<Vec3>& points, std::size_t most) {
  std::mt19937_64 random(1);
  std::vector<Vec3> result;
  std::sample(points.begin(), points.end(), std::back_inserter(result), most, random);
  return result;
}

}  // namespace talus::bench
