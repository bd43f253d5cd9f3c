#include "geometry/mass/mass_properties.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "base/error.h"
#include "geometry/check/mesh_check.h"
#include "geometry/check/shell_directions.h"
#include "geometry/mesh/polyhedron_moments.h"

namespace talus {

namespace {

std::string textOf(double number) {
  std::ostringstream text;
  text << number;
  return text.str();
}

void requireDensity(double density) {
  if (!std::isfinite(density) || density <= 0)
    throw Error("The density must be a number above 0", "it is " + textOf(density),
                "Give mass per volume, in the mesh's unit of length");
}

void requireBody(const MeshReport& report, const std::string& name) {
  if (report.openByRepeats())
    throw Error(name + " is closed except for duplicate triangles, so its volume is ambiguous",
                report.problem, "Remove the duplicate triangles; Surface Check shows them",
                {.surface = name});
  if (!report.closed)
    throw Error(name + " is open, so its volume is undefined", report.problem,
                "Close its holes first; Surface Check shows where they are", {.surface = name});
  if (!report.oriented)
    throw Error(name + " is closed, but the orientation of parts of it differs from their neighbours",
                report.problem,
                "Give all triangles one direction first, for example with Generate Surface Normals and its "
                "option Consistency; Surface Check shows where they differ",
                {.surface = name});
  if (report.repeatedTriangles > 0)
    throw Error(name + " occurs twice in places, so its volume is ambiguous", report.problem,
                "Remove the duplicate triangles; Surface Check shows them", {.surface = name});
}

void requireVolume(const Moments& moments, const std::string& name) {
  if (moments.volume <= moments.uncertainty)
    throw Error(name + " encloses no volume", "its parts cancel to within rounding",
                "Give the surface of a solid body; one without thickness has no mass", {.surface = name});
}

std::string ofShells(std::int64_t count, std::int64_t all) {
  return std::to_string(count) + " of " + std::to_string(all) + " shells";
}

std::string warningOf(const MassProperties& properties, const std::string& name) {
  std::string text;
  if (properties.shells == 1 && properties.correctedShells == 1)
    text = name + " faces inwards; its orientation was reversed.";
  else if (properties.correctedShells > 0)
    text = name + ": " + ofShells(properties.correctedShells, properties.shells) +
           " have the wrong orientation (bodies face outwards, cavities inwards); it was reversed.";
  if (properties.overlappingShells > 0 && properties.shells == 1)
    text += (text.empty() ? name : " It") +
            " intersects or touches itself; overlapping volume counts with its winding number.";
  else if (properties.overlappingShells > 0)
    text += (text.empty() ? name + ": " : " ") + ofShells(properties.overlappingShells, properties.shells) +
            " intersect or touch others or themselves; shared volume counts once for each of them.";
  return text;
}

void describe(const ShellDirections& shells, const std::string& name, MassProperties& properties) {
  properties.shells = static_cast<std::int64_t>(shells.volumes.size());
  for (std::size_t i = 0; i < shells.volumes.size(); ++i) {
    properties.cavities += shells.isCavity(i) ? 1 : 0;
    properties.correctedShells += shells.directions[i] < 0 ? 1 : 0;
    properties.overlappingShells += shells.meets[i] ? 1 : 0;
  }
  properties.warning = warningOf(properties, name);
}

// Moves the second moments to the centroid. Returns the centroid in the frame.
Vec3 moveToCentroid(Moments& moments) {
  Vec3 centroid = moments.first / moments.volume;
  moments.second -= moments.volume * centroid * centroid.transpose();
  moments.first.setZero();
  return centroid;
}

void setProperties(const Moments& moments, const LocalFrame& frame, double density,
                   MassProperties& properties) {
  properties.density = density;
  properties.volume = moments.volume * frame.unit * frame.unit * frame.unit;
  properties.mass = density * properties.volume;
  const Eigen::Matrix3d perMass =
      (moments.second.trace() * Eigen::Matrix3d::Identity() - moments.second) / moments.volume;
  const double scale = properties.mass * frame.unit * frame.unit;
  properties.inertia = scale * perMass;
  properties.principal = principalAxes(perMass);
  properties.principal.moments *= scale;
}

// A surface that intersects itself can enclose regions with negative winding number. A moment of inertia can
// then be negative although the total mass is positive.
void requireInertia(const PrincipalAxes& principal, const std::string& name) {
  constexpr double rounding = 1e-12;
  if (principal.moments[0] < -rounding * principal.moments.cwiseAbs().maxCoeff())
    throw Error(name + " cuts itself so that parts of it count as negative volume",
                "its least moment of inertia would be negative",
                "Remove the self-intersections; Surface Check shows them", {.surface = name});
}

void requireRepresentable(const MassProperties& properties, const LocalFrame& frame,
                          const std::string& name) {
  const bool finite = properties.inertia.allFinite() && std::isfinite(properties.mass);
  const double least =
      std::min(properties.volume, std::min(properties.mass, properties.principal.moments[0]));
  if (!finite || least < std::numeric_limits<double>::min())
    throw Error(name + " is too large or too small: its inertia does not fit a double",
                "its size is about " + textOf(frame.unit), "Scale it, or choose another unit of mass",
                {.surface = name});
}

}  // namespace

MassProperties massProperties(const TriangleMesh& mesh, const MassOptions& options, Context& context) {
  requireDensity(options.density);
  requireUsable(mesh, options.name);
  const MeshCheckOptions check{.selfIntersections = options.selfIntersections, .whereOpen = false};
  const auto triangles = static_cast<std::int64_t>(mesh.triangleCount());
  context.beginStage(0.5, meshCheckSteps(mesh, check));
  const MeshReport report = checkMesh(mesh, check, context);
  requireBody(report, options.name);

  context.beginStage(0.8, triangles);
  LocalFrame frame = LocalFrame::of(report.bounds);
  const ShellDirections shells = judgeShells(mesh, report, frame, context);
  MassProperties properties;
  describe(shells, options.name, properties);

  context.beginStage(1, 2 * triangles);
  Moments moments = momentsOf(mesh, report.component, shells.directions, frame, context);
  requireVolume(moments, options.name);
  frame.origin = frame.toMesh(moveToCentroid(moments));
  moments = momentsOf(mesh, report.component, shells.directions, frame, context);
  properties.centroid = frame.toMesh(moveToCentroid(moments));
  setProperties(moments, frame, options.density, properties);
  requireInertia(properties.principal, options.name);
  requireRepresentable(properties, frame, options.name);
  return properties;
}

}  // namespace talus
