#include "geometry/check/mesh_check.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/all_finite.h"
#include "base/compensated_sum.h"
#include "base/parallel.h"
#include "geometry/check/crack_tolerance.h"
#include "geometry/check/flipped_patches.h"
#include "geometry/check/mesh_check_text.h"
#include "geometry/check/mesh_findings.h"
#include "geometry/check/self_intersection.h"
#include "geometry/check/shell_directions.h"
#include "geometry/check/triangle_measures.h"
#include "geometry/convex/convexity.h"
#include "geometry/exact/predicates.h"
#include "geometry/mesh/closed_fans.h"
#include "geometry/mesh/edge_table.h"
#include "geometry/mesh/polyhedron_moments.h"
#include "geometry/mesh/union_find.h"
#include "geometry/mesh/used_points.h"

namespace talus {

namespace {

constexpr std::size_t trianglesPerChunk = 4096;

// ---- Geometry of single triangles ----

struct Sums {
  double volume = 0;  // six times the volume
  double area = 0;    // twice the area
  std::int64_t degenerate = 0;
  std::int64_t nonFinite = 0;
};

bool areFinite(const std::array<Vec3, 3>& corners) {
  return corners[0].allFinite() && corners[1].allFinite() && corners[2].allFinite();
}

// Of triangles: a point that none uses may be far away.
Box boundsOfFinite(const TriangleMesh& mesh, bool allPoints) {
  Box box;
  if (allPoints) {
    const std::vector<std::uint8_t> used = pointsInUse(mesh);
    for (std::size_t p = 0; p < used.size(); ++p)
      if (used[p] != 0) box.extend(mesh.point(static_cast<Index>(p)));
    return box;
  }
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
    if (const auto corners = mesh.corners(t); areFinite(corners)) box.extend(boxOf(corners));
  return box;
}

// Adds triangles, in a frame near the mesh, so that neither a large offset nor the unit of the coordinates
// reduces the accuracy.
void addMeasures(const TriangleMesh& mesh, bool allPointsFinite, std::size_t begin, std::size_t end,
                 const TriangleMeasures& measures, std::uint8_t* defects, Sums& sums) {
  for (std::size_t t = begin; t < end; ++t) {
    const std::size_t i = t - begin;
    if (!allPointsFinite && !areFinite(mesh.corners(t))) {
      ++sums.nonFinite;
      defects[t] = bit(Defect::NonFinite);
      continue;
    }
    sums.area += measures.area[i];
    sums.volume += measures.volume[i];
    if (measures.hasArea[i] != 0) continue;
    const auto [a, b, c] = mesh.corners(t);
    if (!collinear(a, b, c)) continue;
    ++sums.degenerate;
    defects[t] = bit(Defect::Degenerate);
  }
}

Index firstWith(Defect defect, const MeshReport& report) {
  for (std::size_t t = 0; t < report.defects.size(); ++t)
    if (report.defects[t] & bit(defect)) return static_cast<Index>(t);
  return -1;
}

// From the frame to the mesh's unit.
void scaleSums(double unit, MeshReport& report, FirstDefects& first) {
  constexpr double rounding = 1e-12;  // of the area: a surface without thickness has no volume
  const auto fits = [](double number) {
    return std::isfinite(number) && std::abs(number) >= std::numeric_limits<double>::min();
  };
  const double area = report.area, volume = report.signedVolume;
  report.area *= unit * unit;
  report.signedVolume = volume * unit * unit * unit;
  first.badScale =
      (area > 0 && !fits(report.area)) || (std::abs(volume) > rounding * area && !fits(report.signedVolume));
}

void measureMesh(const TriangleMesh& mesh, MeshReport& report, FirstDefects& first, Context& context) {
  const bool allPoints = allFinite(mesh.x) && allFinite(mesh.y) && allFinite(mesh.z);
  report.bounds = boundsOfFinite(mesh, allPoints);
  const LocalFrame frame = report.bounds.isEmpty() ? LocalFrame() : LocalFrame::of(report.bounds);
  std::vector<Sums> sums(mesh.triangleCount() / trianglesPerChunk + 1);
  parallelChunks(mesh.triangleCount(), trianglesPerChunk, context, [&](std::size_t begin, std::size_t end) {
    TriangleMeasures measures;
    for (std::size_t t = begin; t < end; t += TriangleMeasures::most) {
      const std::size_t last = std::min(t + TriangleMeasures::most, end);
      measureTriangles(mesh, frame, t, last, measures);
      addMeasures(mesh, allPoints, t, last, measures, report.defects.data(), sums[begin / trianglesPerChunk]);
    }
  });
  for (const Sums& chunk : sums) {
    report.signedVolume += chunk.volume / 6;
    report.area += chunk.area / 2;
    report.degenerateTriangles += chunk.degenerate;
    report.nonFiniteTriangles += chunk.nonFinite;
  }
  scaleSums(frame.unit, report, first);
  if (report.nonFiniteTriangles > 0)
    report.signedVolume = report.area = std::numeric_limits<double>::quiet_NaN();
  if (report.degenerateTriangles > 0) first.degenerateTriangle = firstWith(Defect::Degenerate, report);
  if (report.nonFiniteTriangles > 0) first.nonFiniteTriangle = firstWith(Defect::NonFinite, report);
}

// ---- Edges ----

using Uses = std::span<const EdgeUse>;

void flag(MeshReport& report, Index triangle, Defect defect) {
  report.defects[static_cast<std::size_t>(triangle)] |= bit(defect);
}

void flagAll(MeshReport& report, Uses uses, Defect defect) {
  for (const EdgeUse& use : uses) flag(report, use.triangle, defect);
}

// Increments a counter and stores the first edge.
void countEdge(std::int64_t& count, std::array<Index, 2>& first, const std::array<Index, 2>& edge) {
  if (count++ == 0) first = edge;
}

// Uses of an edge from the smaller to the larger point number minus uses in the other direction.
std::int64_t balance(Uses uses) {
  std::int64_t sum = 0;
  for (const EdgeUse& use : uses) sum += use.forward ? 1 : -1;
  return sum;
}

// Triangles with the same corners are consecutive at each of their edges. They are counted at the edge whose
// opposite corner has the largest number.
void countDuplicates(Uses uses, MeshReport& report, FirstDefects& first) {
  for (std::size_t i = 1; i < uses.size(); ++i) {
    const EdgeUse& use = uses[i];
    if (use.opposite != uses[i - 1].opposite || use.opposite < use.high) continue;
    flag(report, uses[i - 1].triangle, Defect::Duplicate);
    flag(report, use.triangle, Defect::Duplicate);
    report.repeatedTriangles += use.forward == uses[i - 1].forward ? 1 : 0;
    if (report.duplicateTriangles++ == 0 || use.triangle < first.duplicateTriangle)
      first.duplicateTriangle = use.triangle;
  }
}

// The number of different triangles at an edge; triangles with the same corners are consecutive.
std::size_t differentTriangles(Uses uses) {
  std::size_t count = 1;
  for (std::size_t i = 1; i < uses.size(); ++i) count += uses[i].opposite != uses[i - 1].opposite;
  return count;
}

void judgeEdge(Index low, Uses uses, MeshReport& report, FirstDefects& first) {
  const std::array<Index, 2> edge{low, uses[0].high};
  ++report.edges;
  const std::int64_t net = balance(uses);
  report.closed = report.closed && uses.size() % 2 == 0;
  report.oriented = report.oriented && net == 0;
  if (uses.size() == 1) {
    countEdge(report.boundaryEdges, first.boundaryEdge, edge);
    report.boundary.push_back(uses[0].forward ? edge : std::array<Index, 2>{edge[1], edge[0]});
    flagAll(report, uses, Defect::Boundary);
  } else if (uses.size() == 2) {
    if (net != 0) countEdge(report.misorientedEdges, first.misorientedEdge, edge);
  } else {
    countEdge(report.nonManifoldEdges, first.nonManifoldEdge, edge);
    report.oddEdges += static_cast<std::int64_t>(uses.size() % 2);
    report.oddWithoutRepeats += static_cast<std::int64_t>(uses.size() % 2 && differentTriangles(uses) % 2);
    flagAll(report, uses, Defect::NonManifold);
  }
  countDuplicates(uses, report, first);
}

void judgeEdges(const EdgeTable& edges, MeshReport& report, FirstDefects& first) {
  report.closed = true;
  report.oriented = true;
  edges.forEachEdge([&](Index low, Uses uses) { judgeEdge(low, uses, report, first); });
  if (report.edges == 0) report.closed = report.oriented = false;
}

// ---- Vertices ----

template <class Visit>
void forEachProperCorner(const TriangleMesh& mesh, const Visit& visit) {
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto corners = mesh.triangle(t);
    if (hasRepeatedCorner(corners)) continue;
    for (std::size_t k = 0; k < 3; ++k) visit(static_cast<Index>(3 * t + k), corners[k]);
  }
}

// Joins the corners of triangles that share an edge at a point: each set is a fan of triangles around the
// point.
UnionFind fansOf(const TriangleMesh& mesh, const EdgeTable& edges) {
  UnionFind fans(3 * mesh.triangleCount());
  edges.forEachEdge([&fans](Index, Uses uses) {
    const auto corner = [](const EdgeUse& use, int k) { return 3 * use.triangle + k; };
    for (const EdgeUse& use : uses.subspan(1)) {
      fans.unite(corner(uses[0], uses[0].cornerAtLow()), corner(use, use.cornerAtLow()));
      fans.unite(corner(uses[0], uses[0].cornerAtHigh()), corner(use, use.cornerAtHigh()));
    }
  });
  return fans;
}

// The number of fans if no vertex is pinched: one at each point of proper triangles, and the corners of
// others.
std::size_t leastFans(const TriangleMesh& mesh) {
  std::vector<std::uint8_t> used(mesh.pointCount(), 0);
  std::size_t proper = 0;
  forEachProperCorner(mesh, [&](Index, Index point) {
    used[static_cast<std::size_t>(point)] = 1;
    ++proper;
  });
  const auto points = static_cast<std::size_t>(std::ranges::count(used, 1));
  return points + 3 * mesh.triangleCount() - proper;
}

void findPinchedVertices(const TriangleMesh& mesh, const EdgeTable& edges, MeshReport& report,
                         FirstDefects& first) {
  UnionFind fans = fansOf(mesh, edges);
  if (fans.sets() == leastFans(mesh)) return;
  std::vector<Index> fansAt(mesh.pointCount(), 0);
  forEachProperCorner(mesh, [&](Index corner, Index point) {
    if (fans.find(corner) == corner) ++fansAt[static_cast<std::size_t>(point)];
  });
  for (std::size_t i = 0; i < fansAt.size(); ++i)
    if (fansAt[i] > 1 && report.nonManifoldVertices++ == 0) first.pinchedVertex = static_cast<Index>(i);
  if (report.nonManifoldVertices == 0) return;
  forEachProperCorner(mesh, [&](Index corner, Index point) {
    if (fansAt[static_cast<std::size_t>(point)] > 1) flag(report, corner / 3, Defect::NonManifold);
  });
}

// ---- Pieces ----

// Assigns triangles with a repeated corner to the shell of any other triangle at one of their corners.
void adoptRepeatedCorners(const TriangleMesh& mesh, std::vector<Index>& component) {
  std::vector<Index> pieceAt(mesh.pointCount(), -1);
  forEachProperCorner(mesh, [&](Index corner, Index point) {
    Index& piece = pieceAt[static_cast<std::size_t>(point)];
    if (piece < 0) piece = component[static_cast<std::size_t>(corner / 3)];
  });
  for (std::size_t t = 0; t < component.size(); ++t) {
    if (component[t] >= 0) continue;
    component[t] = 0;
    for (const Index point : mesh.triangle(t))
      if (const Index piece = pieceAt[static_cast<std::size_t>(point)]; piece >= 0) component[t] = piece;
  }
}

void findPieces(const TriangleMesh& mesh, const EdgeTable& edges, MeshReport& report) {
  UnionFind pieces(mesh.triangleCount());
  edges.forEachEdge([&pieces](Index, Uses uses) {
    for (const EdgeUse& use : uses.subspan(1)) pieces.unite(uses[0].triangle, use.triangle);
  });
  report.component.assign(mesh.triangleCount(), -1);
  bool anyRepeated = false;
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    if (hasRepeatedCorner(mesh.triangle(t))) {
      anyRepeated = true;
      continue;
    }
    const auto root = static_cast<std::size_t>(pieces.find(static_cast<Index>(t)));  // never after t
    report.component[t] = root == t ? static_cast<Index>(report.components++) : report.component[root];
  }
  if (anyRepeated) adoptRepeatedCorners(mesh, report.component);
}

