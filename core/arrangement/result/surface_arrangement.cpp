#include "arrangement/result/surface_arrangement.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "arrangement/cells/arrangement_cells.h"
#include "arrangement/cut/cut_triangles.h"
#include "arrangement/cut/labelled_triangles.h"
#include "arrangement/result/exact_moments.h"
#include "arrangement/result/rounded_surface.h"
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

// Multiples of a power of two that moved points have, relative to the greatest coordinate: 2^-50, 2^-46 …
constexpr int maximumArrangements = 5, firstGrid = -50, gridStep = 4;

std::string placeText(const Vec3& p) {
  std::string text = "(";
  for (const double v : p) text.append(text.size() > 1 ? ", " : "").append(numberText(v));
  return text.append(")");
}

std::string nameOf(Index surface, std::span<const std::string> names) {
  const auto i = static_cast<std::size_t>(surface);
  return i < names.size() ? names[i] : std::string("Surface ").append(std::to_string(i));
}

[[noreturn]] void throwOpen(const EdgeFinding& open, const std::string& name) {
  throw Error(name + " is not closed: " + counted(open.count, "edge lacks", "edges lack") +
                  " a neighbour, the first one near " + placeText(open.middle),
              "", "Run Surface Check to see its holes, and close them");
}

[[noreturn]] void throwMisoriented(const EdgeFinding& edges, const std::string& name) {
  throw Error(name + " has no winding number: at " + counted(edges.count, "edge", "edges") +
                  " its triangles face opposite ways, the first one near " + placeText(edges.middle),
              "", "Use the inside rule Parity, or orient its triangles alike");
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

// Rounded points may make triangles intersect. Then the points concerned are moved to a grid, so that those
// that are close to each other become one, and the surface is arranged again; if that is not enough, on a
// coarser grid. What helps least is forgotten: where two faces lie closer than doubles can express, each
// arrangement may add intersections.
RoundingReport mend(RoundedSurface& surface) {
  RoundingReport report;
  report.newPoints = std::count(surface.isNew.begin(), surface.isNew.end(), 1);
  const double reach = greatestCoordinate(surface.mesh);
  const std::size_t maximumTriangles = 2 * surface.mesh.triangleCount() + 1000;
  Context unheard;
  removeCollapsed(surface, report);
  SelfIntersections found = findIntersections(surface, unheard);
  report.intersections = found.pairs;
  if (found.pairs == 0) return report;
  RoundedSurface tried = surface;
  RoundingReport triedReport = report;
  while (found.pairs > 0 && found.all && triedReport.arrangements < maximumArrangements &&
         tried.mesh.triangleCount() < maximumTriangles) {
    const double grid = std::ldexp(1.0, std::ilogb(reach) + firstGrid + gridStep * triedReport.arrangements);
    snapNewPoints(tried, found.involved, grid);
    arrangeAgain(tried, grid, unheard);
    ++triedReport.arrangements;
    removeCollapsed(tried, triedReport);
    found = findIntersections(tried, unheard);
    triedReport.intersections = found.pairs;
    if (found.pairs < report.intersections) surface = tried, report = triedReport;
  }
  return report;
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
    : parts_(std::make_unique<const Parts>(surfaces, context)), names_(names.begin(), names.end()) {
  const EdgeFinding& open = parts_->cells.open;
  if (open.count > 0) throwOpen(open, nameOf(open.surface, names));
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

void SurfaceArrangement::requireRule(InsideRule rule) const {
  const EdgeFinding& edges = parts_->cells.misoriented;
  if (rule == InsideRule::NonZero && edges.count > 0) throwMisoriented(edges, nameOf(edges.surface, names_));
}

ArrangementBody SurfaceArrangement::body(BooleanOperation operation, InsideRule rule,
                                         Context& context) const {
  requireRule(rule);
  std::vector<bool> chosen;
  for (const Windings& windings : parts_->cells.windings)
    chosen.push_back(isInside(surfacesAround(windings, rule), parts_->count, operation));
  return bodyOf(chosen, context);
}

std::vector<ArrangementRegion> SurfaceArrangement::regions(InsideRule rule, Context& context) const {
  requireRule(rule);
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
