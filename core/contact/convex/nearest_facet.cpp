#include "contact/convex/nearest_facet.h"

#include <algorithm>
#include <limits>

#include "contact/convex/difference_corner.h"

namespace talus {

namespace {

// Relative to the pair's size: far above the rounding of lengths.
constexpr double rounding = 1e-12;

// A facet of A − B, or a part of it.
struct OriginFacet {
  SeparatingAxis axis;  // its normal and distance from the origin
  double margin = 0;    // distance of its point nearest to the origin from its boundary; negative: outside
};

SeparatingAxis axisAlong(const Vec3& normal, const ConvexPair& pair, Index a, Index b) {
  const Vec3 direction = normal / normal.norm();
  const DifferenceCorner corner = DifferenceCorner::along(direction, pair, a, b);
  return {direction, direction.dot(corner.point), corner.a, corner.b, 0};
}

double marginIn(const ConvexBody& body, Index face, const Vec3& x) {
  double margin = std::numeric_limits<double>::infinity();
  for (const ConvexBody::Side& side : body.sides(face))
    margin = std::min(margin, side.offset - side.outward.dot(x));
  return margin;
}

// A face of A minus a vertex of B.
OriginFacet facetOfA(const ConvexPair& pair, Index face, Index b) {
  const ConvexBody& body = pair.body<Of::A>();
  const SeparatingAxis axis = axisAlong(body.face(face).normal, pair, body.sides(face).front().vertex, b);
  return {axis, marginIn(body, face, pair.vertex<Of::B>(axis.b) + axis.depth * axis.direction)};
}

// A vertex of A minus a face of B.
OriginFacet facetOfB(const ConvexPair& pair, Index face, Index a) {
  const ConvexBody& body = pair.body<Of::B>();
  const SeparatingAxis axis = axisAlong(-pair.normal<Of::B>(face), pair, a, body.sides(face).front().vertex);
  const Vec3 x = pair.toOwn<Of::B>(pair.vertex<Of::A>(axis.a) - axis.depth * axis.direction);
  return {axis, pair.scale<Of::B>() * marginIn(body, face, x)};
}

// An edge of A minus an edge of B. No margin if other vertices lie farther along the common normal.
OriginFacet facetOfEdges(const ConvexPair& pair, Index edgeA, Index edgeB) {
  const ConvexBody &bodyA = pair.body<Of::A>(), &bodyB = pair.body<Of::B>();
  const Segment a = pair.edge<Of::A>(edgeA), b = pair.edge<Of::B>(edgeB);
  const Vec3 normal = a.direction.cross(b.direction);
  const double sine = normal.norm();
  if (!(sine > 0)) return {};
  const auto& faces = bodyA.edge(edgeA).face;
  const Vec3 outward = bodyA.face(faces[0]).normal + bodyA.face(faces[1]).normal;
  const SeparatingAxis axis = axisAlong(normal.dot(outward) < 0 ? Vec3(-normal) : normal, pair,
                                        bodyA.edge(edgeA).vertex[0], bodyB.edge(edgeB).vertex[0]);
  const Vec3 between = b.tail - a.tail;
  if (!(axis.depth + axis.direction.dot(between) < rounding * pair.size())) return {axis, 0};
  const double s = between.cross(b.direction).dot(normal) / sine;  // places on the edges times the sine
  const double t = between.cross(a.direction).dot(normal) / sine;
  return {axis, std::min({s, a.length * sine - s, t, b.length * sine - t})};
}

Index someVertex(const ConvexBody& body, const Feature& feature) {
  if (feature.kind == FeatureKind::Vertex) return feature.index;
  if (feature.kind == FeatureKind::Edge) return body.edge(feature.index).vertex[0];
  return body.sides(feature.index).front().vertex;
}

OriginFacet facetOf(const ConvexPair& pair, const FeaturePair& features) {
  const auto& [a, b] = features;
  if (a.kind == FeatureKind::Face) return facetOfA(pair, a.index, someVertex(pair.body<Of::B>(), b));
  if (b.kind == FeatureKind::Face) return facetOfB(pair, b.index, someVertex(pair.body<Of::A>(), a));
  if (a.kind == FeatureKind::Edge && b.kind == FeatureKind::Edge) return facetOfEdges(pair, a.index, b.index);
  return {};
}

bool isNearest(const ConvexPair& pair, const OriginFacet& facet) {
  const double inA = pair.body<Of::A>().innerRadius(), inB = pair.body<Of::B>().innerRadius();
  const double slack = rounding * pair.size();
  const double depth = facet.axis.depth, disc = facet.margin - slack;
  if (!(depth > slack && disc > 0 && inA > 0 && inB > 0)) return false;
  // The angle 2 atan(disc / depth).
  const double sum = depth * depth + disc * disc;
  const double cosine = (depth * depth - disc * disc) / sum, sine = 2 * depth * disc / sum;
  // How far the centre of A lies behind that of B in the worst direction from this angle on.
  const Vec3& centre = pair.pose().position;
  const double along = facet.axis.direction.dot(centre);
  const double aside = (centre - along * facet.axis.direction).norm();
  const bool ahead = sine * along >= cosine * aside;
  const double behind = ahead ? cosine * along + sine * aside : centre.norm();
  return inA + pair.scale<Of::B>() * inB - behind > depth + slack;
}

}  // namespace

std::optional<SeparatingAxis> axisOfNearestFacet(const ConvexPair& pair, const FeaturePair& features) {
  const OriginFacet facet = facetOf(pair, features);
  if (!isNearest(pair, facet)) return {};
  return facet.axis;
}

}  // namespace talus
