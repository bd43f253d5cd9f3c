#include "dynamics/halo/halo_area.h"

#include <algorithm>
#include <cmath>

#include "dynamics/halo/convex_distance.h"
#include "dynamics/halo/halo_point.h"

namespace talus {

namespace {

// From the frame and length unit of a pair, those of A with its centre as origin, to the world.
Vec3 placeInWorld(const HaloBody& a, const Vec3& x) {
  return a.pose.toWorld(x + a.body->centre());
}

// `point` becomes relative to the position of A.
EdgeAction inWorld(const HaloBody& a, const EdgeAction& edges) {
  const Eigen::Matrix3d& turn = a.pose.rotation;
  const double s = a.pose.scale, s2 = s * s, s3 = s2 * s;
  return {turn * (s * (edges.point + a.body->centre())),
          turn * edges.normal,
          s * edges.gap,
          s2 * edges.area,
          edges.part,
          s2 * edges.stiffness,
          s2 * s2 * edges.energy,
          s3 * edges.force,
          turn * (s3 * edges.sideForce),
          turn * (s2 * s2 * edges.couple)};
}

HaloEdge inPair(const ConvexPair& pair, const HaloEdge& edgeOfB) {
  return {pair.toCommon<Of::B>(edgeOfB.tail),
          pair.turnedToCommon<Of::B>(edgeOfB.direction),
          pair.scale<Of::B>() * edgeOfB.length,
          pair.turnedToCommon<Of::B>(edgeOfB.outward),
          edgeOfB.halfCosine,
          edgeOfB.sharpness};
}

// The foundation stiffness where bodies overlap. Greater than that of halos, so that they overlap by little.
double overlapFoundation(const PairLaw& law) {
  return 8 * law.foundation;
}

// The points of the pressure on a face: three around its centre, which resist tilting as the face does.
void addPressure(const HaloBody& a, const PairLaw& law, const FacePressure& pressure, ElasticAction& action) {
  const Eigen::Matrix3d& turn = a.pose.rotation;
  const double s = a.pose.scale, part = overlapFoundation(law) * s * s / 3;
  const auto& [u, v] = pressure.spread;
  const Vec3 across = std::sqrt(1.5) * v;
  const std::array<Vec3, 3> levers{std::sqrt(2.0) * u, across - std::sqrt(0.5) * u,
                                   -across - std::sqrt(0.5) * u};
  for (std::size_t k = 0; k < 3; ++k) {
    ContactPoint& point = action.points.emplace_back();
    point.name = nameOfPressure(pressure.side, pressure.face, static_cast<int>(k));
    point.point = placeInWorld(a, pressure.centre + levers[k]);
    point.normal = turn * pressure.normal;
    point.force = part * s * pressure.force;
    point.stiffness = part * pressure.stiffness;
    point.depth = law.reach - action.distance;
  }
}

void addOverlap(const HaloBody& a, const PairLaw& law, const OverlapFoundation& foundation,
                ElasticAction& action) {
  const std::size_t first = action.points.size();
  for (const FacePressure& pressure : foundation.pressures()) addPressure(a, law, pressure, action);
  const double squared = a.pose.scale * a.pose.scale;
  if (action.points.size() > first)
    action.points[first].energy = overlapFoundation(law) * squared * squared * foundation.energy();
}

}  // namespace

ConvexHalo::ConvexHalo(const ConvexBody& body)
    : vertexArea(body.vertices().size(), 0.0), edges(body.edges().size()), sieve(body) {
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
    const ConvexBody::Edge& edge = body.edges()[e];
    const Edge made = makeEdge(body.face(edge.face[0]).normal, body.face(edge.face[1]).normal);
    edges[e] = {edge.tail, edge.direction, edge.length, made.outward, made.halfCosine, made.sharpness};
  }
}

ConvexHalo::Edge ConvexHalo::makeEdge(const Vec3& left, const Vec3& right) {
  const Vec3 outward = (left + right).normalized();
  const double sine = left.cross(right).norm();
  return {outward, outward.dot(left), left.dot(right) > 0 ? sine : 1};
}

