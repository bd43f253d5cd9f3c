#include "contact/convex/feature_descent.h"

#include <cmath>
#include <limits>

#include "contact/convex/edge_over_face.h"

namespace talus {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

Segment segmentOf(const ConvexBody& body, Index e) {
  const ConvexBody::Edge& edge = body.edge(e);
  return {edge.tail, edge.direction, edge.length};
}

// The edge of a face that is nearest to a point x beside the face; −1 if x lies over the face. In the body's
// frame.
Index nearestSide(const ConvexBody& body, Index f, const Vec3& x) {
  double least = infinite;
  Index nearest = -1;
  for (const ConvexBody::Side& side : body.sides(f)) {
    if (!(side.outward.dot(x) > side.offset)) continue;
    const Segment segment = segmentOf(body, side.edge);
    const double d = (x - segment.at(segment.nearest(x))).squaredNorm();
    if (d < least) {
      least = d;
      nearest = side.edge;
    }
  }
  return nearest;
}

double squaredDistance(const ConvexBody& body, Index f, const Vec3& x) {
  const Index e = nearestSide(body, f, x);
  if (e < 0) return std::pow(body.face(f).normal.dot(x) - body.face(f).offset, 2);
  const Segment segment = segmentOf(body, e);
  return (x - segment.at(segment.nearest(x))).squaredNorm();
}

bool liesOver(const ConvexBody& body, Index f, const Vec3& x) {
  for (const ConvexBody::Side& side : body.sides(f))
    if (side.outward.dot(x) > side.offset) return false;
  return true;
}

}  // namespace

// ---- Common to all pairs ----

// Accepts the points as the nearest so far. Returns false if an earlier pair was as near: the search ends. A
// few pairs that are equally near to within rounding are accepted, as they may still improve the direction.
bool FeatureDescent::settle(const Vec3& onA, const Vec3& onB, const Vec3& between) {
  constexpr double aboveRounding = 1 + 1e-15;
  constexpr int maximumSideways = 6;
  const double d = between.squaredNorm();
  if (any_ && !(d < best_.squaredDistance) &&
      !(d <= aboveRounding * best_.squaredDistance && sideways_++ < maximumSideways))
    return false;
  best_ = {at_, onA, onB, between, d};
  any_ = true;
  return true;
}

// `towards` points from the own point to the other body's.
template <Of side>
bool FeatureDescent::settleFrom(const Vec3& own, const Vec3& others, const Vec3& towards) {
  return side == Of::A ? settle(own, others, towards) : settle(others, own, -towards);
}

template <Of side>
void FeatureDescent::seekFromVertex(const Vec3& towards, Exit& exit) const {
  const Vec3 w = pair_.turnedToOwn<side>(towards);
  for (const ConvexBody::Spoke& spoke : pair_.body<side>().spokes(feature<side>().index)) {
    const double along = spoke.direction.dot(w);
    if (along > exit.violation) exit = {along, {FeatureKind::Edge, spoke.edge}, side};
  }
}

template <Of side>
void FeatureDescent::seekFromEdge(const Vec3& towards, Exit& exit) const {
  const Vec3 w = pair_.turnedToOwn<side>(towards);
  const ConvexBody::Edge& edge = pair_.body<side>().edge(feature<side>().index);
  for (const std::size_t i : {0, 1}) {
    const double along = edge.inward[i].dot(w);
    if (along > exit.violation) exit = {along, {FeatureKind::Face, edge.face[i]}, side};
  }
}

// Crosses the most violated plane, so that a plane violated only by rounding does not hide a truly violated
// one.
FeatureDescent::Next FeatureDescent::leaveBy(const Exit& exit) {
  if (!(exit.violation > slack_)) return Next::Found;
  violation_ = exit.violation;
  (exit.side == Of::A ? at_.a : at_.b) = exit.feature;
  return Next::Cycle;
}

// The last pair was no nearer. If the plane that led to it was violated only by rounding, the search has
// ended; otherwise the difference hull decides.
FeatureDescent::Next FeatureDescent::stop() const {
  constexpr double coarseRounding = 1e-6;
  return violation_ > coarseRounding * std::sqrt(best_.squaredDistance) + slack_ ? Next::Overlap
                                                                                 : Next::Found;
}

