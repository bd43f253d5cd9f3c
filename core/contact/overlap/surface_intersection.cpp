#include "contact/overlap/surface_intersection.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/error.h"
#include "contact/overlap/curve_segments.h"
#include "contact/overlap/inner_surface.h"
#include "geometry/mesh/union_find.h"

namespace talus {

namespace {

void requireUsable(const Pose& pose) {
  if (pose.position.allFinite() && pose.rotation.allFinite() && pose.scale > 0 && std::isfinite(pose.scale))
    return;
  throw Error("A body's pose is invalid", "position, rotation or scale",
              "Give finite numbers and a scale above 0");
}

// Joins the segments to closed curves, each starting at its piercing of the smallest index.
std::vector<std::vector<Index>> followCurves(const std::vector<CurveSegment>& segments, UnionFind& regions) {
  std::vector<std::vector<Index>> curves;
  std::vector<bool> seen(segments.size(), false);
  for (std::size_t start = 0; start < segments.size(); ++start) {
    if (seen[start]) continue;
    std::vector<Index>& curve = curves.emplace_back();
    for (std::size_t at = start; !seen[at]; at = static_cast<std::size_t>(segments[at].to)) {
      seen[at] = true;
      curve.push_back(static_cast<Index>(at));
      regions.unite(static_cast<Index>(start), static_cast<Index>(at));
    }
  }
  return curves;
}

// The data of one region, in the frame of the second body.
struct Sums {
  OverlapRegion region;
  Vec3 vectorArea = Vec3::Zero();
  double firstHigh = -std::numeric_limits<double>::infinity();
  double secondLow = std::numeric_limits<double>::infinity();
};

class Regions {
 public:
  Regions(const SurfacePair& pair, const std::vector<Piercing>& piercings, RegionVolumes volumes)
      : pair_(pair),
        piercings_(piercings),
        sets_(piercings.size() + pair.surface(true).shellPoints().size() +
              pair.surface(false).shellPoints().size()),
        origin_(pair.zone().center()) {
    const std::vector<CurveSegment> segments = joinPiercings(pair, piercings);
    std::vector<std::vector<Index>> curves = followCurves(segments, sets_);
    auto next = static_cast<Index>(piercings.size());
    const InnerSurface first(pair, true, piercings, sets_, next);
    const InnerSurface second(pair, false, piercings, sets_, next);
    for (std::vector<Index>& curve : curves) of(curve.front()).region.curves.push_back(std::move(curve));
    for (const CurveSegment& segment : segments) addArea(segment);
    if (volumes == RegionVolumes::Wanted) {
      for (const CurveSegment& segment : segments) addVolumes(segment);
      addParts(true, first);
      addParts(false, second);
    }
    for (Sums& sums : sums_) locate(sums);
    addExtents(first, second);
  }

  std::vector<OverlapRegion> take(const Pose& toWorld) {
    std::vector<OverlapRegion> regions;
    for (Sums& sums : sums_) {
      OverlapRegion& region = regions.emplace_back(std::move(sums.region));
      region.point = toWorld.toWorld(region.point);
      for (Vec3& point : region.deepest) point = toWorld.toWorld(point);
      region.normal = toWorld.rotation * region.normal;
      region.area *= toWorld.scale * toWorld.scale;
      region.surface *= toWorld.scale * toWorld.scale;
      region.depth *= toWorld.scale;
      region.volume *= toWorld.scale * toWorld.scale * toWorld.scale;
    }
    return regions;
  }

 private:
  const Vec3& at(Index piercing) const { return piercings_[static_cast<std::size_t>(piercing)].point; }

  Sums& of(Index number) {
    const Index root = sets_.find(number);
    const auto found = std::find(roots_.begin(), roots_.end(), root);
    if (found != roots_.end()) return sums_[static_cast<std::size_t>(found - roots_.begin())];
    roots_.push_back(root);
    return sums_.emplace_back();
  }

  // Adds the contribution of a segment: the part of a triangle's plane to the left of the segment, seen from
  // the foot of origin_, and the cone from origin_ over it.
  void addBeside(bool first, Index triangle, const Vec3& from, const Vec3& to, OverlapRegion& region) const {
    const std::array<Vec3, 3> t = pair_.corners(first, triangle);
    const Vec3 normal = (t[1] - t[0]).cross(t[2] - t[0]);
    const double size = normal.norm();
    if (!(size > 0)) return;
    const double area = 0.5 * normal.dot((from - origin_).cross(to - origin_)) / size;
    region.surface += area;
    region.volume += area * normal.dot(t[0] - origin_) / (3 * size);
  }

  void addArea(const CurveSegment& segment) {
    of(segment.from).vectorArea += 0.5 * (at(segment.from) - origin_).cross(at(segment.to) - origin_);
  }

  void addVolumes(const CurveSegment& segment) {
    const Vec3& from = at(segment.from);
    const Vec3& to = at(segment.to);
    OverlapRegion& region = of(segment.from).region;
    addBeside(true, segment.firstTriangle, from, to, region);
    addBeside(false, segment.secondTriangle, to, from, region);
  }

  void addParts(bool first, const InnerSurface& inner) {
    for (const InnerSurface::Part& part : inner.parts()) {
      const SurfaceCells::Edge& edge = pair_.surface(first).edges()[static_cast<std::size_t>(part.edge)];
      const Vec3 from = pair_.point(first, edge.from);
      const Vec3 along = pair_.point(first, edge.to) - from;
      const Vec3 begin = from + part.begin * along;
      const Vec3 end = from + part.end * along;
      OverlapRegion& region = of(part.region).region;
      addBeside(first, edge.left, begin, end, region);
      addBeside(first, edge.right, end, begin, region);
    }
  }

