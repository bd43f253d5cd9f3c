#include "arrangement/result/surface_arrangement.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "arrangement/cells/arrangement_cells.h"
#include "arrangement/cells/open_windings.h"
#include "arrangement/cut/cut_triangles.h"
#include "arrangement/cut/labelled_triangles.h"
#include "arrangement/result/coplanar_merge.h"
#include "arrangement/result/exact_moments.h"
#include "arrangement/result/intersection_search.h"
#include "arrangement/result/near_features.h"
#include "arrangement/result/rounded_surface.h"
#include "arrangement/result/selection.h"
#include "base/error.h"
#include "base/number_text.h"
#include "base/surface_title.h"
#include "geometry/exact/predicates.h"
#include "geometry/mesh/mesh_part.h"
#include "geometry/mesh/point_merge.h"

namespace talus {

// In the order of construction.
struct SurfaceArrangement::Parts {
  std::size_t count;  // of surfaces
  LabelledTriangles input;
  ExactGeometry geometry;
  PointTable points;
  CutTriangles cut;
  ArrangementCells cells;
  OpenWindings::Patches patches;  // of surfaces that were open, and
  std::vector<UndecidedWinding> undecided;

  Parts(std::span<const TriangleMesh> surfaces, Context& context)
      : count(surfaces.size()),
        input(gatherTriangles(surfaces)),
        geometry(input.mesh),
        points(geometry),
        cut(cutTriangles(points, context)),
        cells(findCells(cut, points, input.surface)) {}

  Parts(const ZoneTriangles& surfaces, Context& context)
      : count(surfaces.surfaces.size()),
        input(gatherTriangles(surfaces.surfaces)),
        geometry(input.mesh),
        points(geometry),
        cut(cutTriangles(points, thoseIn(surfaces.zone, input.mesh), context)),
        cells(findCells(cut, points, input.surface, &surfaces.zone)) {
    for (std::size_t t = 0; t < input.cell.size(); ++t)
      input.cell[t] =
          surfaces
              .numbers[static_cast<std::size_t>(input.surface[t])][static_cast<std::size_t>(input.cell[t])];
  }

  // Of each triangle: whether its box intersects another one.
  static std::vector<std::uint8_t> thoseIn(const Box& zone, const TriangleMesh& mesh) {
    std::vector<std::uint8_t> in(mesh.triangleCount());
    for (std::size_t t = 0; t < in.size(); ++t) in[t] = mesh.bounds(t).intersects(zone);
    return in;
  }

  // Winding numbers are those of the open surfaces.
  void openAgain(const ClosedOpenings& closed) {
    for (std::size_t t = 0; t < input.surface.size(); ++t)
      if (closed.isAdded(input.surface[t], input.cell[t]))
        patches[input.surface[t]].push_back(static_cast<Index>(t));
    if (patches.empty()) return;
    OpenWindings::Result rounded = OpenWindings(cut, points, cells, patches).round();
    cells.windings = std::move(rounded.windings);
    undecided = std::move(rounded.undecided);
  }