// Of a mesh of closed fans: triangles with a common point belong to one shell.
void findPiecesByPoints(const TriangleMesh& mesh, MeshReport& report) {
  UnionFind pieces(mesh.pointCount());
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto [a, b, c] = mesh.triangle(t);
    pieces.unite(a, b);
    pieces.unite(a, c);
  }
  std::vector<Index> number(mesh.pointCount(), -1);
  report.component.resize(mesh.triangleCount());
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    Index& piece = number[static_cast<std::size_t>(pieces.find(mesh.a[t]))];
    if (piece < 0) piece = static_cast<Index>(report.components++);
    report.component[t] = piece;
  }
}

// ---- Flipped triangles ----

void markFlippedPatches(const TriangleMesh& mesh, const EdgeTable& edges, MeshReport& report) {
  if (report.misorientedEdges == 0) return;
  const FlippedPatches flipped = findFlippedPatches(mesh, edges, report.component);
  report.flippedTriangles = static_cast<std::int64_t>(flipped.triangles.size());
  report.flippedPatches = flipped.patches;
  for (const Index t : flipped.triangles) flag(report, t, Defect::Flipped);
}

// ---- Self-intersections ----

void searchSelfIntersections(const TriangleMesh& mesh, MeshReport& report, FirstDefects& first,
                             Context& context) {
  std::vector<std::uint8_t> usable(mesh.triangleCount());
  for (std::size_t t = 0; t < usable.size(); ++t)
    usable[t] = (report.defects[t] & (bit(Defect::Degenerate) | bit(Defect::NonFinite))) == 0;
  const SelfIntersections found = findSelfIntersections(mesh, usable, context);
  report.intersectionsChecked = true;
  report.selfIntersections = found.pairs;
  report.intersectionsCounted = found.all;
  first.intersectingTriangles = found.first;
  for (std::size_t t = 0; t < usable.size(); ++t)
    if (found.involved[t]) flag(report, static_cast<Index>(t), Defect::SelfIntersecting);
}

