#include "contact/overlap/surface_cells.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "geometry/exact/intersection.h"
#include "geometry/mesh/edge_table.h"
#include "geometry/mesh/union_find.h"

namespace talus {

namespace {

// The triangles at an edge, by the direction in which they traverse it.
struct EdgeTriangles {
  std::vector<EdgeUse> forward, backward;

  explicit EdgeTriangles(std::span<const EdgeUse> uses) {
    for (const EdgeUse& use : uses) (use.forward ? forward : backward).push_back(use);
  }
};

// Whether a segment passes through a cell that touches the segment's box.
class SegmentClip {
 public:
  SegmentClip(const Vec3& from, const Vec3& to, double slack)
      : from_(from), inverse_((to - from).cwiseInverse()), slack_(slack) {}

  bool through(const Box& cell) const {
    double begin = 0;
    double end = 1;
    for (Eigen::Index axis = 0; axis < 3; ++axis) {
      if (!std::isfinite(inverse_[axis])) continue;
      const double low = (cell.min()[axis] - slack_ - from_[axis]) * inverse_[axis];
      const double high = (cell.max()[axis] + slack_ - from_[axis]) * inverse_[axis];
      begin = std::max(begin, std::min(low, high));
      end = std::min(end, std::max(low, high));
    }
    return begin <= end + rounding;
  }

 private:
  static constexpr double rounding = 1e-14;  // of the parameters, 0 … 1, where the segment enters and leaves

  Vec3 from_, inverse_;
  double slack_;
};

// Turns counts into the start of each list; the last entry is the end.
void sumUp(std::vector<std::uint32_t>& counts) {
  std::uint32_t sum = 0;
  for (std::uint32_t& count : counts) sum += std::exchange(count, sum);
}

}  // namespace

SurfaceCells::SurfaceCells(TriangleMesh mesh) : mesh_(std::move(mesh)) {
  requireUsable(mesh_, "The surface");
  bounds_ = mesh_.bounds();
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
    const EdgeTriangles sides(uses);
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
                std::to_string(unpaired) + " edges are not used equally often in both directions",
                "Check it with Surface Check; close its holes and invert its flipped patches");
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

void SurfaceCells::sortUnique(std::vector<Index>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

void SurfaceCells::append(std::span<const std::uint32_t> numbers, std::vector<Index>& found) {
  found.insert(found.end(), numbers.begin(), numbers.end());
}

void SurfaceCells::fillCells() {
  std::vector<Box> boxes;
  boxes.reserve(mesh_.triangleCount());
  for (std::size_t t = 0; t < mesh_.triangleCount(); ++t) boxes.push_back(mesh_.bounds(t));
  cells_ = CellTree(boxes);
}

bool SurfaceCells::mayTouch(const Box& box) const {
  const auto stop = [](std::span<const std::uint32_t>) { return false; };
  return !cells_.descend(
      box, [](const Box&) { return true; }, stop);
}

void SurfaceCells::trianglesAlong(const Vec3& from, const Vec3& to, double slack,
                                  std::vector<Index>& found) const {
  found.clear();
  const Vec3 margin = Vec3::Constant(slack);
  const Box all(from.cwiseMin(to) - margin, from.cwiseMax(to) + margin);
  const SegmentClip clip(from, to, slack);
  const auto collect = [&found](std::span<const std::uint32_t> numbers) {
    append(numbers, found);
    return true;
  };
  cells_.descend(
      all, [&clip](const Box& cell) { return clip.through(cell); }, collect);
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
