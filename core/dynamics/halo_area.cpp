#include "dynamics/halo_area.h"

#include <algorithm>
#include <limits>

#include "dynamics/convex_distance.h"
#include "dynamics/halo_point.h"

namespace talus {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

constexpr int sideIndex(Of side) {
  return side == Of::A ? 0 : 1;
}

// Where the bodies overlap.
void addOverlap(const HaloBody& a, const HaloBody& b, const PairLaw& law, const ClosestFeatures& closest,
                HaloAction& action) {
  const double areaA = a.halo->area * a.pose.scale * a.pose.scale;
  const double areaB = b.halo->area * b.pose.scale * b.pose.scale;
  ContactPoint& point = action.points.emplace_back();
  point.name = 1;
  point.point = 0.5 * (closest.onA + closest.onB);
  point.normal = closest.normal;
  pressSpring(law.foundation * std::min(areaA, areaB), -closest.distance, law.reach, point);
  point.depth += law.reach;
}

}  // namespace

ConvexHalo::ConvexHalo(const ConvexBody& body)
    : vertexArea(body.vertices().size(), 0.0), edges(body.edges().size()) {
  for (Index f = 0; f < static_cast<Index>(body.faces().size()); ++f) {
    const auto sides = body.sides(f);
    Vec3 middle = Vec3::Zero();
    for (const ConvexBody::Side& side : sides) middle += body.vertex(side.vertex);
    middle /= static_cast<double>(sides.size());
    for (std::size_t i = 0; i < sides.size(); ++i) {
      const Index from = sides[i].vertex, to = sides[(i + 1) % sides.size()].vertex;
      const double triangle = 0.5 * (body.vertex(from) - middle).cross(body.vertex(to) - middle).norm();
      vertexArea[static_cast<std::size_t>(from)] += 0.5 * triangle;
      vertexArea[static_cast<std::size_t>(to)] += 0.5 * triangle;
      area += triangle;
    }
  }
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto& faces = body.edges()[e].face;
    edges[e] = makeEdge(body.face(faces[0]).normal, body.face(faces[1]).normal);
  }
}

ConvexHalo::Edge ConvexHalo::makeEdge(const Vec3& left, const Vec3& right) {
  const Vec3 outward = (left + right).normalized();
  const double sine = left.cross(right).norm();
  return {outward, outward.dot(left), left.dot(right) > 0 ? sine : 1};
}

// The part of a body that may be within reach of the other one.
struct HaloAreaFinder::Slab {
  Vec3 towards;      // the other body
  double limit = 0;  // of towards · x
  double reach = 0;
};

// @param wanted where edges are of interest.
template <Of side>
void HaloAreaFinder::gather(const HaloBody& own, const Slab& slab, const Box& wanted) {
  const ConvexBody& body = *own.body;
  const Eigen::Matrix3d linear = own.pose.scale * own.pose.rotation;
  const Vec3 offset = own.pose.toWorld(body.centre()) - origin_;
  const Vec3 towards = linear.transpose() * slab.towards;
  const double limit = slab.limit - slab.towards.dot(offset);
  std::vector<Index>& vertices = vertices_[sideIndex(side)];
  std::vector<NearEdge>& edges = edges_[sideIndex(side)];
  Box& bounds = bounds_[sideIndex(side)];
  vertices.clear();
  edges.clear();
  bounds.setEmpty();
  const auto points = body.vertices();
  for (std::size_t v = 0; v < points.size(); ++v)
    if (towards.dot(points[v]) >= limit) vertices.push_back(static_cast<Index>(v));
  const Vec3 margin = Vec3::Constant(0.5 * slab.reach);
  for (const Index v : vertices) {
    const Vec3& from = body.vertex(v);
    const Vec3 start = offset + linear * from;
    const double here = towards.dot(from) - limit;
    for (const ConvexBody::Spoke& spoke : body.spokes(v)) {
      const Vec3& to = body.vertex(spoke.vertex);
      const double there = towards.dot(to) - limit;
      if (there >= 0 && spoke.vertex < v) continue;  // found from its other end
      const Vec3 end = start + linear * ((there >= 0 ? 1 : here / (here - there)) * (to - from));
      const Box box(start.cwiseMin(end) - margin, start.cwiseMax(end) + margin);
      if (!wanted.intersects(box)) continue;
      edges.push_back({box, spoke.edge});
      bounds.extend(box);
    }
  }
}

template <Of side>
void HaloAreaFinder::addVertices(const HaloBody& own, const HaloBody& other, const PairLaw& law,
                                 HaloAction& action) {
  const double meanOwn = own.meanArea(), meanOther = other.meanArea();
  const double share = own.pose.scale * own.pose.scale * meanOther / (meanOwn + meanOther);
  Feature start = side == Of::A ? action.features.b : action.features.a;
  for (const Index v : vertices_[sideIndex(side)]) {
    const Vec3 x = own.pose.toWorld(own.body->vertex(v) + own.body->centre());
    const ConvexDistance nearest =
        distanceTo(*other.body, other.pose.toBody(x) - other.body->centre(), start);
    const double gap = nearest.distance * other.pose.scale;
    if (gap >= law.reach) continue;
    const Vec3 outward = other.pose.rotation * nearest.normal;
    const double area = share * own.halo->vertexArea[static_cast<std::size_t>(v)];
    addHaloVertex({side, v, x, gap, outward, area}, law, action);
  }
}

HaloEdge HaloAreaFinder::placed(const HaloBody& own, Index number) const {
  const ConvexBody::Edge& edge = own.body->edge(number);
  const ConvexHalo::Edge& halo = own.halo->edges[static_cast<std::size_t>(number)];
  const Eigen::Matrix3d& turn = own.pose.rotation;
  return {own.pose.toWorld(edge.tail + own.body->centre()) - origin_,
          turn * edge.direction,
          own.pose.scale * edge.length,
          turn * halo.outward,
          halo.halfCosine,
          halo.sharpness};
}

void HaloAreaFinder::addEdges(const HaloBody& a, const HaloBody& b, const PairLaw& law, HaloAction& action) {
  for (const NearEdge& e : edges_[0]) {
    if (!e.box.intersects(bounds_[1])) continue;
    const HaloEdge first = placed(a, e.index);
    for (const NearEdge& f : edges_[1])
      if (e.box.intersects(f.box))
        addHaloEdges({e.index, f.index}, edgeAction(first, placed(b, f.index), law.reach), law, action);
  }
}

void HaloAreaFinder::find(const HaloBody& a, const HaloBody& b, const PairLaw& law, const FeaturePair& start,
                          HaloAction& action) {
  action.clear(a.pose.position);
  const ClosestFeatures closest = closestFeatures(*a.body, a.pose, *b.body, b.pose, start);
  action.features = closest.features;
  action.distance = closest.distance;
  if (!(closest.distance < law.reach)) return;
  origin_ = a.pose.position;
  const double planeA = closest.normal.dot(closest.onA - origin_);
  const double planeB = closest.normal.dot(closest.onB - origin_);
  const Box everywhere(Vec3::Constant(-infinity), Vec3::Constant(infinity));
  gather<Of::A>(a, {closest.normal, planeB - law.reach, law.reach}, everywhere);
  gather<Of::B>(b, {-closest.normal, -planeA - law.reach, law.reach}, bounds_[0]);
  addVertices<Of::A>(a, b, law, action);
  addVertices<Of::B>(b, a, law, action);
  addEdges(a, b, law, action);
  if (closest.distance < 0) addOverlap(a, b, law, closest, action);
}

}  // namespace talus
