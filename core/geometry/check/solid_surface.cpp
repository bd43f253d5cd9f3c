#include "geometry/check/solid_surface.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "base/number_text.h"
#include "geometry/check/mesh_check.h"
#include "geometry/check/shell_directions.h"
#include "geometry/mesh/hole_loops.h"
#include "geometry/mesh/hole_triangulation.h"
#include "geometry/mesh/level_patches.h"
#include "geometry/mesh/open_edges.h"
#include "geometry/mesh/union_find.h"

namespace talus {

namespace {

constexpr MeshCheckOptions withoutIntersections{.selfIntersections = false};

void turn(SolidSurface& made, std::size_t triangle) {
  std::swap(made.surface.b[triangle], made.surface.c[triangle]);
  made.turned[triangle] ^= 1;
}

void turnFlipped(SolidSurface& made, const MeshReport& report) {
  if (report.flippedTriangles == 0) return;
  for (std::size_t t = 0; t < made.turned.size(); ++t)
    if (report.defects[t] & bit(Defect::Flipped)) turn(made, t);
  made.repairs.flippedTriangles = report.flippedTriangles;
}

// A triangle's corners in ascending order, independent of its orientation.
std::array<Index, 3> sortedCorners(const TriangleMesh& mesh, std::size_t t) {
  std::array<Index, 3> corners = mesh.triangle(t);
  std::sort(corners.begin(), corners.end());
  return corners;
}

TriangleMesh submesh(const TriangleMesh& mesh, const std::vector<Index>& triangles) {
  TriangleMesh part;
  part.x = mesh.x, part.y = mesh.y, part.z = mesh.z;
  for (const Index t : triangles) {
    const auto [a, b, c] = mesh.triangle(static_cast<std::size_t>(t));
    part.addTriangle(a, b, c);
  }
  return part;
}

// Removes triangles that repeat an earlier one, if no edge is open without them.
void leaveOutRepeats(SolidSurface& made, const MeshReport& report) {
  if (report.duplicateTriangles == 0) return;
  std::set<std::array<Index, 3>> seen;
  std::vector<Index> once;
  for (const Index t : made.source) {
    const bool repeated = report.defects[static_cast<std::size_t>(t)] & bit(Defect::Duplicate);
    if (!repeated || seen.insert(sortedCorners(made.surface, static_cast<std::size_t>(t))).second)
      once.push_back(t);
  }
  if (!openEdges(submesh(made.surface, once)).empty()) return;
  made.repairs.repeatedTriangles = static_cast<std::int64_t>(made.source.size() - once.size());
  made.source = std::move(once);
}

// Connects each open edge to the centre of its boundary. @return the number of openings.
std::int64_t addCones(const std::vector<OpenEdge>& open, TriangleMesh& mesh) {
  UnionFind boundaries(mesh.pointCount());
  for (const OpenEdge& edge : open) boundaries.unite(edge.from, edge.to);
  struct Middle {
    Vec3 sum = Vec3::Zero();
    double count = 0;
    Index point = -1;
  };
  std::map<Index, Middle> middles;
  for (const OpenEdge& edge : open) {
    Middle& middle = middles[boundaries.find(edge.from)];
    middle.sum += mesh.point(edge.from) + mesh.point(edge.to);
    middle.count += 2;
  }
  for (auto& [root, middle] : middles) middle.point = mesh.addPoint(middle.sum / middle.count);
  for (const OpenEdge& edge : open)
    for (std::int64_t i = 0; i < edge.count; ++i)
      mesh.addTriangle(edge.from, edge.to, middles[boundaries.find(edge.from)].point);
  return static_cast<std::int64_t>(middles.size());
}

// Triangles from the first corner of an outline to its edges.
std::vector<std::array<Index, 3>> fanOf(const HoleLoop& loop) {
  std::vector<std::array<Index, 3>> triangles;
  for (std::size_t k = 2; k < loop.size(); ++k) triangles.push_back({loop[0], loop[k - 1], loop[k]});
  return triangles;
}

// Closes each outline by a patch. @return the number of outlines.
std::int64_t addPatches(TriangleMesh& mesh, Context& context) {
  HoleTriangulation triangulation(mesh);
  std::vector<LevelPatch> patches;
  for (HoleLoop& loop : holeLoops(mesh)) {
    context.advance(0);  // may be cancelled
    std::vector<std::array<Index, 3>> triangles = triangulation.close(loop);
    if (triangles.empty()) triangles = fanOf(loop);  // some have no area
    patches.push_back({std::move(loop), std::move(triangles)});
  }
  fitPatches(mesh, patches, context);
  for (const LevelPatch& patch : patches)
    for (const auto& [a, b, c] : patch.triangles) mesh.addTriangle(a, b, c);
  return static_cast<std::int64_t>(patches.size());
}

void turnShells(SolidSurface& made, const MeshReport& report, Context& context) {
  const ShellDirections shells = judgeShells(made.solid(), report, LocalFrame::of(report.bounds), context);
  made.repairs.shells = report.components;
  made.repairs.turnedShells = std::count(shells.directions.begin(), shells.directions.end(), -1.0);
  if (made.repairs.turnedShells == 0) return;
  for (std::size_t t = 0; t < report.component.size(); ++t) {
    if (shells.directions[static_cast<std::size_t>(report.component[t])] > 0) continue;
    if (made.closed) std::swap(made.closed->b[t], made.closed->c[t]);
    if (t < made.source.size()) turn(made, static_cast<std::size_t>(made.source[t]));
  }
}

}  // namespace

std::string SolidRepairs::warning(const std::string& name) const {
  std::vector<std::string> parts;
  if (repeatedTriangles > 0)
    parts.push_back(counted(repeatedTriangles, "duplicate triangle", "duplicate triangles") + " removed");
  if (flippedTriangles > 0)
    parts.push_back(counted(flippedTriangles, "flipped triangle", "flipped triangles") + " inverted");
  if (turnedShells > 0 && shells == 1) parts.emplace_back("it faces inwards and was inverted");
  if (turnedShells > 0 && shells > 1)
    parts.push_back(
        std::to_string(turnedShells) + " of " + std::to_string(shells) +
        " shells have the wrong orientation (bodies face outwards, cavities inwards) and were inverted");
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? name + ": " : "; ") + part;
  return text;
}

SolidSurface makeSolid(TriangleMesh mesh, Context& context, OpeningClosure closure) {
  SolidSurface made;
  made.surface = std::move(mesh);
  made.turned.assign(made.surface.triangleCount(), 0);
  MeshReport report = checkMesh(made.surface, withoutIntersections, context);
  made.source.resize(made.surface.triangleCount());
  std::iota(made.source.begin(), made.source.end(), Index{0});
  if (!report.closed || !report.oriented) {
    turnFlipped(made, report);
    leaveOutRepeats(made, report);
    made.closed = submesh(made.surface, made.source);
    made.repairs.openings = closure == OpeningClosure::Cones ? addCones(openEdges(*made.closed), *made.closed)
                                                             : addPatches(*made.closed, context);
    report = checkMesh(*made.closed, withoutIntersections, context);
  }
  made.manifold = report.manifold;
  turnShells(made, report, context);
  return made;
}

}  // namespace talus
