#include "geometry/convex/coordinate_precision.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <span>

namespace talus {

namespace {

constexpr int digits = 9;  // decimal digits that distinguish a float from its neighbours

double toFloat(double x) {
  constexpr double largest = std::numeric_limits<float>::max();
  return std::abs(x) <= largest ? static_cast<double>(static_cast<float>(x)) : 0;
}

// The nearest number with nine significant decimal digits.
double toNineDigits(double x) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, x, std::chars_format::scientific, digits - 1).ptr;
  double rounded = x;
  std::from_chars(text, end, rounded);
  return rounded;
}

double largestOf(std::span<const double> numbers) {
  double largest = 0;
  for (const double x : numbers) largest = std::max(largest, std::abs(x));
  return largest;
}

bool areSingle(std::span<const double> coordinates, double offset) {
  constexpr double roundings = 8 * std::numeric_limits<double>::epsilon();  // a few shifts, each rounded
  const double slack = offset == 0 ? 0 : roundings * (largestOf(coordinates) + std::abs(offset));
  return std::all_of(coordinates.begin(), coordinates.end(), [&](double shifted) {
    const double x = shifted + offset;
    return std::abs(x - toFloat(x)) <= slack || std::abs(x - toNineDigits(x)) <= slack;
  });
}

}  // namespace

bool hasSinglePrecision(const TriangleMesh& mesh, const Vec3& offset) {
  return areSingle(mesh.x, offset.x()) && areSingle(mesh.y, offset.y()) && areSingle(mesh.z, offset.z());
}

double roundingFlatness(const TriangleMesh& mesh, const Vec3& offset) {
  constexpr double maximum = 1e-3;
  const bool single = hasSinglePrecision(mesh, offset);
  const double epsilon =
      single ? std::numeric_limits<float>::epsilon() : std::numeric_limits<double>::epsilon();
  const double diagonal = mesh.bounds().diagonal().norm();
  const double farthest =
      std::max({largestOf(mesh.x) + std::abs(offset.x()), largestOf(mesh.y) + std::abs(offset.y()),
                largestOf(mesh.z) + std::abs(offset.z())});
  const double least = single ? 1e-6 : 1e-12;
  return diagonal > 0 ? std::clamp(4 * epsilon * farthest / diagonal, least, maximum) : least;
}

}  // namespace talus