// Replaces an edge by its end vertex if that is its nearest point.
template <Of side>
bool FeatureDescent::clampToEnd(double s, double length) {
  if (s > 0 && s < length) return false;
  go<side>(FeatureKind::Vertex, pair_.body<side>().edge(feature<side>().index).vertex[s > 0 ? 1 : 0]);
  return true;
}

// ---- Pairs ----

FeatureDescent::Next FeatureDescent::vertexVertex() {
  const Vec3 onA = pair_.vertex<Of::A>(at_.a.index), onB = pair_.vertex<Of::B>(at_.b.index);
  const Vec3 between = onB - onA;
  if (!settle(onA, onB, between)) return stop();
  Exit exit{slack_};
  seekFromVertex<Of::A>(between, exit);
  seekFromVertex<Of::B>(-between, exit);
  return leaveBy(exit);
}

template <Of edgeOf>
FeatureDescent::Next FeatureDescent::vertexEdge() {
  constexpr Of vertexOf = other(edgeOf);
  const ConvexBody& body = pair_.body<edgeOf>();
  const ConvexBody::Edge& edge = body.edge(feature<edgeOf>().index);
  const Vec3 x = pair_.vertex<vertexOf>(feature<vertexOf>().index);
  const double s = (pair_.toOwn<edgeOf>(x) - edge.tail).dot(edge.direction);
  if (clampToEnd<edgeOf>(s, edge.length)) return Next::Cycle;
  const Vec3 foot = pair_.toCommon<edgeOf>(edge.tail + s * edge.direction);
  const Vec3 towards = x - foot;
  if (!settleFrom<edgeOf>(foot, x, towards)) return stop();
  Exit exit{slack_};
  seekFromEdge<edgeOf>(towards, exit);
  seekFromVertex<vertexOf>(-towards, exit);
  return leaveBy(exit);
}

template <Of faceOf>
FeatureDescent::Next FeatureDescent::vertexFace() {
  constexpr Of vertexOf = other(faceOf);
  const Index f = feature<faceOf>().index;
  const ConvexBody::Face& face = pair_.body<faceOf>().face(f);
  const Vec3 x = pair_.vertex<vertexOf>(feature<vertexOf>().index);
  const Vec3 own = pair_.toOwn<faceOf>(x);
  if (const Index e = nearestSide(pair_.body<faceOf>(), f, own); e >= 0) {
    go<faceOf>(FeatureKind::Edge, e);
    return Next::Cycle;
  }
  const double height = face.normal.dot(own) - face.offset;
  if (height < 0) return escape<faceOf>(own);
  const Vec3 foot = pair_.toCommon<faceOf>(own - height * face.normal);
  const Vec3 towards = pair_.turnedToCommon<faceOf>(height * pair_.scale<faceOf>() * face.normal);
  if (!settleFrom<faceOf>(foot, x, towards)) return stop();
  Exit exit{slack_};
  seekFromVertex<vertexOf>(-towards, exit);
  return leaveBy(exit);
}

// A vertex below a face lies inside the body, or another face is nearer.
template <Of faceOf>
FeatureDescent::Next FeatureDescent::escape(const Vec3& x) {
  const ConvexBody& body = pair_.body<faceOf>();
  double least = infinite;
  Index nearest = -1;
  for (Index f = 0; f < static_cast<Index>(body.faces().size()); ++f) {
    if (!(body.face(f).normal.dot(x) > body.face(f).offset)) continue;
    const double d = squaredDistance(body, f, x);
    if (d < least) {
      least = d;
      nearest = f;
    }
  }
  if (nearest < 0) return Next::Overlap;
  go<faceOf>(FeatureKind::Face, nearest);
  return Next::Cycle;
}

FeatureDescent::Next FeatureDescent::edgeEdge() {
  const Segment a = pair_.edge<Of::A>(at_.a.index), b = pair_.edge<Of::B>(at_.b.index);
  const SegmentPair nearest = nearestPoints(a, b);
  const bool endOfA = clampToEnd<Of::A>(nearest.s, a.length);
  const bool endOfB = clampToEnd<Of::B>(nearest.t, b.length);
  if (endOfA || endOfB) return Next::Cycle;
  const Vec3 onA = a.at(nearest.s), onB = b.at(nearest.t);
  const Vec3 between = onB - onA;
  if (!settle(onA, onB, between)) return stop();
  Exit exit{slack_};
  seekFromEdge<Of::A>(between, exit);
  seekFromEdge<Of::B>(-between, exit);
  return leaveBy(exit);
}