template <Of side>
void HaloAreaFinder::addVertices(const ConvexPair& pair, const HaloBody& own, const HaloBody& other,
                                 const PairLaw& law, std::span<const Index> near, ElasticAction& action) {
  constexpr Of others = talus::other(side);
  const double meanOwn = own.meanArea(), meanOther = other.meanArea();
  const double share = own.pose.scale * own.pose.scale * meanOther / (meanOwn + meanOther);
  const Feature last = side == Of::A ? action.features.b : action.features.a;
  const double reach = law.farthest() / other.pose.scale, size = pair.size() / pair.scale<others>();
  for (const Index v : near) {
    const Vec3& p = own.body->vertex(v);
    const Vec3 x = pair.toOwn<others>(pair.toCommon<side>(p));
    const FaceBelow below = faceBelow(other.halo->sieve, x, reach, size);
    if (below.beyond) continue;
    const Feature start = below.face < 0 ? last : Feature{FeatureKind::Face, below.face};
    const ConvexDistance nearest = distanceTo(*other.body, x, start);
    const double gap = nearest.distance * other.pose.scale;
    if (gap >= law.farthest() || (gap <= 0 && law.reach == 0)) continue;
    const Vec3 outward = other.pose.rotation * nearest.normal;
    const double area = share * own.halo->vertexArea[static_cast<std::size_t>(v)];
    addHaloVertex({side, v, placeInWorld(own, p), gap, outward, area}, law, action);
  }
}

void HaloAreaFinder::addEdges(const ConvexPair& pair, const HaloBody& a, const HaloBody& b,
                              const PairLaw& law, std::span<const EdgePair> near, ElasticAction& action) {
  const EdgePress press{law.reach / a.pose.scale, law.range / a.pose.scale, law.barrier,
                        law.sight / a.pose.scale};
  HaloEdge second;
  Index placed = -1;
  for (const auto& [e, f] : near) {
    if (f != placed) second = inPair(pair, b.halo->edges[static_cast<std::size_t>(f)]);
    placed = f;
    const EdgeAction edges = edgeAction(a.halo->edges[static_cast<std::size_t>(e)], second, press);
    if (edges.area > 0) addHaloEdges({e, f}, inWorld(a, edges), law, action);
  }
}

const NearFeatures& HaloAreaFinder::nearFeatures(const ConvexPair& pair, const HaloBody& a, const HaloBody& b,
                                                 const ClosestFeatures& closest, double reach,
                                                 std::unique_ptr<NearFeatures>* kept) {
  if (kept == nullptr) {
    unkept_.find(pair, a.halo->sieve, b.halo->sieve, closest, reach, sieve_);
    return unkept_;
  }
  if (*kept == nullptr) *kept = std::make_unique<NearFeatures>();
  NearFeatures& near = **kept;
  if (!near.cover(pair, reach)) near.keep(pair, a.halo->sieve, b.halo->sieve, closest, reach, sieve_);
  return near;
}

void HaloAreaFinder::find(const HaloBody& a, const HaloBody& b, const PairLaw& law, const FeaturePair& start,
                          std::unique_ptr<NearFeatures>* near, ElasticAction& action) {
  action.clear(a.pose.position);
  const ConvexPair pair(*a.body, a.pose, *b.body, b.pose);
  const ClosestFeatures closest = closestInPair(pair, start);
  action.features = closest.features;
  action.distance = closest.distance * a.pose.scale;
  action.normal = a.pose.rotation * closest.normal;
  if (!(action.distance < law.farthest())) return;
  const double reach = std::max(law.range, law.sight) / a.pose.scale;
  const NearFeatures& features = nearFeatures(pair, a, b, closest, reach, near);
  addVertices<Of::A>(pair, a, b, law, features.vertices<Of::A>(), action);
  addVertices<Of::B>(pair, b, a, law, features.vertices<Of::B>(), action);
  addEdges(pair, a, b, law, features.edges(), action);
  if (law.barrier) return requireApart(action.distance);
  if (!(closest.distance < 0)) return;
  foundation_.find(pair, closest.normal, law.range / a.pose.scale);
  addOverlap(a, law, foundation_, action);
}

}  // namespace talus
