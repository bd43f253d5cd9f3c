#include "contact/surface_cells.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/error.h"
#include "geometry/edge_table.h"
#include "geometry/intersection.h"
#include "geometry/union_find.h"

namespace talus {

namespace {

constexpr double cellsPerTriangle = 2;
constexpr double inflation = 1e-7;  // of a cell: covers the rounding of coordinates in cells

// The two ways in which triangles run through an edge.
struct Sides {
  std::vector<EdgeUse> forward, backward;

  explicit Sides(std::span<const EdgeUse> uses) {
    for (const EdgeUse& use : uses) (use.forward ? forward : backward).push_back(use);
  }
};

// Turns counts into the places where each list begins, with the end as last.
void sumUp(std::vector<std::uint32_t>& counts) {
  std::uint32_t sum = 0;
  for (std::uint32_t& count : counts) sum += std::exchange(count, sum);
}

}  // namespace

SurfaceCells::SurfaceCells(TriangleMesh mesh) : mesh_(std::move(mesh)) {
  requireUsable(mesh_, "The surface");
  grid_ = CellGrid(mesh_.bounds(), cellsPerTriangle * static_cast<double>(mesh_.triangleCount()));
  pairEdges();
  listEdgesOfPoints();
  findShells();
  fillCells();
}

void SurfaceCells::pairEdges() {
  triangleEdges_.assign(mesh_.triangleCount(), {-1, -1, -1});
  std::int64_t unpaired = 0;
  const EdgeTable table(mesh_);
  table.forEachEdge([&](Index low, std::span<const EdgeUse> uses) {
    const Sides sides(uses);
    if (sides.forward.size() != sides.backward.size()) {
      ++unpaired;
      return;
    }
    for (std::size_t i = 0; i < sides.forward.size(); ++i) {
      const EdgeUse& left = sides.forward[i];
      const EdgeUse& right = sides.backward[i];
      const auto number = static_cast<Index>(edges_.size());
      edges_.push_back({low, left.high, left.triangle, right.triangle});
      for (const EdgeUse* use : {&left, &right})
        triangleEdges_[static_cast<std::size_t>(use->triangle)][use->corner] = number;
    }
  });
  if (unpaired > 0)
    throw Error("The surface is not closed and oriented",
                std::to_string(unpaired) + " edges are not run through equally often in both directions",
                "Check it with Surface Check; close its holes and turn its flipped patches");
}

void SurfaceCells::listEdgesOfPoints() {
  pointBegin_.assign(mesh_.pointCount() + 1, 0);
  for (const Edge& edge : edges_)
    for (const Index end : {edge.from, edge.to}) ++pointBegin_[static_cast<std::size_t>(end)];
  sumUp(pointBegin_);
  pointEdges_.resize(2 * edges_.size());
  std::vector<std::uint32_t> next = pointBegin_;
  for (std::size_t e = 0; e < edges_.size(); ++e)
    for (const Index end : {edges_[e].from, edges_[e].to})
      pointEdges_[next[static_cast<std::size_t>(end)]++] = static_cast<Index>(e);
}

std::span<const Index> SurfaceCells::edgesAt(Index point) const {
  const auto p = static_cast<std::size_t>(point);
  return std::span(pointEdges_).subspan(pointBegin_[p], pointBegin_[p + 1] - pointBegin_[p]);
}

void SurfaceCells::findShells() {
  UnionFind sets(mesh_.pointCount());
  for (const Edge& edge : edges_) sets.unite(edge.from, edge.to);
  shell_.assign(mesh_.pointCount(), -1);
  for (std::size_t p = 0; p < mesh_.pointCount(); ++p) {
    if (edgesAt(static_cast<Index>(p)).empty()) continue;  // no triangle uses it
    const auto root = static_cast<std::size_t>(sets.find(static_cast<Index>(p)));
    if (shell_[root] < 0) {
      shell_[root] = static_cast<Index>(shellPoints_.size());
      shellPoints_.push_back(static_cast<Index>(root));
    }
    shell_[p] = shell_[root];
  }
}

SurfaceCells::Range SurfaceCells::cellsOf(const Box& box) const {
  Range range{};
  for (int axis = 0; axis < 3; ++axis) {
    const double last = grid_.size(axis) - 1;
    const auto at = static_cast<std::size_t>(axis);
    const double low = std::floor(grid_.toCells(box.min()[axis], axis) - inflation);
    const double high = std::floor(grid_.toCells(box.max()[axis], axis) + inflation);
    range[0][at] = static_cast<int>(std::clamp(low, 0.0, last));
    range[1][at] = static_cast<int>(std::clamp(high, 0.0, last));
  }
  return range;
}

std::size_t SurfaceCells::numberOf(const CellGrid::Cell& cell) const {
  const auto at = [](int n) { return static_cast<std::size_t>(n); };
  return (at(cell[2]) * at(grid_.size(1)) + at(cell[1])) * at(grid_.size(0)) + at(cell[0]);
}

// With the inflation that its triangles were entered with, and as much again for rounding.
Box SurfaceCells::boxOfCells(const CellGrid::Cell& first, const CellGrid::Cell& last) const {
  const Vec3& low = grid_.bounds().min();
  const Vec3 begin = Vec3(first[0], first[1], first[2]).array() - 2 * inflation;
  const Vec3 end = Vec3(last[0], last[1], last[2]).array() + 1 + 2 * inflation;
  return {low + begin.cwiseProduct(grid_.cellSize()), low + end.cwiseProduct(grid_.cellSize())};
}

void SurfaceCells::sortUnique(std::vector<Index>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

template <class Visit>
void SurfaceCells::forEachCell(const Range& range, const Visit& visit) const {
  const auto& [first, last] = range;
  for (int z = first[2]; z <= last[2]; ++z)
    for (int y = first[1]; y <= last[1]; ++y)
      for (int x = first[0]; x <= last[0]; ++x) visit(numberOf({x, y, z}));
}

void SurfaceCells::fillCells() {
  std::size_t cells = 1;
  for (int axis = 0; axis < 3; ++axis) cells *= static_cast<std::size_t>(grid_.size(axis));
  cellBegin_.assign(cells + 1, 0);
  const std::size_t count = mesh_.triangleCount();
  for (std::size_t t = 0; t < count; ++t)
    forEachCell(cellsOf(mesh_.bounds(t)), [this](std::size_t cell) { ++cellBegin_[cell]; });
  sumUp(cellBegin_);
  cellTriangles_.resize(cellBegin_.back());
  std::vector<std::uint32_t> next = cellBegin_;
  for (std::size_t t = 0; t < count; ++t)
    forEachCell(cellsOf(mesh_.bounds(t)),
                [&](std::size_t cell) { cellTriangles_[next[cell]++] = static_cast<Index>(t); });
  std::vector<std::uint8_t> occupied(cells);
  for (std::size_t cell = 0; cell < cells; ++cell) occupied[cell] = cellBegin_[cell] < cellBegin_[cell + 1];
  occupied_ = CellPyramid({grid_.size(0), grid_.size(1), grid_.size(2)}, std::move(occupied));
}

void SurfaceCells::append(std::size_t cell, std::vector<Index>& found) const {
  found.insert(found.end(), cellTriangles_.begin() + cellBegin_[cell],
               cellTriangles_.begin() + cellBegin_[cell + 1]);
}

bool SurfaceCells::mayTouch(const Box& box) const {
  if (!box.intersects(boxOfCells({0, 0, 0}, {grid_.size(0) - 1, grid_.size(1) - 1, grid_.size(2) - 1})))
    return false;
  const auto [first, last] = cellsOf(box);
  return occupied_.mayHold(first, last);
}

// Layer by layer along the axis on which the segment passes most cells: in each layer the box of the part
// within it, inflated.
void SurfaceCells::trianglesAlong(const Vec3& from, const Vec3& to, double slack,
                                  std::vector<Index>& found) const {
  found.clear();
  const Vec3 margin = Vec3::Constant(slack);
  const Box all(from.cwiseMin(to) - margin, from.cwiseMax(to) + margin);
  if (!all.intersects(bounds())) return;
  const Range range = cellsOf(all);
  Eigen::Index along = 0;
  Vec3(range[1][0] - range[0][0], range[1][1] - range[0][1], range[1][2] - range[0][2]).maxCoeff(&along);
  const auto a = static_cast<std::size_t>(along);
  const double step = to[along] - from[along];
  for (int layer = range[0][a]; layer <= range[1][a]; ++layer) {
    Box part = all;
    if (step != 0 && range[1][a] > range[0][a]) {
      const double thick = grid_.cellSize()[along];
      const double low = grid_.bounds().min()[along] + (layer - 2 * inflation) * thick - slack;
      const double high = grid_.bounds().min()[along] + (layer + 1 + 2 * inflation) * thick + slack;
      const double s = std::clamp((low - from[along]) / step, 0.0, 1.0);
      const double t = std::clamp((high - from[along]) / step, 0.0, 1.0);
      const Vec3 p = from + s * (to - from);
      const Vec3 q = from + t * (to - from);
      part = Box(p.cwiseMin(q) - margin, p.cwiseMax(q) + margin);
    }
    Range cells = cellsOf(part);
    cells[0][a] = cells[1][a] = layer;
    forEachCell(cells, [&](std::size_t cell) { append(cell, found); });
  }
  sortUnique(found);
}

bool SurfaceCells::holds(const Vec3& p) const {
  if (!bounds().contains(p)) return false;
  Vec3 outside = p;
  Eigen::Index axis = 0;
  const double way = (bounds().max() - p).minCoeff(&axis);
  outside[axis] += way + 0.1 * bounds().sizes().maxCoeff();
  std::vector<Index> near;
  trianglesAlong(p, outside, 0, near);
  return std::count_if(near.begin(), near.end(),
                       [&](Index t) {
                         return movedSegmentPierces(p, outside, mesh_.corners(static_cast<std::size_t>(t)));
                       }) %
             2 ==
         1;
}

}  // namespace talus