  // Calls visit(from, to) for each segment of a region's curves.
  template <class Visit>
  void forEachSegment(const OverlapRegion& region, const Visit& visit) const {
    for (const auto& curve : region.curves)
      for (std::size_t i = 0; i < curve.size(); ++i) visit(at(curve[i]), at(curve[(i + 1) % curve.size()]));
  }

  // Area, normal and point of a region from its curves. Where curves balance, as around a plate that passes
  // through a body, rounding leaves an area of any direction. An error of a point changes the vector area by
  // at most the error times half the distance of its neighbours; each addition rounds a sum of at most half
  // the length times the distance from the origin.
  void locate(Sums& sums) const {
    OverlapRegion& region = sums.region;
    double length = 0, segments = 0;
    forEachSegment(region, [&](const Vec3& from, const Vec3& to) {
      length += (to - from).norm();
      segments += 1;
    });
    const double ofSums = segments * std::numeric_limits<double>::epsilon() * pair_.zone().diagonal().norm();
    const double area = sums.vectorArea.norm();
    if (area > (pair_.coordinateError() + ofSums) * length) {
      region.area = area;
      region.normal = sums.vectorArea / area;
    }
    if (!region.curves.empty()) region.point = centreOf(region);
  }

  // The centre of the area that a region's curves bound. Where they nearly balance it would lie far away: it
  // is moved back into the sphere around them.
  Vec3 centreOf(const OverlapRegion& region) const {
    Vec3 mean = Vec3::Zero();
    std::size_t count = 0;
    for (const auto& curve : region.curves)
      for (const Index i : curve) mean += at(i), ++count;
    mean /= static_cast<double>(count);
    Vec3 moment = Vec3::Zero();
    double weight = 0, radius = 0;
    forEachSegment(region, [&](const Vec3& from, const Vec3& to) {
      const Vec3 p = from - mean;
      const Vec3 q = to - mean;
      const double share = region.normal.dot(p.cross(q));
      weight += share;
      moment += share * (p + q) / 3;
      radius = std::max(radius, p.norm());
    });
    if (!(weight > 0)) return mean;
    const Vec3 way = moment / weight;
    const double distance = way.norm();
    return mean + (distance > radius ? Vec3(radius / distance * way) : way);
  }

  // The depth: from the extents of the first body along the normal and of the second against it.
  void addExtents(const InnerSurface& first, const InnerSurface& second) {
    for (std::size_t i = 0; i < piercings_.size(); ++i) {
      Sums& sums = of(static_cast<Index>(i));
      const double height = sums.region.normal.dot(piercings_[i].point - sums.region.point);
      sums.firstHigh = std::max(sums.firstHigh, height);
      sums.secondLow = std::min(sums.secondLow, height);
    }
    for (Sums& sums : sums_) sums.region.deepest = {sums.region.point, sums.region.point};
    for (const auto& [number, region] : first.points()) {
      Sums& sums = of(region);
      const Vec3 point = pair_.point(true, number);
      const double height = sums.region.normal.dot(point - sums.region.point);
      if (height > sums.firstHigh) sums.region.deepest[0] = point;
      sums.firstHigh = std::max(sums.firstHigh, height);
    }
    for (const auto& [number, region] : second.points()) {
      Sums& sums = of(region);
      const Vec3 point = pair_.point(false, number);
      const double height = sums.region.normal.dot(point - sums.region.point);
      if (height < sums.secondLow) sums.region.deepest[1] = point;
      sums.secondLow = std::min(sums.secondLow, height);
    }
    for (Sums& sums : sums_) {
      if (sums.region.curves.empty()) continue;
      sums.region.depth = std::max(0.0, sums.firstHigh - sums.secondLow);
      sums.region.point += 0.5 * (sums.firstHigh + sums.secondLow) * sums.region.normal;
    }
  }

  const SurfacePair& pair_;
  const std::vector<Piercing>& piercings_;
  UnionFind sets_;
  Vec3 origin_;
  std::vector<Index> roots_;
  std::vector<Sums> sums_;
};

// @param find gives the piercings of a pair and counts its work.
template <class Find>
SurfaceIntersection intersect(const SurfaceCells& first, const Pose& firstPose, const SurfaceCells& second,
                              const Pose& secondPose, RegionVolumes volumes, const Find& find) {
  requireUsable(firstPose);
  requireUsable(secondPose);
  const SurfacePair pair(first, firstPose, second, secondPose);
  SurfaceIntersection result;
  if (pair.zone().isEmpty()) return result;
  result.piercings = find(pair, result.work);
  result.regions = Regions(pair, result.piercings, volumes).take(secondPose);
  for (Piercing& p : result.piercings) p.point = secondPose.toWorld(p.point);
  return result;
}

}  // namespace

double SurfaceIntersection::squaredRadius(const OverlapRegion& region) const {
  double squared = 0;
  for (const auto& curve : region.curves)
    for (const Index i : curve)
      squared =
          std::max(squared, (piercings[static_cast<std::size_t>(i)].point - region.point).squaredNorm());
  return squared;
}

SurfaceIntersection intersectSurfaces(const SurfaceCells& first, const Pose& firstPose,
                                      const SurfaceCells& second, const Pose& secondPose) {
  return intersect(first, firstPose, second, secondPose, RegionVolumes::Wanted,
                   [](const SurfacePair& pair, PiercingWork& work) { return pair.piercings(work); });
}

SurfaceIntersection intersectSurfaces(const SurfaceCells& first, const Pose& firstPose,
                                      const SurfaceCells& second, const Pose& secondPose,
                                      std::span<const TrianglePair> near, RegionVolumes volumes) {
  return intersect(
      first, firstPose, second, secondPose, volumes,
      [near](const SurfacePair& pair, PiercingWork& work) { return pair.piercings(near, work); });
}

}  // namespace talus
