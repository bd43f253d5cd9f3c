#include "repair/surface_repair.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "geometry/distance/point_distance.h"
#include "repair/holes.h"
#include "repair/loose_sheets.h"
#include "repair/mended_surface.h"
#include "repair/near_points.h"
#include "repair/outer_surface.h"
#include "repair/repeated_triangles.h"
#include "repair/shell_orientation.h"
#include "repair/small_shells.h"
#include "repair/t_junctions.h"
#include "repair/touching_parts.h"

namespace talus {

namespace {

// Rounding and closed holes may bring defects of their own, so the steps are repeated.
constexpr int maximumRounds = 4;

bool isSound(const MeshReport& report) {
  return report.problem.empty() && !(report.signedVolume < 0);
}

std::int64_t findings(const MeshReport& report) {
  std::int64_t sum = 0;
  for (const Finding& finding : report.findings) sum += finding.count;
  return sum;
}

class SurfaceRepair {
 public:
  SurfaceRepair(const TriangleMesh& mesh, const RepairOptions& options, Context& context)
      : input_(mesh), options_(options), context_(context) {}

  RepairedSurface repair() {
    report_.before = check(input_, 0.2);
    report_.after = report_.before;
    if (isSound(report_.before) && !(options_.smallestShell > 0)) return unchanged();
    surface_.mesh = input_;
    surface_.source.resize(input_.triangleCount());
    std::iota(surface_.source.begin(), surface_.source.end(), Index{0});
    report_.nonFiniteTriangles = removeNonFinite(surface_);
    report_.mergedPoints = mergeNearPoints(surface_, options_.tolerance);
    report_.smallShells = removeSmallShells(surface_, options_.smallestShell);
    repeatRounds();
    if (!report_.hasChanged()) return unchanged();
    report_.maximumMove = maximumMove();
    dropUnusedPoints();
    return {std::move(surface_.mesh), std::move(surface_.source), std::move(report_)};
  }

 private:
  RepairedSurface unchanged() {
    std::vector<Index> source(input_.triangleCount());
    std::iota(source.begin(), source.end(), Index{0});
    context_.beginStage(1, 0);
    return {input_, std::move(source), std::move(report_)};
  }

  // The end of a stage that takes a part of what is left.
  double endOf(double part) { return fraction_ += (1 - fraction_) * part; }

  MeshReport check(const TriangleMesh& mesh, double part) {
    context_.beginStage(endOf(part), meshCheckSteps(mesh, {}));
    return checkMesh(mesh, {}, context_);
  }

  // A round is kept if it leaves fewer defects than the best one before.
  void repeatRounds() {
    std::pair<MendedSurface, RepairReport> best;
    std::int64_t least = -1;
    for (int i = 0; i < maximumRounds; ++i) {
      removeSuperfluous(i == 0);
      orient();
      close();
      resolve(i == 0);
      report_.after = check(surface_.mesh, 0.3);
      separate();
      const std::int64_t left = findings(report_.after) + (report_.after.closed ? 0 : 1);
      if (least >= 0 && left >= least) break;
      best = {surface_, report_};
      least = left;
      if (isSound(report_.after) || !report_.hasChanged()) break;
    }
    std::tie(surface_, report_) = std::move(best);
  }

  // @param isFirst later rounds begin with a surface that was closed, which remains so.
  void removeSuperfluous(bool isFirst) {
    std::int64_t divided = 1;
    for (int i = 0; i < maximumRounds && divided > 0; ++i) {
      context_.throwIfCancelled();
      divided = 0;
      if (options_.removeDegenerate) report_.flatTriangles += removeFlat(surface_);
      if (options_.removeDuplicates)
        report_.repeatedTriangles += isFirst ? removeRepeated(surface_) : removeCancelling(surface_);
      if (options_.splitTJunctions) divided = splitTJunctions(surface_, options_.tolerance);
      report_.tJunctions += divided;
    }
    if (options_.removeSheets) report_.sheetTriangles += removeLooseSheets(surface_);
  }

