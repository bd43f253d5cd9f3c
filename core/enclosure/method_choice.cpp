#include "enclosure/method_choice.h"

namespace talus {

namespace {

// Times on one thread in nanoseconds, measured by tests/benchmarks/cross_overs.cpp; only their ratios matter.
constexpr double planeOfConvex = 2.0;   // CyrusBeck: a facet and point
constexpr double cellOfConvex = 8.0;    // DiscreteFunction: a point
constexpr double angle = 2.5;           // SolidAngle: a triangle and point
constexpr double cellBuild = 350;       // DiscreteFunction: preparing, a triangle
constexpr double boundaryAngle = 2.0;   // Antipodal: a boundary edge and point
constexpr double antipodalRay = 1500;   // Antipodal: a point
constexpr double antipodalBuild = 400;  // Antipodal: preparing, a triangle beyond SolidAngle's

// What keeps a method from working on a surface; empty if nothing does.
std::string obstacle(Method method, const MeshReport& report) {
  if (!report.closed && !labelsByWindingNumber(method))
    return std::string(name(method)) + " needs a closed surface";
  if (!report.convex && method == Method::CyrusBeck) return "CyrusBeck needs a convex surface";
  return "";
}

MethodChoice forClosed(const MeshReport& report, double points) {
  const auto triangles = static_cast<double>(report.triangles);
  if (report.convex && triangles * planeOfConvex < cellOfConvex)
    return {Method::CyrusBeck, "the surface is convex and has few triangles"};
  if (report.oriented && points > 0 && points * angle < cellBuild)
    return {Method::SolidAngle, "the surface is closed and the points are few", true};
  return {Method::DiscreteFunction, "the surface is closed"};
}

MethodChoice forOpen(const MeshReport& report, double points) {
  const auto triangles = static_cast<double>(report.triangles);
  const auto edges =
      static_cast<double>(report.boundaryEdges + 2 * report.misorientedEdges + 4 * report.nonManifoldEdges);
  const std::string open =
      "the surface is open (" + std::to_string(report.boundaryEdges) + " boundary edges)";
  const double saved = triangles * angle - edges * boundaryAngle - antipodalRay;  // by Antipodal, a point
  if (saved <= 0) return {Method::SolidAngle, open};
  if (points > 0 && points * saved < triangles * antipodalBuild)
    return {Method::SolidAngle, open + " and the points are few", true};
  return {Method::Antipodal, open};
}

}  // namespace

bool labelsByWindingNumber(Method method) {
  return method == Method::SolidAngle || method == Method::Antipodal || method == Method::FastMultipole;
}

MethodChoice chooseMethod(Method wanted, const MeshReport& report, std::int64_t points) {
  const std::string hindrance = wanted == Method::Auto ? "" : obstacle(wanted, report);
  if (wanted != Method::Auto && hindrance.empty()) return {wanted, "chosen by the user"};
  const auto count = static_cast<double>(points);
  MethodChoice choice = report.closed ? forClosed(report, count) : forOpen(report, count);
  if (!hindrance.empty()) choice.reason += "; " + hindrance;
  return choice;
}

}  // namespace talus
