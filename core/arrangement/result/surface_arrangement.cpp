#include "arrangement/result/surface_arrangement.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "arrangement/cells/arrangement_cells.h"
#include "arrangement/cut/cut_triangles.h"
#include "arrangement/cut/labelled_triangles.h"
#include "arrangement/result/selection.h"
#include "base/error.h"
#include "base/number_text.h"

namespace talus {

// In the order of construction.
struct SurfaceArrangement::Parts {
  std::size_t count;  // of surfaces
  LabelledTriangles input;
  ExactGeometry geometry;
  PointTable points;
  CutTriangles cut;
  ArrangementCells cells;

  Parts(std::span<const TriangleMesh> surfaces, Context& context)
      : count(surfaces.size()),
        input(gatherTriangles(surfaces)),
        geometry(input.mesh),
        points(geometry),
        cut(cutTriangles(points, context)),
        cells(findCells(cut, points, input.surface)) {}
};

namespace {

// Multiples of a power of two that moved points have, relative to the greatest coordinate: 2^-48, 2^-44 …
constexpr int maximumArrangements = 6, firstGrid = -52, gridStep = 4;

std::string placeText(const Vec3& p) {
  return "(" + numberText(p.x()) + ", " + numberText(p.y()) + ", " + numberText(p.z()) + ")";
}

[[noreturn]] void throwOpen(const OpenEdges& open, std::span<const std::string> names) {
  const auto i = static_cast<std::size_t>(open.surface);
  const std::string name = i < names.size() ? names[i] : "surface " + std::to_string(i);
  throw Error(name + " is not closed: " + counted(open.count, "edge", "edges") +
                  " without an opposite neighbour",
              "the first one near " + placeText(open.middle), "Run Surface Check to see its holes, and close them");
}

// @param surface receives the triangles; its points are those that were arranged, with their numbers.
// @param grid new points get multiples of it; 0: the nearest doubles.
void addFacets(RoundedSurface& surface, const std::vector<SelectedFacet>& boundary, const CutTriangles& cut,
               const PointTable& points, double grid) {
  for (std::size_t i = points.corners(); i < points.size(); ++i) {
    surface.mesh.addPoint(onGrid(points.rounded(static_cast<Index>(i)), grid));
    surface.isNew.push_back(1);
  }
  for (const SelectedFacet& selected : boundary) {
    const auto [a, b, c] = cut.facets[selected.facet];
    if (selected.reversed)
      surface.mesh.addTriangle(a, c, b);
    else
      surface.mesh.addTriangle(a, b, c);
    surface.source.push_back(cut.planeOf(selected.facet));
  }
}

RoundedSurface roundedSurface(const std::vector<SelectedFacet>& boundary, const CutTriangles& cut,
                              const PointTable& points) {
  RoundedSurface surface;
  surface.mesh.x = points.geometry().mesh().x;
  surface.mesh.y = points.geometry().mesh().y;
  surface.mesh.z = points.geometry().mesh().z;
  surface.isNew.assign(points.corners(), 0);
  addFacets(surface, boundary, cut, points, 0);
  return surface;
}

// Arranges a rounded surface that intersects itself, and keeps the boundary of what it encloses.
void arrangeAgain(RoundedSurface& surface, double grid, Context& context) {
  mergePoints(surface);  // so that the points keep their numbers
  const LabelledTriangles input = gatherTriangles(std::span(&surface.mesh, 1));
  const ExactGeometry geometry(input.mesh);
  PointTable points(geometry);
  const CutTriangles cut = cutTriangles(points, context);
  const ArrangementCells cells = findCells(cut, points, input.surface);
  std::vector<bool> chosen;
  for (const Windings& windings : cells.windings)
    chosen.push_back(!windings.empty() && windings[0].second > 0);
  RoundedSurface result{.mesh = {}, .source = {}, .isNew = surface.isNew};
  result.mesh.x = surface.mesh.x, result.mesh.y = surface.mesh.y, result.mesh.z = surface.mesh.z;
  addFacets(result, boundaryOf(chosen, cells), cut, points, grid);
  for (Index& source : result.source)
    source = surface.source[static_cast<std::size_t>(input.cell[static_cast<std::size_t>(source)])];
  surface = std::move(result);
}

double greatestCoordinate(const TriangleMesh& mesh) {
  double greatest = 0;
  for (const auto* coordinates : {&mesh.x, &mesh.y, &mesh.z})
    for (const double v : *coordinates) greatest = std::max(greatest, std::abs(v));
  return greatest;
}

// Rounded points may make triangles intersect. Such a surface is arranged again; where that is not enough, its
// new points are moved to a grid, so that those that are close to each other become one.
RoundingReport mend(RoundedSurface& surface) {
  RoundingReport report;
  report.newPoints = std::count(surface.isNew.begin(), surface.isNew.end(), 1);
  const double reach = greatestCoordinate(surface.mesh);
  Context unheard;
  for (double grid = 0;; ++report.arrangements) {
    removeCollapsed(surface, report);
    const SelfIntersections found = findIntersections(surface, unheard);
    report.intersections = found.pairs;
    if (found.pairs == 0 || report.arrangements == maximumArrangements) return report;
    if (report.arrangements > 0) {
      grid = std::ldexp(1.0, std::ilogb(reach) + firstGrid + gridStep * report.arrangements);
      snapNewPoints(surface, found.involved, grid);
    }
    arrangeAgain(surface, grid, unheard);
  }
}

// Without points that no triangle uses.
TriangleMesh compact(const TriangleMesh& mesh) {
  TriangleMesh result;
  std::vector<Index> numberOf(mesh.pointCount(), -1);
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    std::array<Index, 3> corners = mesh.triangle(t);
    for (Index& corner : corners) {
      Index& number = numberOf[static_cast<std::size_t>(corner)];
      if (number < 0) number = result.addPoint(mesh.point(corner));
      corner = number;
    }
    result.addTriangle(corners[0], corners[1], corners[2]);
  }
  return result;
}

}  // namespace