  void orient() {
    if (!options_.orient) return;
    beginShortStage();
    report_.flippedTriangles += turnFlipped(surface_, context_);
  }

  void close() {
    if (options_.closeHoles) {
      const ClosedHoles holes =
          talus::closeHoles(surface_, options_.maximumHole, options_.smoothHoles, context_);
      report_.closedHoles += holes.closed;
      report_.holeTriangles += holes.triangles;
      report_.openHoles = holes.left;
      if (options_.removeDuplicates && holes.closed > 0)
        report_.repeatedTriangles += removeCancelling(surface_);
    }
    if (!options_.orient) return;
    beginShortStage();
    report_.turnedShells += turnShells(surface_, context_);
  }

  // @param isFirst later rounds also arrange parts that could not be separated: rounding may have turned the thin
  // wedge between two of them inside out, which intersects nothing.
  void resolve(bool isFirst) {
    if (!options_.resolveIntersections) return;
    const MeshReport found = check(surface_.mesh, 0.3);
    const bool isSimple = found.selfIntersections + found.duplicateTriangles == 0;
    if (!found.closed || !found.oriented || (isSimple && (isFirst || found.manifold))) return;
    context_.beginStage(endOf(0.3), 3 * static_cast<std::int64_t>(surface_.mesh.triangleCount()));
    keepOuterSurface(surface_, context_);
    report_.intersections += found.selfIntersections;
  }

  void separate() {
    const MeshReport& found = report_.after;
    if (!options_.separateParts || !found.closed || !found.oriented || found.manifold) return;
    if (found.selfIntersections + found.duplicateTriangles + found.degenerateTriangles > 0) return;
    beginShortStage();
    report_.separatedCorners += separateTouchingParts(surface_, context_);
    report_.after = check(surface_.mesh, 0.3);
  }

  void beginShortStage() {
    context_.beginStage(endOf(0.1), 2 * static_cast<std::int64_t>(surface_.mesh.triangleCount()));
  }

  double maximumMove() const {
    double greatest = 0;
    for (std::size_t t = 0; t < surface_.source.size(); ++t) {
      const Index source = surface_.source[t];
      if (source == MendedSurface::added) continue;
      const std::array<Vec3, 3> there = input_.corners(static_cast<std::size_t>(source));
      for (const Vec3& corner : surface_.mesh.corners(t))
        if (std::find(there.begin(), there.end(), corner) == there.end())
          greatest = std::max(greatest, (closestPoint(corner, there) - corner).norm());
    }
    return greatest;
  }

  void dropUnusedPoints() {
    TriangleMesh used;
    std::vector<Index> numberOf(surface_.mesh.pointCount(), -1);
    for (auto* corners : {&surface_.mesh.a, &surface_.mesh.b, &surface_.mesh.c})
      for (const Index corner : *corners) numberOf[static_cast<std::size_t>(corner)] = 0;
    for (std::size_t p = 0; p < numberOf.size(); ++p)
      if (numberOf[p] == 0) numberOf[p] = used.addPoint(surface_.mesh.point(static_cast<Index>(p)));
    for (std::size_t t = 0; t < surface_.mesh.triangleCount(); ++t) {
      const auto [a, b, c] = surface_.mesh.triangle(t);
      used.addTriangle(numberOf[static_cast<std::size_t>(a)], numberOf[static_cast<std::size_t>(b)],
                       numberOf[static_cast<std::size_t>(c)]);
    }
    surface_.mesh = std::move(used);
  }

  const TriangleMesh& input_;
  const RepairOptions& options_;
  Context& context_;
  MendedSurface surface_;
  RepairReport report_;
  double fraction_ = 0;
};

}  // namespace

RepairedSurface repairSurface(const TriangleMesh& mesh, const RepairOptions& options, Context& context) {
  requireCornersExist(mesh, "The surface");
  RepairedSurface repaired = SurfaceRepair(mesh, options, context).repair();
  context.beginStage(1, 0);
  return repaired;
}

}  // namespace talus
