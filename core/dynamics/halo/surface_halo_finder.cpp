#include "dynamics/halo/surface_halo_finder.h"

#include <algorithm>

namespace talus {

namespace {

// The vector area of a closed curve, and the moment about the origin of a unit pressure on a surface S with
// normal n that it bounds: ∫ n dS = ½ ∮ x × dx, ∫ x × n dS = −½ ∮ |x|² dx.
struct CurveLoad {
  Vec3 area = Vec3::Zero(), moment = Vec3::Zero();

  void addSegment(const Vec3& p, const Vec3& q) {
    area += 0.5 * p.cross(q);
    moment -= (p.squaredNorm() + p.dot(q) + q.squaredNorm()) / 6 * (q - p);
  }
};

CurveLoad loadOf(const SurfaceIntersection& hit, const OverlapRegion& region, const Vec3& origin) {
  CurveLoad load;
  for (const auto& curve : region.curves) {
    for (std::size_t i = 0; i < curve.size(); ++i) {
      const auto at = [&](std::size_t k) {
        return Vec3(hit.piercings[static_cast<std::size_t>(curve[k % curve.size()])].point - origin);
      };
      load.addSegment(at(i), at(i + 1));
    }
  }
  if (load.area.dot(region.normal) >= 0) return load;
  return {-load.area, -load.moment};
}

// The pressure in the overlap of two bodies as a function of its total volume.
struct OverlapPressure {
  double meanPressure = 0;  // energy over volume
  double pressure = 0;      // derivative of the energy
  double rise = 0;          // … of the pressure
};

// The pressure grows from that of halos at gap 0, so that it is continuous when surfaces begin to
// intersect, to that of a full halo. @param area times the range is the volume of this growth.
OverlapPressure pressureOf(const PairLaw& law, double area, double volume) {
  const double atOnce = law.foundation * law.reach, later = law.foundation * (law.range - law.reach);
  const double scale = law.range * area, sum = volume + scale;
  return {atOnce + later * volume / sum, atOnce + later * volume * (volume + 2 * scale) / (sum * sum),
          2 * later * scale * scale / (sum * sum * sum)};
}

// The extent along the normal is no depth where the region reaches around corners.
double depthOf(const OverlapRegion& region) {
  constexpr double cone = 3;  // greatest depth over mean depth where one body pierces a face of the other
  return std::min(region.depth, cone * region.meanDepth());
}

// How far vertices tell the depth of a region: 1 if one of them is as deep as the region is in the mean.
double toldByVertices(const SurfaceIntersection& hit, const OverlapRegion& region, const PairLaw& law,
                      std::span<const ContactPoint> vertices) {
  const double mean = region.meanDepth();
  if (!(mean > 0)) return 0;
  const double squaredRadius = hit.squaredRadius(region);
  double deepest = 0;
  for (const ContactPoint& vertex : vertices)
    if ((vertex.point - region.point).squaredNorm() <= squaredRadius)
      deepest = std::max(deepest, vertex.depth - law.reach);
  return std::min(1.0, deepest / mean);
}

HaloEdge placed(const SurfaceBody& body, Index number, const Vec3& origin) {
  const SurfaceHalo::Edge& edge = body.halo->edge(number);
  const Index from = body.halo->cells().edges()[static_cast<std::size_t>(number)].from;
  const Eigen::Matrix3d& turn = body.pose.rotation;
  return {body.pose.toWorld(body.halo->point(from)) - origin,
          turn * edge.direction,
          body.pose.scale * edge.length,
          turn * edge.outward,
          edge.halfCosine,
          edge.sharpness};
}

// Empties a variant, which then is of a kind. What it was before keeps its memory.
template <class Kind, class Variant>
void clearAs(Variant& of) {
  if (Kind* const known = std::get_if<Kind>(&of))
    known->clear();
  else
    of.template emplace<Kind>();
}

}  // namespace

void SurfaceHaloFinder::find(const SurfaceBody& a, const SurfaceBody& b, const PairLaw& law, const Kept& kept,
                             ElasticAction& action) {
  const LastSearch::Question question{a.pose, b.pose, law};
  const ElasticAction* const known = kept.near != nullptr ? kept.near->last.find(question) : nullptr;
  if (known != nullptr) {
    action = *known;
    return;
  }
  findPoints(a, b, law, kept, action);
  if (kept.near != nullptr) kept.near->last.keep(question, action);
}

void SurfaceHaloFinder::findPoints(const SurfaceBody& a, const SurfaceBody& b, const PairLaw& law,
                                   const Kept& kept, ElasticAction& action) {
  NearPairs* const list = kept.near != nullptr ? &kept.near->list : nullptr;
  action.clear(a.pose.position);
  findPairs(a, b, std::max(law.range, law.sight), kept);
  if (list != nullptr && list->apart) return;
  sorted_.sort(pairs_, *a.halo, *b.halo);
  intersect(a, b, law);
  addVertices<Of::A>(a, b, law, action);
  addVertices<Of::B>(b, a, law, action);
  addEdges(a, b, law, action);
  if (!placesOnly_)
    addOverlap(a, b, law, action);
  else
    addRegions(law, action);
  if (list != nullptr) list->apart = list->pairs.empty() && action.points.empty();
}

void SurfaceHaloFinder::findPairs(const SurfaceBody& a, const SurfaceBody& b, double range,
                                  const Kept& kept) {
  const PlacedShape first{a.shape, a.pose}, second{b.shape, b.pose};
  pairs_.clear();
  if (kept.near == nullptr) return search_.findCandidates(first, second, range, pairs_);
  const double skin = (1 + skin_) * std::max(range, kept.ahead) - range;
  search_.findCandidates(first, second, range, skin, kept.near->list, pairs_);
}

// Gaps are lower bounds of single precision: triangles that do not intersect may have none.
void SurfaceHaloFinder::SortedPairs::sort(std::span<const TriangleContact> pairs, const SurfaceHalo& a,
                                          const SurfaceHalo& b) {
  for (auto* kind : {&pointsOfA, &pointsOfB, &edges}) kind->clear();
  touching.clear();
  for (const TriangleContact& pair : pairs) {
    const Index s = pair.triangleA, t = pair.triangleB;
    if (!a.pointsOf(s).empty()) pointsOfA.push_back({s, t, pair.gap});
    if (!b.pointsOf(t).empty()) pointsOfB.push_back({t, s, pair.gap});
    if (!a.sharpEdgesOf(s).empty() && !b.sharpEdgesOf(t).empty()) edges.push_back({s, t, pair.gap});
    if (!(pair.gap > 0)) touching.emplace_back(s, t);
  }
}

void SurfaceHaloFinder::intersect(const SurfaceBody& a, const SurfaceBody& b, const PairLaw& law) {
  hit_ = {};
  if (sorted_.touching.empty()) return;
  SurfaceIntersection hit =
      intersectSurfaces(a.halo->cells(), a.pose, b.halo->cells(), b.pose, sorted_.touching);
  if (hit.piercings.empty()) return;
  if (law.barrier) requireApart(0);
  hit_ = std::move(hit);
}

// If the nearest point of the other surface is within reach, its triangle is paired with every triangle
// around the vertex, so testing the pairs of one of these suffices. Results beyond the reach are dropped:
// the nearest triangle need not be among the pairs. A pair's gap is a lower bound of the distance of the
// vertex.
template <Of side>
void SurfaceHaloFinder::measureNear(const SurfaceBody& own, const SurfaceBody& other, const PairLaw& law) {
  const double scale = other.pose.scale;
  const double pressed = law.barrier || placesOnly_ ? 0 : law.reach / scale;
  for (const auto& [mine, theirs, pairGap] : side == Of::A ? sorted_.pointsOfA : sorted_.pointsOfB) {
    for (const Index v : own.halo->pointsOf(mine)) {
      Near& near = near_[static_cast<std::size_t>(v)];
      if (near.triangle < 0) {
        near.place = other.pose.toBody(own.pose.toWorld(own.halo->point(v)));
        if (law.barrier)
          clearAs<SurfaceBarrier>(near.walls);
        else
          clearAs<SurfacePress>(near.walls);
        touched_.push_back(v);
      } else if (pairGap >= law.reach && pairGap * pairGap >= scale * scale * near.foot.squaredDistance) {
        continue;
      }
      const SurfaceFoot foot = other.halo->distance().footOn(theirs, near.place);
      if (law.barrier)
        std::get<SurfaceBarrier>(near.walls)
            .add(*other.halo, theirs, foot, near.place, scale, law.reach, law.range);
      if (foot.squaredDistance < pressed * pressed)
        std::get<SurfacePress>(near.walls).add(*other.halo, theirs, foot, near.place);
      if (near.triangle >= 0 && foot.squaredDistance >= near.foot.squaredDistance) continue;
      near.triangle = theirs;
      near.foot = foot;
    }
  }
  const double limit = std::max(law.range, law.sight) / scale;
  std::erase_if(touched_, [&](Index v) {
    Near& near = near_[static_cast<std::size_t>(v)];
    const bool far = near.foot.squaredDistance >= limit * limit;
    if (far)
      near.triangle = -1;
    else
      near.gap = other.halo->distance().gapAt(near.triangle, near.foot, near.place);
    return far;
  });
}

// Adds a vertex that is not within reach.
void SurfaceHaloFinder::addInside(const SurfaceBody& own, const SurfaceBody& other, Index vertex) {
  Near& near = near_[static_cast<std::size_t>(vertex)];
  if (near.triangle >= 0) return;
  near.triangle = 0;
  near.place = other.pose.toBody(own.pose.toWorld(own.halo->point(vertex)));
  std::visit([](auto& walls) { walls.clear(); }, near.walls);
  near.gap = other.halo->distance().gapOf(near.place);
  touched_.push_back(vertex);
}

void SurfaceHaloFinder::addIfInside(const SurfaceBody& own, const SurfaceBody& other, Index vertex) {
  if (near_[static_cast<std::size_t>(vertex)].triangle >= 0) return;
  const Vec3 place = other.pose.toBody(own.pose.toWorld(own.halo->point(vertex)));
  if (other.halo->cells().bounds().contains(place) && other.halo->cells().holds(place))
    addInside(own, other, vertex);
}

// Every part of a surface inside the other body is a whole shell, or ends at edges that pierce the other
// surface. A shell of which none does lies on the same side as any of its measured vertices.
template <Of side>
void SurfaceHaloFinder::seedAll(const SurfaceBody& own, const SurfaceBody& other) {
  const SurfaceCells& cells = own.halo->cells();
  known_.assign(cells.shellPoints().size(), 0);
  for (const Index v : touched_) known_[static_cast<std::size_t>(cells.shellOf(v))] = 1;
  pierced_.clear();
  for (const Piercing& piercing : hit_.piercings) {
    if (piercing.first != (side == Of::A)) continue;
    const SurfaceCells::Edge& edge = cells.edges()[static_cast<std::size_t>(piercing.edge)];
    known_[static_cast<std::size_t>(cells.shellOf(edge.from))] = 1;
    const bool again = !pierced_.empty() && pierced_.back() == piercing.edge;
    pierced_.push_back(piercing.edge);  // ascending
    if (!again)
      addInside(own, other, piercing.entering ? edge.to : edge.from);
    else
      for (const Index v : {edge.from, edge.to}) addIfInside(own, other, v);
  }
  for (std::size_t shell = 0; shell < known_.size(); ++shell)
    if (!known_[shell]) addIfInside(own, other, cells.shellPoints()[shell]);
}

// From vertices inside along edges that do not leave the other body.
void SurfaceHaloFinder::spread(const SurfaceBody& own, const SurfaceBody& other) {
  const SurfaceCells& cells = own.halo->cells();
  for (std::size_t i = 0; i < touched_.size(); ++i) {
    const Index v = touched_[i];
    if (near_[static_cast<std::size_t>(v)].gap.distance >= 0) continue;
    for (const Index e : cells.edgesAt(v)) {
      const auto [first, last] = std::equal_range(pierced_.begin(), pierced_.end(), e);
      if ((last - first) % 2 != 0) continue;
      const SurfaceCells::Edge& edge = cells.edges()[static_cast<std::size_t>(e)];
      addInside(own, other, edge.from == v ? edge.to : edge.from);
    }
  }
}

// Where several walls are within reach each pushes.
void SurfaceHaloFinder::press(const Near& near, const SurfaceBody& other, const PairLaw& law,
                              HaloVertex& vertex) {
  const SurfacePress::Potential more = std::get<SurfacePress>(near.walls)
                                           .others({*other.halo, near.place, other.pose.scale, near.triangle,
                                                    near.foot, vertex.gap, near.gap.normal},
                                                   law.reach);
  if (more.energy == 0 && more.force.isZero(0)) return;
  ContactPoint alone;
  pressSpring(1, law.reach - vertex.gap, law.reach + law.range, alone);
  const Vec3 force = alone.force * near.gap.normal + more.force;
  const double size = force.norm();
  vertex.pressure = {alone.energy + more.energy, size, alone.stiffness};
  if (size > 0) vertex.outward = other.pose.rotation * force / size;
}

template <Of side>
void SurfaceHaloFinder::addVertices(const SurfaceBody& own, const SurfaceBody& other, const PairLaw& law,
                                    ElasticAction& action) {
  near_.resize(std::max(near_.size(), own.halo->vertexArea().size()));
  touched_.clear();
  measureNear<side>(own, other, law);
  seedAll<side>(own, other);
  spread(own, other);
  const double scale = own.pose.scale;
  const double share = scale * scale * other.meanArea() / (own.meanArea() + other.meanArea());
  for (const Index v : touched_) {
    const Near& near = near_[static_cast<std::size_t>(v)];
    const double gap = near.gap.distance * other.pose.scale;
    if (gap >= law.farthest()) continue;
    HaloVertex vertex{side, v, own.pose.toWorld(own.halo->point(v)), gap};
    vertex.outward = other.pose.rotation * near.gap.normal;
    vertex.area = share * own.halo->vertexArea()[static_cast<std::size_t>(v)];
    if (law.barrier) {
      requireApart(gap);
      const auto& walls = std::get<SurfaceBarrier>(near.walls);
      const double force = walls.force().norm();
      vertex.pressure = {walls.energy(), force, walls.stiffness()};
      if (force > 0) vertex.outward = other.pose.rotation * walls.force() / force;
    } else if (!placesOnly_ && law.reach > 0) {
      press(near, other, law, vertex);
    }
    addHaloVertex(vertex, law, action);
    if (placesOnly_) {  // the nearest face changes suddenly, the vertex's own surface does not
      const Vec3 outward = own.pose.rotation * own.halo->distance().vertexNormal(v).normalized();
      action.points.back().facing = side == Of::A ? outward : Vec3(-outward);
    }
  }
  for (const Index v : touched_) near_[static_cast<std::size_t>(v)].triangle = -1;
}

void SurfaceHaloFinder::addEdges(const SurfaceBody& a, const SurfaceBody& b, const PairLaw& law,
                                 ElasticAction& action) {
  const EdgePress press{law.reach, law.range, law.barrier, law.sight};
  for (const Pair& pair : sorted_.edges) {
    for (const Index e : a.halo->sharpEdgesOf(pair.own)) {
      const HaloEdge first = placed(a, e, action.sidePoint);
      for (const Index f : b.halo->sharpEdgesOf(pair.other)) {
        const EdgeAction edges = edgeAction(first, placed(b, f, action.sidePoint), press);
        if (edges.gap > 0 || !placesOnly_) addHaloEdges({e, f}, edges, law, action);
      }
    }
  }
}

// Between bodies that were flush at the start a region counts only as far as vertices do not tell its depth:
// its pressure is the same everywhere, also on walls that lie flush beside a loaded floor.
void SurfaceHaloFinder::addOverlap(const SurfaceBody& a, const SurfaceBody& b, const PairLaw& law,
                                   ElasticAction& action) {
  double volume = 0;
  for (const OverlapRegion& region : hit_.regions) volume += region.volume;
  const OverlapPressure overlap = pressureOf(law, 0.25 * std::min(a.area(), b.area()), volume);
  const std::size_t before = action.points.size();
  for (const OverlapRegion& region : hit_.regions) {
    if (!(region.area > 0)) continue;
    const double told = toldByVertices(hit_, region, law, std::span(action.points).first(before));
    const double part = 1 - (1 - law.reach / law.range) * told;
    const CurveLoad load = loadOf(hit_, region, action.sidePoint);
    const Vec3 place = region.point - action.sidePoint;
    const double area = load.area.norm();
    ContactPoint& point = action.points.emplace_back();
    point.point = region.point;
    point.normal = area > 0 ? Vec3(load.area / area) : region.normal;
    point.depth = law.reach + depthOf(region);
    point.force = part * overlap.pressure * area;
    point.stiffness = part * (law.foundation + overlap.rise * area) * area;
    point.energy = part * overlap.meanPressure * region.volume;
    action.couple += part * overlap.pressure * (load.moment - place.cross(load.area));
  }
}

// A region counts as far as vertices do not tell its depth, as where beams cross.
void SurfaceHaloFinder::addRegions(const PairLaw& law, ElasticAction& action) {
  const std::vector<ContactPoint>::size_type before = action.points.size();
  for (const OverlapRegion& region : hit_.regions) {
    const double part = 1 - toldByVertices(hit_, region, law, std::span(action.points).first(before));
    if (!(region.area > 0 && region.volume > 0 && part > 0)) continue;
    ContactPoint& point = action.points.emplace_back();
    point.point = region.point;
    point.normal = region.normal;
    point.depth = law.reach + depthOf(region);
    point.part = part;
  }
}

}  // namespace talus
