#include "arrangement/cells/winding_ray.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "geometry/exact/predicates.h"

namespace talus {

namespace {

std::vector<Box> trianglesBoxes(const TriangleMesh& mesh) {
  std::vector<Box> boxes(mesh.triangleCount());
  for (std::size_t t = 0; t < boxes.size(); ++t) boxes[t] = mesh.bounds(t);
  return boxes;
}

int signOf(double v) {
  return (v > 0) - (v < 0);
}

// The middle of three points in words, and in integers where they are needed.
class Middle {
 public:
  Middle(const ExactGeometry& geometry, std::array<ExactPoint, 3> corners)
      : geometry_(geometry), corners_(std::move(corners)) {
    for (std::size_t k = 0; k < 3; ++k)
      near_[k] = (corners_[0].near[k] + corners_[1].near[k] + corners_[2].near[k]) / BoundedWord(3);
  }

  // Orientation with an edge of the mesh in a projection; that of the moved point where it lies on the line.
  int leftOf(Index p, Index q, int axis) const {
    const auto known = leftOfEdge(WordCoordinates(geometry_.mesh()), p, q, near_, axis).sign();
    const int side = known ? *known : leftOfEdge(geometry_.integers(), p, q, exact(), axis).sign();
    if (side != 0) return side;
    const Vec3 from = geometry_.mesh().point(p), to = geometry_.mesh().point(q);
    const auto i = (axis + 1) % 3, j = (axis + 2) % 3;
    return from[j] != to[j] ? signOf(from[j] - to[j]) : signOf(to[i] - from[i]);
  }

  int side(Index triangle) const {
    const auto known = belowPlane(WordCoordinates(geometry_.mesh()), triangle, near_).sign();
    return known ? *known : belowPlane(geometry_.integers(), triangle, exact()).sign();
  }

  // A box that contains it.
  Box box() const {
    Vec3 low, high;
    for (std::size_t k = 0; k < 3; ++k) {
      const double at = near_[k].high(), off = near_[k].error();
      low[static_cast<Eigen::Index>(k)] = std::nextafter(at - off, -std::numeric_limits<double>::infinity());
      high[static_cast<Eigen::Index>(k)] = std::nextafter(at + off, std::numeric_limits<double>::infinity());
    }
    return {low, high};
  }

 private:
  const WidePoint& exact() const {
    if (exact_) return *exact_;
    const WidePoint &a = geometry_.exact(corners_[0]), &b = geometry_.exact(corners_[1]),
                    &c = geometry_.exact(corners_[2]);
    const WideInteger bc = b.denominator * c.denominator, ca = c.denominator * a.denominator,
                      ab = a.denominator * b.denominator;
    WidePoint sum;
    for (std::size_t k = 0; k < 3; ++k)
      sum.numerator[k] = a.numerator[k] * bc + b.numerator[k] * ca + c.numerator[k] * ab;
    sum.denominator = 3 * ab * c.denominator;
    return exact_.emplace(std::move(sum));
  }

  const ExactGeometry& geometry_;
  std::array<ExactPoint, 3> corners_;
  Triple<BoundedWord> near_;
  mutable std::optional<WidePoint> exact_;
};

// 1 if a ray along the axis leaves the triangle's inner side, −1 if it enters, 0 if it misses the triangle.
int crossingOf(const Middle& start, const TriangleMesh& mesh, Index triangle, int axis) {
  const auto [a, b, c] = mesh.triangle(static_cast<std::size_t>(triangle));
  const int facing = orient2d(mesh.point(a), mesh.point(b), mesh.point(c), axis);
  if (facing == 0 || start.leftOf(a, b, axis) != facing || start.leftOf(b, c, axis) != facing ||
      start.leftOf(c, a, axis) != facing)
    return 0;
  return start.side(triangle) * facing > 0 ? facing : 0;
}

}  // namespace

void addTo(Windings& windings, Index surface, int change) {
  if (change == 0) return;
  const auto at = std::lower_bound(windings.begin(), windings.end(), surface,
                                   [](const auto& known, Index sought) { return known.first < sought; });
  if (at == windings.end() || at->first != surface)
    windings.insert(at, {surface, change});
  else if ((at->second += change) == 0)
    windings.erase(at);
}

void addTo(Windings& windings, const Windings& other, int times) {
  for (const auto& [surface, winding] : other) addTo(windings, surface, times * winding);
}

WindingRay::WindingRay(const CutTriangles& cut, const PointTable& points, const std::vector<Index>& surface,
                       std::size_t rays)
    : cut_(cut), points_(points), surface_(surface), bounds_(points.geometry().mesh().bounds()) {
  constexpr std::size_t fewRays = 8;
  if (rays > fewRays) tree_ = BoxTree(trianglesBoxes(points.geometry().mesh()));
}

template <class Visit>
void WindingRay::forEachNear(const Box& way, const Visit& visit) const {
  const TriangleMesh& mesh = points_.geometry().mesh();
  if (tree_.empty()) {
    for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
      if (mesh.bounds(t).intersects(way)) visit(static_cast<Index>(t));
    return;
  }
  tree_.queryBox(way, [&](Index t) {
    visit(t);
    return true;
  });
}

WindingRay::Result WindingRay::beside(std::size_t facet) const {
  const TriangleMesh& mesh = points_.geometry().mesh();
  const auto [a, b, c] = cut_.facets[facet];
  const Middle start(points_.geometry(), {points_.at(a), points_.at(b), points_.at(c)});
  const auto [p, q, r] = mesh.corners(static_cast<std::size_t>(cut_.planeOf(facet)));
  const int axis = projectionAxis(p, q, r);
  Box way = start.box();
  way.max()[axis] = std::max(way.max()[axis], bounds_.max()[axis]);
  std::map<Index, int> sum;
  forEachNear(
      way, [&](Index t) { sum[surface_[static_cast<std::size_t>(t)]] += crossingOf(start, mesh, t, axis); });
  Result result{orient2d(p, q, r, axis) > 0, {}};
  for (const auto& entry : sum)
    if (entry.second != 0) result.windings.push_back(entry);
  return result;
}

}  // namespace talus