// The nearest points of an edge and a face are in the interior of both only if they are parallel.
template <Of faceOf>
FeatureDescent::Next FeatureDescent::edgeFace() {
  constexpr Of edgeOf = other(faceOf);
  const ConvexBody& body = pair_.body<faceOf>();
  const Index f = feature<faceOf>().index, e = feature<edgeOf>().index;
  const EdgeOverFace over(body, f, ownSegment<faceOf>(pair_, e));
  if (over.pierces()) return Next::Overlap;
  if (over.isParallel(slack_ / pair_.scale<faceOf>())) {
    const Vec3 own = over.middle();
    const double height = over.height();
    const Vec3 towards = pair_.turnedToCommon<faceOf>(height * pair_.scale<faceOf>() * body.face(f).normal);
    const Vec3 x = pair_.toCommon<faceOf>(own);
    if (!settleFrom<faceOf>(x - towards, x, towards)) return stop();
    Exit exit{slack_};
    seekFromEdge<edgeOf>(-towards, exit);
    return leaveBy(exit);
  }
  const auto nearest = over.nearestOfBoundary();
  if (nearest.end >= 0)
    go<edgeOf>(FeatureKind::Vertex,
               pair_.body<edgeOf>().edge(e).vertex[static_cast<std::size_t>(nearest.end)]);
  else
    go<faceOf>(FeatureKind::Edge, nearest.side);
  return Next::Cycle;
}

// Replaces two faces by their nearest pair of a vertex and a face or of two edges. If parallel faces are the
// nearest features, such a pair is equally near.
FeatureDescent::Next FeatureDescent::faceFace() {
  const Index f = at_.a.index, g = at_.b.index;
  FeaturePair nearest = at_;
  double least = infinite;
  const auto offer = [&](double d, const Feature& a, const Feature& b) {
    if (!(d < least)) return;
    least = d;
    nearest = {a, b};
  };
  const auto offerVertices = [&]<Of faceOf>() {
    constexpr Of vertexOf = other(faceOf);
    const Index own = faceOf == Of::A ? f : g, others = faceOf == Of::A ? g : f;
    for (const ConvexBody::Side& side : pair_.body<vertexOf>().sides(others)) {
      const Vec3 x = pair_.toOwn<faceOf>(pair_.vertex<vertexOf>(side.vertex));
      if (!liesOver(pair_.body<faceOf>(), own, x)) continue;
      const ConvexBody::Face& face = pair_.body<faceOf>().face(own);
      const double d = std::pow((face.normal.dot(x) - face.offset) * pair_.scale<faceOf>(), 2);
      const Feature vertex{FeatureKind::Vertex, side.vertex}, over{FeatureKind::Face, own};
      faceOf == Of::A ? offer(d, over, vertex) : offer(d, vertex, over);
    }
  };
  offerVertices.operator()<Of::A>();
  offerVertices.operator()<Of::B>();
  for (const ConvexBody::Side& s : pair_.body<Of::A>().sides(f))
    for (const ConvexBody::Side& t : pair_.body<Of::B>().sides(g)) {
      const Segment a = pair_.edge<Of::A>(s.edge), b = pair_.edge<Of::B>(t.edge);
      const SegmentPair points = nearestPoints(a, b);
      offer((b.at(points.t) - a.at(points.s)).squaredNorm(), {FeatureKind::Edge, s.edge},
            {FeatureKind::Edge, t.edge});
    }
  at_ = nearest;
  return Next::Cycle;
}

// ---- Search ----

FeatureDescent::Next FeatureDescent::cycle() {
  ++cycles_;
  switch (static_cast<int>(at_.a.kind) * 3 + static_cast<int>(at_.b.kind)) {
    case 0:
      return vertexVertex();
    case 1:
      return vertexEdge<Of::B>();
    case 2:
      return vertexFace<Of::B>();
    case 3:
      return vertexEdge<Of::A>();
    case 4:
      return edgeEdge();
    case 5:
      return edgeFace<Of::B>();
    case 6:
      return vertexFace<Of::A>();
    case 7:
      return edgeFace<Of::A>();
    default:
      return faceFace();
  }
}

bool FeatureDescent::run() {
  Next next = Next::Cycle;
  while (next == Next::Cycle) next = cycle();
  if (next == Next::Found) at_ = best_.features;
  return next == Next::Found;
}

}  // namespace talus