// ---- Shells within shells ----

// Counts the misdirected shells, and computes the volume with their orientation corrected.
void judgeDirections(const TriangleMesh& mesh, MeshReport& report, FirstDefects& first, Context& context) {
  const bool known = report.closed && report.oriented && report.intersectionsChecked &&
                     report.nonFiniteTriangles == 0 && report.components > 1;
  if (!known) return;
  const LocalFrame frame = LocalFrame::of(report.bounds);
  const ShellDirections shells = judgeShells(mesh, report, frame, context);
  const double whole = report.signedVolume < 0 ? -1 : 1;  // −1 if the surface as a whole faces inwards
  const auto isWrong = [&](Index shell) {
    return shells.directions[static_cast<std::size_t>(shell)] != whole;
  };
  CompensatedSum volume;
  for (std::size_t i = 0; i < shells.volumes.size(); ++i) {
    report.misdirectedShells += isWrong(static_cast<Index>(i));
    volume.add(whole * shells.directions[i] * shells.volumes[i]);
  }
  if (report.misdirectedShells == 0) return;
  report.signedVolume = volume.value() * frame.unit * frame.unit * frame.unit;
  first.misdirectedTriangle = static_cast<Index>(
      std::find_if(report.component.begin(), report.component.end(), isWrong) - report.component.begin());
}

