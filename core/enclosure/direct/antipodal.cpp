#include "enclosure/direct/antipodal.h"

#include <algorithm>
#include <cmath>

#include "enclosure/interface/canonical_order.h"
#include "geometry/mesh/edge_table.h"

namespace talus {

namespace {

using Edge = std::array<Vec3, 2>;

// The directed edges, each repeated by its net multiplicity (uses minus uses of its reverse) where that is
// positive.
std::vector<Edge> netBoundary(const TriangleMesh& mesh) {
  std::vector<Edge> boundary;
  EdgeTable(mesh).forEachEdge([&](Index low, std::span<const EdgeUse> uses) {
    int net = 0;
    for (const EdgeUse& use : uses) net += use.forward ? 1 : -1;
    Edge edge{mesh.point(low), mesh.point(uses[0].high)};
    if (net < 0) std::swap(edge[0], edge[1]);
    boundary.insert(boundary.end(), static_cast<std::size_t>(std::abs(net)), edge);
  });
  std::sort(boundary.begin(), boundary.end(), canonicallyBefore<2>);
  return boundary;
}

}  // namespace

Antipodal::Antipodal(const TriangleMesh& mesh, std::uint64_t seed)
    : rays_(mesh, true, RaySearch::Tree, seed, RayAim::NearestSide),
      mesh_(mesh),
      bounds_(mesh.bounds()),
      scale_(unitScale(bounds_)) {
  for (const Edge& edge : netBoundary(mesh))
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t k = 0; k < 3; ++k)
        edges_.coordinate[3 * i + k].push_back(edge[i][static_cast<Eigen::Index>(k)] * scale_);
}

Antipodal::Shot Antipodal::shoot(const Vec3& p, int firstAttempt) const {
  if (!bounds_.contains(p)) return {(p - bounds_.center()).stableNormalized(), {}};
  const RayCrossingResult hits = rays_.locate(p, true, firstAttempt);
  return {(rays_.rayEnd(p, static_cast<std::uint64_t>(hits.redraws)) - p).stableNormalized(), hits};
}

Label Antipodal::label(const Shot& shot, double boundary) const {
  const double winding = shot.hits.winding + boundary;
  // On a surface without boundary the parity of the crossings decides.
  if (shot.hits.side == Side::OnSurface || edges_.count() == 0) return {shot.hits.side, winding};
  return {std::abs(winding) > 0.5 ? Side::Inside : Side::Outside, winding};
}

// Classifies one point by further rays, finally by the sum over all triangles.
Label Antipodal::careful(const Vec3& p, int firstAttempt, Tally& tally) const {
  constexpr int maximumRays = 4;
  VectorArrays point;
  point.push(p * scale_);
  for (int n = 1; n < maximumRays && bounds_.contains(p); ++n) {
    const Shot shot = shoot(p, firstAttempt);
    ++tally.redraws;
    firstAttempt = shot.hits.redraws + 1;
    VectorArrays direction;
    direction.push(shot.direction);
    const WindingBatch boundary = edgeWinding(edges_, point, direction);
    if (boundary.uncertain[0] == 0) return label(shot, boundary.winding[0]);
  }
  Label result;
  std::call_once(onceSums_, [this] { sums_ = std::make_unique<SolidAngle>(mesh_, false); });
  tally += sums_->classify(std::span(&p, 1), std::span(&result.side, 1), std::span(&result.winding, 1));
  return result;
}

Tally Antipodal::classify(std::span<const Vec3> points, std::span<Side> sides,
                          std::span<double> winding) const {
  Tally tally;
  std::vector<Shot> shots;
  VectorArrays scaled;
  VectorArrays directions;
  for (const Vec3& p : points) {
    // Far points have a negligible winding number: use another far point to avoid overflow.
    const bool far = !(((p - bounds_.min()) * scale_).array().abs() < farAway).all();
    shots.push_back(far ? Shot{Vec3::UnitX(), {}} : shoot(p, 0));
    tally.redraws += shots.back().hits.redraws;
    scaled.push(far ? Vec3(Vec3::Constant(farAway)) : Vec3(p * scale_));
    directions.push(shots.back().direction);
  }
  const WindingBatch boundary = edgeWinding(edges_, scaled, directions);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const bool again = boundary.uncertain[i] != 0;
    const Label result =
        again ? careful(points[i], shots[i].hits.redraws + 1, tally) : label(shots[i], boundary.winding[i]);
    sides[i] = result.side;
    if (!winding.empty()) winding[i] = result.winding;
  }
  return tally;
}

}  // namespace talus
