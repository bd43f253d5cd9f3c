#include "contact/overlap/surface_piercing.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "geometry/exact/intersection.h"
#include "geometry/exact/predicates.h"

namespace talus {

namespace {

// The axis-aligned box around a posed box.
Box posed(const Pose& pose, const Box& box) {
  const Vec3 centre = pose.toWorld(box.center());
  const Vec3 half = pose.scale * (pose.rotation.cwiseAbs() * (0.5 * box.sizes()));
  return {centre - half, centre + half};
}

Pose inverse(const Pose& pose) {
  return {pose.toBody(Vec3::Zero()), pose.rotation.transpose(), 1 / pose.scale};
}

// A generous bound of the rounding errors of coordinates that are transformed between the frames.
double roundingOf(const Box& box) {
  constexpr double roundings = 64 * std::numeric_limits<double>::epsilon();
  return roundings * std::max(box.min().cwiseAbs().maxCoeff(), box.max().cwiseAbs().maxCoeff());
}

// The position, 0 … 1, where the segment intersects the triangle's plane, from the rounded distances of its
// ends.
double placeOf(const std::array<Vec3, 3>& t, const Vec3& from, const Vec3& to) {
  const Vec3 normal = (t[1] - t[0]).cross(t[2] - t[0]);
  const double p = normal.dot(from - t[0]);
  const double q = normal.dot(to - t[0]);
  return p == q ? 0.5 : std::clamp(p / (p - q), 0.0, 1.0);
}

}  // namespace

SurfacePair::SurfacePair(const SurfaceCells& first, const Pose& firstPose, const SurfaceCells& second,
                         const Pose& secondPose)
    : first_(first), second_(second), relative_(secondPose.relative(firstPose)) {
  const Box box = posed(relative_, first.bounds());
  // Far from its own origin a surface is rounded more coarsely than its box in the other frame suggests.
  rounding_ = roundingOf(box) + roundingOf(second.bounds()) + relative_.scale * roundingOf(first.bounds());
  // Both boxes are intersected in both frames: the zone is smaller if one body is rotated.
  const Pose back = inverse(relative_);
  const Box inFirst =
      posed(back, second.bounds()).intersection(grown(first.bounds(), rounding_ / relative_.scale));
  if (!inFirst.isEmpty())
    zone_ = grown(box.intersection(second.bounds()).intersection(posed(relative_, inFirst)), rounding_);
  slack_ = (rounding_ + roundingOf(box)) / relative_.scale;
}

Vec3 SurfacePair::point(bool first, Index number) const {
  return first ? relative_.toWorld(first_.mesh().point(number)) : second_.mesh().point(number);
}

std::array<Vec3, 3> SurfacePair::corners(bool first, Index triangle) const {
  const auto [a, b, c] = surface(first).mesh().triangle(static_cast<std::size_t>(triangle));
  return {point(first, a), point(first, b), point(first, c)};
}

std::vector<Piercing> SurfacePair::piercings(PiercingWork& work) const {
  std::vector<Piercing> found;
  if (zone_.isEmpty()) return found;
  pierce(true, found, work);
  pierce(false, found, work);
  return found;
}

// An edge that passes through a triangle belongs to two triangles that intersect it: the pair with the left
// one counts, so that each edge is tested once.
std::vector<Piercing> SurfacePair::piercings(std::span<const TrianglePair> near, PiercingWork& work) const {
  std::vector<Piercing> found;
  for (const auto& [a, b] : near) {
    const std::array<Vec3, 3> ofFirst = corners(true, a), ofSecond = corners(false, b);
    const Box boxOfFirst = boxOf(ofFirst), boxOfSecond = boxOf(ofSecond);
    if (!boxOfFirst.intersects(boxOfSecond)) continue;
    pierceNear(true, {a, ofFirst, boxOfFirst}, {b, ofSecond, boxOfSecond}, found, work);
    pierceNear(false, {b, ofSecond, boxOfSecond}, {a, ofFirst, boxOfFirst}, found, work);
  }
  const auto key = [](const Piercing& p) { return std::tuple(!p.first, p.edge, p.triangle); };
  std::sort(found.begin(), found.end(),
            [&](const Piercing& p, const Piercing& q) { return key(p) < key(q); });
  const auto same = [&](const Piercing& p, const Piercing& q) { return key(p) == key(q); };
  found.erase(std::unique(found.begin(), found.end(), same), found.end());
  return found;
}

void SurfacePair::pierce(bool first, std::vector<Piercing>& found, PiercingWork& work) const {
  std::vector<Index> near;
  for (const Index edge : edgesInZone(first, work)) {
    const Segment traced = segment(first, edge);
    if (!zone_.intersects(traced.box())) continue;
    trianglesAlong(!first, traced, near);
    pierce(first, {edge, traced}, near, found, work);
  }
}

// The edges of which a triangle is the left one, against a triangle of the other surface.
void SurfacePair::pierceNear(bool first, const PlacedTriangle& own, const PlacedTriangle& other,
                             std::vector<Piercing>& found, PiercingWork& work) const {
  const std::array<Index, 3> points = surface(first).mesh().triangle(static_cast<std::size_t>(own.number));
  const auto corner = [&](Index point) {
    return own
        .corners[static_cast<std::size_t>(std::find(points.begin(), points.end(), point) - points.begin())];
  };
  for (const Index number : surface(first).edgesOf(own.number)) {
    if (number < 0) continue;
    const SurfaceCells::Edge& edge = surface(first).edges()[static_cast<std::size_t>(number)];
    if (edge.left != own.number) continue;
    ++work.edges;
    ++work.facets;
    pierce(first, {number, {corner(edge.from), corner(edge.to)}}, other, found, work);
  }
}

SurfacePair::Segment SurfacePair::segment(bool first, Index edge) const {
  const SurfaceCells::Edge& ends = surface(first).edges()[static_cast<std::size_t>(edge)];
  return {point(first, ends.from), point(first, ends.to)};
}

void SurfacePair::pierce(bool first, const TracedEdge& edge, std::span<const Index> near,
                         std::vector<Piercing>& found, PiercingWork& work) const {
  ++work.edges;
  work.facets += static_cast<std::int64_t>(near.size());
  for (const Index t : near) {
    const std::array<Vec3, 3> triangle = corners(!first, t);
    pierce(first, edge, {t, triangle, boxOf(triangle)}, found, work);
  }
}

void SurfacePair::pierce(bool first, const TracedEdge& edge, const PlacedTriangle& triangle,
                         std::vector<Piercing>& found, PiercingWork& work) const {
  const auto& [from, to] = edge.segment;
  if (!triangle.box.intersects(edge.segment.box())) return;
  ++work.tests;
  if (!crosses(!first, triangle.corners, edge.segment)) return;
  const double at = placeOf(triangle.corners, from, to);
  const bool entering = sideOf(!first, triangle.corners, from) < 0;
  found.push_back({edge.number, triangle.number, first, entering, at, from + at * (to - from)});
}

// The paper's zone index set and its filter: the edges of triangles in cells that touch occupied cells of the
// other surface.
std::vector<Index> SurfacePair::edgesInZone(bool first, PiercingWork& work) const {
  const Pose toOther = first ? relative_ : inverse(relative_);
  const Box zone = first ? grown(posed(inverse(relative_), zone_), slack_) : zone_;
  const double rounding = first ? slack_ * relative_.scale : slack_;
  const SurfaceCells& other = surface(!first);
  const auto near = [&](const Box& cells) { return other.mayTouch(grown(posed(toOther, cells), rounding)); };
  const std::vector<Index> triangles = surface(first).trianglesWhere(zone, near);
  work.zoneTriangles += static_cast<std::int64_t>(triangles.size());
  std::vector<Index> edges;
  for (const Index t : triangles) {
    if (!near(surface(first).mesh().bounds(static_cast<std::size_t>(t)))) continue;
    for (const Index edge : surface(first).edgesOf(t))
      if (edge >= 0) edges.push_back(edge);
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

void SurfacePair::trianglesAlong(bool first, const Segment& segment, std::vector<Index>& found) const {
  if (first)
    first_.trianglesAlong(relative_.toBody(segment.from), relative_.toBody(segment.to), slack_, found);
  else
    second_.trianglesAlong(segment.from, segment.to, 0, found);
}

// +1 on the inner side. Tests a point of one surface against a triangle of the other.
int SurfacePair::sideOf(bool triangleOfFirst, const std::array<Vec3, 3>& t, const Vec3& p) const {
  return triangleOfFirst ? orient3dTrianglePerturbed(t[0], t[1], t[2], p)
                         : orient3dPerturbed(t[0], t[1], t[2], p);
}

bool SurfacePair::crosses(bool triangleOfFirst, const std::array<Vec3, 3>& t, const Segment& segment) const {
  const auto& [p, q] = segment;
  if (!triangleOfFirst) return movedSegmentPierces(p, q, t);
  if (sideOf(true, t, p) != -sideOf(true, t, q)) return false;
  const int turn = orient3dEdgePerturbed(t[0], t[1], p, q);
  return turn != 0 && orient3dEdgePerturbed(t[1], t[2], p, q) == turn &&
         orient3dEdgePerturbed(t[2], t[0], p, q) == turn;
}

bool SurfacePair::hasShellInside(bool first) const {
  const std::vector<Index>& points = surface(first).shellPoints();
  return std::any_of(points.begin(), points.end(), [&](Index point) { return isInside(first, point); });
}

// Parity of the crossings of a segment along one axis that ends outside the other surface's box.
bool SurfacePair::isInside(bool first, Index number) const {
  const Vec3 p = point(first, number);
  const Box box = first ? second_.bounds() : posed(relative_, first_.bounds());
  if (!grown(box, roundingOf(box)).contains(p)) return false;
  Vec3 outside = p;
  Eigen::Index axis = 0;
  const double way = (box.max() - p).minCoeff(&axis);
  outside[axis] += std::max(way, 0.0) + 0.1 * box.sizes().maxCoeff();
  std::vector<Index> near;
  trianglesAlong(!first, {p, outside}, near);
  return std::count_if(near.begin(), near.end(),
                       [&](Index t) {
                         return crosses(!first, corners(!first, t), {p, outside});
                       }) %
             2 ==
         1;
}

}  // namespace talus