SurfaceArrangement::SurfaceArrangement(std::span<const TriangleMesh> surfaces,
                                       std::span<const std::string> names, Context& context)
    : parts_(std::make_unique<const Parts>(surfaces, context)) {
  if (parts_->cells.open.count > 0) throwOpen(parts_->cells.open, names);
}

SurfaceArrangement::~SurfaceArrangement() = default;

ArrangementBody SurfaceArrangement::bodyOf(const std::vector<bool>& chosen, Context& context) const {
  const std::vector<SelectedFacet> boundary = boundaryOf(chosen, parts_->cells);
  ArrangementBody body;
  body.moments = momentsOf(boundary, parts_->cut, parts_->points);
  context.throwIfCancelled();
  RoundedSurface surface = roundedSurface(boundary, parts_->cut, parts_->points);
  body.rounding = mend(surface);
  context.throwIfCancelled();
  body.mesh = compact(surface.mesh);
  for (const Index source : surface.source) {
    body.surface.push_back(parts_->input.surface[static_cast<std::size_t>(source)]);
    body.cell.push_back(parts_->input.cell[static_cast<std::size_t>(source)]);
  }
  return body;
}

ArrangementBody SurfaceArrangement::body(BooleanOperation operation, InsideRule rule, Context& context) const {
  std::vector<bool> chosen;
  for (const Windings& windings : parts_->cells.windings)
    chosen.push_back(isInside(surfacesAround(windings, rule), parts_->count, operation));
  return bodyOf(chosen, context);
}

std::vector<ArrangementRegion> SurfaceArrangement::regions(InsideRule rule, Context& context) const {
  const std::vector<Windings>& windings = parts_->cells.windings;
  std::map<std::vector<Index>, std::vector<std::size_t>> cellsOf;
  for (std::size_t cell = 0; cell < windings.size(); ++cell)
    cellsOf[surfacesAround(windings[cell], rule)].push_back(cell);
  std::vector<ArrangementRegion> regions;
  for (const auto& [surfaces, cells] : cellsOf) {
    if (surfaces.empty()) continue;
    std::vector<bool> chosen(windings.size(), false);
    for (const std::size_t cell : cells) chosen[cell] = true;
    regions.push_back({surfaces, bodyOf(chosen, context)});
  }
  return regions;
}

ArrangementBody booleanOf(std::span<const TriangleMesh> surfaces, const BooleanOptions& options,
                          std::span<const std::string> names, Context& context) {
  return SurfaceArrangement(surfaces, names, context).body(options.operation, options.insideRule, context);
}

}  // namespace talus