  // On some facets at equal intervals.
  PatchDeviation patchDeviation(const std::vector<SelectedFacet>& boundary) const {
    constexpr std::size_t maximumSamples = 200;
    PatchDeviation deviation;
    if (patches.empty()) return deviation;
    const OpenWindings open(cut, points, cells, patches);
    std::vector<std::size_t> facets;
    for (const SelectedFacet& selected : boundary)
      if (open.isPatch(selected.facet)) facets.push_back(selected.facet);
    double area = 0;
    for (std::size_t i = 0; i < facets.size(); i += facets.size() / maximumSamples + 1) {
      const double off = open.offHalf(facets[i]), own = open.areaOf(facets[i]);
      deviation.greatest = std::max(deviation.greatest, off);
      deviation.mean += own * off, area += own;
    }
    if (area > 0) deviation.mean /= area;
    return deviation;
  }
};

namespace {

// Multiples of a power of two that moved points have, relative to the greatest coordinate: 2^-50, 2^-46 …
constexpr int maximumAttempts = 5, maximumJoins = 8, firstGrid = -50, gridStep = 4;

std::string nameOf(Index surface, std::span<const std::string> names) {
  const auto i = static_cast<std::size_t>(surface);
  return i < names.size() ? names[i] : surfaceTitle(i, true);
}

[[noreturn]] void throwOpen(const EdgeFinding& open, const std::string& name) {
  throw Error(name + " is not closed: " + counted(open.count, "edge lacks", "edges lack") +
                  " a neighbour, the first one near " + placeText(open.middle),
              "", "Run Surface Check to see its holes, and close them", {.surface = name});
}

void requireClosed(const ArrangementCells& cells, std::span<const std::string> names) {
  if (cells.open.count > 0) throwOpen(cells.open, nameOf(cells.open.surface, names));
}

[[noreturn]] void throwMisoriented(const EdgeFinding& edges, const std::string& name) {
  throw Error(name + " has no winding number: at " + counted(edges.count, "edge", "edges") +
                  " its triangles face opposite ways, the first one near " + placeText(edges.middle),
              "", "Use the inside rule Parity, or orient its triangles alike", {.surface = name});
}

[[noreturn]] void throwUndecided(const UndecidedWinding& undecided, const std::string& name) {
  throw Error(name + " is open, and a part of space near " + placeText(undecided.place) +
                  " is neither inside nor outside of it: the generalised winding number is " +
                  numberText(std::round(1000 * undecided.winding) / 1000) + " there in the mean",
              "", "Close it where it is meant to end: Surface Repair closes holes", {.surface = name});
}

// Whether a place belongs to a result no matter whether it is inside one of the surfaces.
bool isSameWithout(std::vector<Index> around, Index surface, std::size_t count, BooleanOperation operation) {
  const bool before = isInside(around, count, operation);
  const auto at = std::lower_bound(around.begin(), around.end(), surface);
  if (at != around.end() && *at == surface)
    around.erase(at);
  else
    around.insert(at, surface);
  return isInside(around, count, operation) == before;
}

// @param surface receives the triangles; its points are those that were arranged, with their numbers.
void addFacets(RoundedSurface& surface, const std::vector<SelectedFacet>& boundary, const CutTriangles& cut,
               const PointTable& points) {
  for (auto* corners : {&surface.mesh.a, &surface.mesh.b, &surface.mesh.c, &surface.source})
    corners->reserve(boundary.size());
  for (std::size_t i = points.corners(); i < points.size(); ++i) {
    surface.mesh.addPoint(points.rounded(static_cast<Index>(i)));
    surface.isNew.push_back(RoundedSurface::rounded);
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
  addFacets(surface, boundary, cut, points);
  return surface;
}

// How two facets of a boundary lie to each other, by the triangles of which they are parts.
FaceRelation relationOf(const SelectedFacet& one, const SelectedFacet& other, const CutTriangles& cut,
                        const TriangleMesh& mesh) {
  const Index s = cut.planeOf(one.facet), t = cut.planeOf(other.facet);
  const bool turned = one.reversed != other.reversed;
  if (s == t) return turned ? FaceRelation::Folded : FaceRelation::Same;
  const auto [a, b, c] = mesh.corners(static_cast<std::size_t>(s));
  const std::array<Vec3, 3> there = mesh.corners(static_cast<std::size_t>(t));
  for (const Vec3& corner : there)
    if (orient3d(a, b, c, corner) != 0) return FaceRelation::Different;
  const int axis = projectionAxis(a, b, c);
  const bool sameWay = orient2d(a, b, c, axis) == orient2d(there[0], there[1], there[2], axis);
  return sameWay != turned ? FaceRelation::Same : FaceRelation::Folded;
}

// The cells in which the winding number of a surface is at least 1.
std::vector<bool> cellsWithin(const ArrangementCells& cells) {
  std::vector<bool> within;
  for (const Windings& windings : cells.windings)
    within.push_back(std::any_of(windings.begin(), windings.end(),
                                 [](const auto& winding) { return winding.second > 0; }));
  return within;
}

// Arranges a rounded surface that intersects itself, and keeps the boundary of what it encloses. @return
// false if it is not closed.
bool arrangeAgain(RoundedSurface& surface) {
  Context context;
  mergePoints(surface);  // so that the points keep their numbers
  const LabelledTriangles input = gatherTriangles(std::span(&surface.mesh, 1));
  const ExactGeometry geometry(input.mesh);
  PointTable points(geometry);
  const CutTriangles cut = cutTriangles(points, context);
  const ArrangementCells cells = findCells(cut, points, input.surface);
  if (cells.open.count > 0 || cells.misoriented.count > 0) return false;
  RoundedSurface result{.mesh = {}, .source = {}, .isNew = surface.isNew};
  result.mesh.x = surface.mesh.x, result.mesh.y = surface.mesh.y, result.mesh.z = surface.mesh.z;
  addFacets(result, boundaryOf(cellsWithin(cells), cells), cut, points);
  for (Index& source : result.source)
    source = surface.source[static_cast<std::size_t>(input.cell[static_cast<std::size_t>(source)])];
  surface = std::move(result);
  return true;
}

double greatestCoordinate(const TriangleMesh& mesh) {
  double greatest = 0;
  for (const auto* coordinates : {&mesh.x, &mesh.y, &mesh.z})
    for (const double v : *coordinates) greatest = std::max(greatest, std::abs(v));
  return greatest;
}

std::int64_t newPointsOf(const RoundedSurface& surface) {
  std::vector<bool> used(surface.isNew.size(), false);
  std::int64_t count = 0;
  for (std::size_t t = 0; t < surface.mesh.triangleCount(); ++t)
    for (const Index corner : surface.mesh.triangle(t)) {
      const auto p = static_cast<std::size_t>(corner);
      if (surface.isNew[p] && !used[p]) ++count;
      used[p] = true;
    }
  return count;
}

// A surface whose points are being rounded.
class Mending {
 public:
  explicit Mending(RoundedSurface surface) : surface_(std::move(surface)) {
    maximumTriangles_ = 2 * surface_.mesh.triangleCount() + 1000;
    report_.newPoints = newPointsOf(surface_);
    update();
  }

  bool isDone() const { return defects() == 0 || isBroken_; }
  // Whether attempts only make it worse.
  bool isLarge() const {
    return surface_.mesh.triangleCount() > maximumTriangles_ ||
           search_.pairs().size() > 64 * maximumTriangles_;
  }
  bool isBetterThan(const Mending& other) const { return !isBroken_ && defects() < other.defects(); }
  RoundedSurface takeSurface() { return std::move(surface_); }
  const RoundingReport& report() const { return report_; }

  // Makes one of what is closer than a few multiples of the grid, as long as that helps; arranges the surface
  // again if it still intersects itself.
  void attempt(double grid) {
    snapNewPoints(surface_, search_.pairs(), grid);
    update();
    for (int i = 0; i < maximumJoins && !isDone(); ++i) {
      Mending joined = *this;
      if (!joinNearFeatures(joined.surface_, joined.search_.pairs(), 2 * grid)) break;
      joined.update();
      if (joined.defects() >= defects() || !isClosed(joined.surface_.mesh)) break;
      *this = std::move(joined);
    }
    if (isDone()) return;
    isBroken_ = !arrangeAgain(surface_);
    ++report_.arrangements;
    update();
  }

 private:
  std::int64_t defects() const { return report_.intersections + report_.degenerate; }

  void update() {
    removeCollapsed(surface_, report_);
    report_.intersections = static_cast<std::int64_t>(search_.find(surface_).size());
  }

  RoundedSurface surface_;
  RoundingReport report_;
  IntersectionSearch search_;
  std::size_t maximumTriangles_ = 0;
  bool isBroken_ = false;  // no longer closed
};

// Rounded points may make triangles intersect. What is closer than a grid is made one then; if that is not
// enough, on a coarser grid; at last all of it from the beginning with grids between these. What helps least
// is forgotten: where faces lie closer than doubles can express, an attempt may add intersections.
RoundingReport mend(RoundedSurface& surface, Context& context) {
  const int reach = std::ilogb(greatestCoordinate(surface.mesh));
  Mending best(std::move(surface));
  if (best.isDone()) {
    surface = best.takeSurface();
    return best.report();
  }
  const Mending given = best;
  for (const int between : {0, gridStep / 2}) {
    Mending mending = given;
    for (int i = 0; i < maximumAttempts && !best.isDone() && !mending.isDone() && !mending.isLarge(); ++i) {
      context.advance(0);  // may be cancelled
      mending.attempt(std::ldexp(1.0, reach + firstGrid + between + gridStep * i));
      if (mending.isBetterThan(best)) best = mending;
    }
  }
  surface = best.takeSurface();
  return best.report();
}

}  // namespace

SurfaceArrangement::SurfaceArrangement(std::span<const TriangleMesh> surfaces,
                                       std::span<const std::string> names, Context& context)
    : parts_(std::make_unique<const Parts>(surfaces, context)), names_(names.begin(), names.end()) {
  requireClosed(parts_->cells, names);
}

SurfaceArrangement::SurfaceArrangement(const ClosedOpenings& surfaces, std::span<const std::string> names,
                                       Context& context)
    : names_(names.begin(), names.end()) {
  auto parts = std::make_unique<Parts>(surfaces.surfaces(), context);
  requireClosed(parts->cells, names);
  parts->openAgain(surfaces);
  parts_ = std::move(parts);
}

SurfaceArrangement::SurfaceArrangement(const ZoneTriangles& surfaces, std::span<const std::string> names,
                                       Context& context)
    : parts_(std::make_unique<const Parts>(surfaces, context)), names_(names.begin(), names.end()) {
  requireClosed(parts_->cells, names);
}

SurfaceArrangement::~SurfaceArrangement() = default;
SurfaceArrangement::SurfaceArrangement(SurfaceArrangement&&) noexcept = default;

ArrangementBody SurfaceArrangement::bodyOf(const std::vector<bool>& chosen, Merging merging,
                                           Context& context) const {
  const std::vector<SelectedFacet> boundary = boundaryOf(chosen, parts_->cells);
  ArrangementBody body;
  body.moments = momentsOf(boundary, parts_->cut, parts_->points);
  body.patches = parts_->patchDeviation(boundary);
  context.throwIfCancelled();
  RoundedSurface surface = roundedSurface(boundary, parts_->cut, parts_->points);
  if (merging == Merging::Coplanar)
    mergeCoplanar(surface, [&](Index s, Index t) {
      return relationOf(boundary[static_cast<std::size_t>(s)], boundary[static_cast<std::size_t>(t)],
                        parts_->cut, parts_->input.mesh);
    });
  body.rounding = mend(surface, context);
  context.throwIfCancelled();
  body.mesh = withoutUnusedPoints(surface.mesh);
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

void SurfaceArrangement::requireDecided() const {
  if (parts_->undecided.empty()) return;
  const UndecidedWinding& first = parts_->undecided.front();
  throwUndecided(first, nameOf(first.surface, names_));
}

std::vector<bool> SurfaceArrangement::cellsOf(BooleanOperation operation, InsideRule rule) const {
  requireRule(rule);
  const std::vector<Windings>& windings = parts_->cells.windings;
  for (const UndecidedWinding& undecided : parts_->undecided)
    if (!isSameWithout(surfacesAround(windings[undecided.cell], rule), undecided.surface, parts_->count,
                       operation))
      throwUndecided(undecided, nameOf(undecided.surface, names_));
  std::vector<bool> chosen;
  for (const Windings& cell : windings)
    chosen.push_back(isInside(surfacesAround(cell, rule), parts_->count, operation));
  return chosen;
}

ArrangementBody SurfaceArrangement::body(BooleanOperation operation, InsideRule rule, Context& context,
                                         Merging merging) const {
  return bodyOf(cellsOf(operation, rule), merging, context);
}

SolidMoments SurfaceArrangement::moments(BooleanOperation operation, InsideRule rule) const {
  return momentsOf(boundaryOf(cellsOf(operation, rule), parts_->cells), parts_->cut, parts_->points);
}

bool SurfaceArrangement::dependsOnRule() const {
  const std::vector<Windings>& all = parts_->cells.windings;
  return std::any_of(all.begin(), all.end(), [](const Windings& windings) {
    return std::any_of(windings.begin(), windings.end(),
                       [](const auto& winding) { return winding.second % 2 == 0; });
  });
}

std::vector<std::vector<Index>> SurfaceArrangement::regionSets(InsideRule rule) const {
  requireRule(rule);
  requireDecided();
  std::set<std::vector<Index>> sets;
  for (const Windings& windings : parts_->cells.windings) sets.insert(surfacesAround(windings, rule));
  sets.erase(std::vector<Index>{});
  return {sets.begin(), sets.end()};
}

ArrangementBody SurfaceArrangement::outerBody(Context& context) const {
  requireRule(InsideRule::NonZero);
  requireDecided();
  return bodyOf(cellsWithin(parts_->cells), Merging::None, context);
}

std::vector<ArrangementRegion> SurfaceArrangement::regions(InsideRule rule, Context& context,
                                                           Merging merging) const {
  requireRule(rule);
  requireDecided();
  const std::vector<Windings>& windings = parts_->cells.windings;
  std::map<std::vector<Index>, std::vector<std::size_t>> cellsOf;
  for (std::size_t cell = 0; cell < windings.size(); ++cell)
    cellsOf[surfacesAround(windings[cell], rule)].push_back(cell);
  std::vector<ArrangementRegion> regions;
  for (const auto& [surfaces, cells] : cellsOf) {
    if (surfaces.empty()) continue;
    std::vector<bool> chosen(windings.size(), false);
    for (const std::size_t cell : cells) chosen[cell] = true;
    regions.push_back({surfaces, bodyOf(chosen, merging, context)});
  }
  return regions;
}

Merging mergingOf(const BooleanOptions& options) {
  return options.mergeCoplanar ? Merging::Coplanar : Merging::None;
}

ArrangementBody booleanOf(std::span<const TriangleMesh> surfaces, const BooleanOptions& options,
                          std::span<const std::string> names, Context& context) {
  std::int64_t triangles = 0;
  for (const TriangleMesh& surface : surfaces)
    triangles += static_cast<std::int64_t>(surface.triangleCount());
  context.beginStage(1, SurfaceArrangement::stepsPerTriangle * triangles);
  const auto combine = [&](const auto& operands) {
    return SurfaceArrangement(operands, names, context)
        .body(options.operation, options.insideRule, context, mergingOf(options));
  };
  if (!options.closeOpenings) return combine(surfaces);
  std::vector<TriangleMesh> merged;
  for (const TriangleMesh& surface : surfaces) merged.push_back(mergeDuplicatePoints(surface).mesh);
  const ClosedOpenings closed(std::move(merged), context);
  ArrangementBody body = combine(closed);
  closed.restoreCells(body);
  return body;
}

}  // namespace talus
