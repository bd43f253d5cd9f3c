#include "enclosure/classifier/method_choice.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace talus {

namespace {

// Times on one thread in nanoseconds: the preparation, and one point. Estimated from measurements by
// tests/benchmarks/cross_overs.cpp; only ratios matter.
struct Cost {
  double build;
  double point;
  double of(double points) const { return build + points * point; }
};

Cost costOf(Method method, const MeshReport& report) {
  const auto triangles = static_cast<double>(report.triangles);
  const auto edges =
      static_cast<double>(report.boundaryEdges + 2 * report.misorientedEdges + 4 * report.nonManifoldEdges);
  switch (method) {
    case Method::CyrusBeck:
      return {25 * triangles, 2 + 1.1 * triangles};
    case Method::SolidAngle:
      return {160 * triangles, 2.1 * triangles};
    case Method::FastMultipole:
      return {5e6 + 2000 * triangles, 700};
    case Method::Antipodal:
      return {500 * triangles, 200 + 1.8 * edges};
    default:  // DiscreteFunction
      return {5e3 + 350 * triangles, 5};
  }
}

// Exact methods that fit a surface. RayCrossing is omitted: where its tree is built faster than
// DiscreteFunction's cells, both take less than a millisecond.
std::vector<Method> candidates(const MeshReport& report, bool windingWanted) {
  if (!report.closed) {
    if (windingWanted) return {Method::Antipodal, Method::SolidAngle};
    return {Method::Antipodal, Method::SolidAngle, Method::FastMultipole};
  }
  std::vector<Method> methods = {Method::DiscreteFunction};
  if (report.oriented) methods.push_back(Method::SolidAngle);
  if (report.convex) methods.push_back(Method::CyrusBeck);
  return methods;
}

// @param points infinite if unknown.
Method fastest(const MeshReport& report, double points, bool windingWanted) {
  const std::vector<Method> methods = candidates(report, windingWanted);
  const auto time = [&](Method method) {
    const Cost cost = costOf(method, report);
    return std::isfinite(points) ? cost.of(points) : cost.point;
  };
  return *std::min_element(methods.begin(), methods.end(),
                           [&](Method a, Method b) { return time(a) < time(b); });
}

std::string kindOf(const MeshReport& report) {
  if (report.closed) return "the surface is closed";
  return "the surface is open (" + std::to_string(report.boundaryEdges) + " boundary edges)";
}

// The reason why a method does not work on a surface; empty if it works.
std::string obstacle(Method method, const MeshReport& report) {
  if (!report.closed && !labelsByWindingNumber(method))
    return std::string(name(method)) + " needs a closed surface";
  if (!report.convex && method == Method::CyrusBeck) return "CyrusBeck needs a convex surface";
  return "";
}

}  // namespace

bool labelsByWindingNumber(Method method) {
  return method == Method::SolidAngle || method == Method::Antipodal || method == Method::FastMultipole;
}

MethodChoice chooseMethod(Method wanted, const MeshReport& report, std::int64_t points, bool windingWanted) {
  const std::string hindrance = wanted == Method::Auto ? "" : obstacle(wanted, report);
  if (wanted != Method::Auto && hindrance.empty()) return {wanted, "chosen by the user"};
  constexpr double many = std::numeric_limits<double>::infinity();
  MethodChoice choice;
  choice.method = fastest(report, points > 0 ? static_cast<double>(points) : many, windingWanted);
  choice.forFewPoints = choice.method != fastest(report, many, windingWanted);
  choice.reason = kindOf(report);
  if (choice.method == Method::CyrusBeck) choice.reason += " and convex";
  if (choice.method == Method::FastMultipole) choice.reason += ", winding numbers are not wanted";
  if (choice.forFewPoints) choice.reason += ", the points are few";
  if (!hindrance.empty()) choice.reason += "; " + hindrance;
  return choice;
}

}  // namespace talus