bool mayBeConvex(const MeshReport& report) {
  return report.components == 1 && report.degenerateTriangles == 0 && report.nonFiniteTriangles == 0 &&
         report.selfIntersections == 0;
}

// ---- Topology ----

// Of any mesh.
void judgeTopology(const TriangleMesh& mesh, MeshReport& report, FirstDefects& first, Context& context) {
  const EdgeTable edges(mesh);
  judgeEdges(edges, report, first);
  context.throwIfCancelled();
  findPinchedVertices(mesh, edges, report, first);
  findPieces(mesh, edges, report);
  markFlippedPatches(mesh, edges, report);
}

// Of a mesh of closed fans: nothing is wrong.
void passTopology(const TriangleMesh& mesh, MeshReport& report) {
  report.closed = report.oriented = true;
  report.edges = report.triangles / 2 * 3;
  findPiecesByPoints(mesh, report);
}

}  // namespace

std::int64_t meshCheckSteps(const TriangleMesh& mesh, const MeshCheckOptions& options) {
  return static_cast<std::int64_t>(mesh.triangleCount()) * (options.selfIntersections ? 2 : 1);
}

MeshReport checkMesh(const TriangleMesh& mesh, const MeshCheckOptions& options, Context& context) {
  requireCornersExist(mesh, "The surface");
  MeshReport report;
  FirstDefects first;
  report.points = static_cast<std::int64_t>(mesh.pointCount());
  report.triangles = static_cast<std::int64_t>(mesh.triangleCount());
  report.defects.assign(mesh.triangleCount(), bit(Defect::None));

  measureMesh(mesh, report, first, context);
  const std::optional<ClosedFans> fans = ClosedFans::of(mesh);
  context.throwIfCancelled();
  if (fans)
    passTopology(mesh, report);
  else
    judgeTopology(mesh, report, first, context);
  report.loops = findBoundaryLoops(mesh, report.boundary);
  if (options.cracks && report.oddEdges == 0 && report.nonFiniteTriangles == 0)
    report.crackTolerance = crackTolerance(mesh, report.boundary);
  report.manifold = report.edges > 0 && report.nonManifoldEdges == 0 && report.nonManifoldVertices == 0;
  if (options.selfIntersections && (options.whereOpen || (report.closed && report.oriented)))
    searchSelfIntersections(mesh, report, first, context);
  judgeDirections(mesh, report, first, context);
  report.convex = fans && mayBeConvex(report) && isConvex(mesh, *fans);  // others are not

  report.problem = problemText(mesh, report, first);
  report.consequence = consequenceText(report);
  report.findings = findingsOf(report);
  return report;
}

}  // namespace talus
