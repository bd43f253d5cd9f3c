#include "contact/convex/face_overlap.h"

#include <algorithm>

namespace talus {

namespace {

using Vec2 = Eigen::Vector2d;

// A corner of a projected polygon and the side that starts there.
struct PolygonCorner {
  Vec2 point = Vec2::Zero();
  Of owner = Of::A;  // body of the side
  Index edge = -1;   // of that body
};
using Polygon = boost::container::small_vector<PolygonCorner, 24>;

double cross(const Vec2& u, const Vec2& v) {
  return u.x() * v.y() - u.y() * v.x();
}

// Projects along the axis onto a perpendicular plane, seen from the tip of the axis.
struct Projection {
  Vec3 u, v;

  explicit Projection(const Vec3& axis) : u(axis.unitOrthogonal()), v(axis.cross(u)) {}
  Vec2 operator()(const Vec3& x) const { return {u.dot(x), v.dot(x)}; }
};

template <Of side>
Polygon projected(const ConvexPair& pair, Index face, const Projection& projection) {
  Polygon polygon;
  for (const ConvexBody::Side& s : pair.body<side>().sides(face))
    polygon.push_back({projection(pair.vertex<side>(s.vertex)), side, s.edge});
  return polygon;
}

// Reverses a polygon of B, which is clockwise when seen from the tip of the axis.
Polygon reversed(const Polygon& polygon) {
  Polygon result;
  const std::size_t n = polygon.size();
  for (std::size_t i = 0; i < n; ++i)
    result.push_back({polygon[(n - i) % n].point, polygon[0].owner, polygon[n - 1 - i].edge});
  return result;
}

// Keeps the part of a polygon to the left of the line through `start` along `along`. The new side belongs to
// the line's owner.
void cut(Polygon& polygon, const PolygonCorner& start, const Vec2& along, Polygon& result) {
  result.clear();
  const auto height = [&](const Vec2& p) { return cross(along, p - start.point); };
  double h = polygon.empty() ? 0 : height(polygon[0].point);
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const PolygonCorner& from = polygon[i];
    const PolygonCorner& to = polygon[(i + 1) % polygon.size()];
    const double next = height(to.point);
    if (h >= 0) result.push_back(from);
    if ((h >= 0) != (next >= 0)) {
      const Vec2 crossing = from.point + h / (h - next) * (to.point - from.point);
      result.push_back(h >= 0 ? PolygonCorner{crossing, start.owner, start.edge}
                              : PolygonCorner{crossing, from.owner, from.edge});
    }
    h = next;
  }
  std::swap(polygon, result);
}

Polygon intersection(const Polygon& a, Polygon b) {
  Polygon spare;
  for (std::size_t i = 0; i < a.size() && !b.empty(); ++i)
    cut(b, a[i], a[(i + 1) % a.size()].point - a[i].point, spare);
  return b;
}

// The vertex at which two sides of one face meet, or −1.
Index commonVertex(const ConvexBody& body, Index e, Index f) {
  for (const Index v : body.edge(e).vertex)
    if (e != f && (v == body.edge(f).vertex[0] || v == body.edge(f).vertex[1])) return v;
  return -1;
}

class Overlap {
 public:
  Overlap(const ConvexPair& pair, Index faceA, Index faceB, const Vec3& axis)
      : pair_(pair), faceA_(faceA), faceB_(faceB), axis_(axis), projection_(axis) {}

  OverlapCorners corners() const {
    OverlapCorners result;
    const Vec3 normalA = pair_.normal<Of::A>(faceA_), normalB = pair_.normal<Of::B>(faceB_);
    if (normalA.dot(axis_) < leastSlope || normalB.dot(axis_) > -leastSlope) return result;
    Polygon polygon = intersection(projected<Of::A>(pair_, faceA_, projection_),
                                   reversed(projected<Of::B>(pair_, faceB_, projection_)));
    for (std::size_t i = 0; i < polygon.size(); ++i)
      result.push_back(cornerOf(polygon[i], polygon[(i + polygon.size() - 1) % polygon.size()]));
    mergeNear(result);
    shareArea(result);
    return result;
  }

 private:
  static constexpr double leastSlope = 1e-3;

  OverlapCorner cornerOf(const PolygonCorner& corner, const PolygonCorner& previous) const {
    const Vec3 x = corner.point.x() * projection_.u + corner.point.y() * projection_.v;
    OverlapCorner result;
    result.onA = onPlane<Of::A>(faceA_, x);
    result.onB = onPlane<Of::B>(faceB_, x);
    result.gap = axis_.dot(result.onB - result.onA);
    result.features = featuresOf(previous, corner);
    return result;
  }

  FeaturePair featuresOf(const PolygonCorner& s, const PolygonCorner& t) const {
    const Feature a{FeatureKind::Face, faceA_}, b{FeatureKind::Face, faceB_};
    if (s.owner != t.owner) {
      const PolygonCorner& ofA = s.owner == Of::A ? s : t;
      const PolygonCorner& ofB = s.owner == Of::A ? t : s;
      return {{FeatureKind::Edge, ofA.edge}, {FeatureKind::Edge, ofB.edge}};
    }
    const ConvexBody& body = s.owner == Of::A ? pair_.body<Of::A>() : pair_.body<Of::B>();
    const Index v = commonVertex(body, s.edge, t.edge);
    const Feature own = v < 0 ? Feature{FeatureKind::Edge, t.edge} : Feature{FeatureKind::Vertex, v};
    return s.owner == Of::A ? FeaturePair{own, b} : FeaturePair{a, own};
  }

  // The point of a face's plane whose projection is x.
  template <Of side>
  Vec3 onPlane(Index f, const Vec3& x) const {
    const ConvexBody::Face& face = pair_.body<side>().face(f);
    const Vec3 normal = pair_.normal<side>(f);
    const double height = (face.offset - face.normal.dot(pair_.toOwn<side>(x))) * pair_.scale<side>();
    return x + height / normal.dot(axis_) * axis_;
  }

  static bool hasVertex(const OverlapCorner& c) {
    return c.features.a.kind == FeatureKind::Vertex || c.features.b.kind == FeatureKind::Vertex;
  }

  // Merges corners that are close together; keeps vertices rather than crossings.
  void mergeNear(OverlapCorners& corners) const {
    const double least = 1e-9 * pair_.size();
    for (std::size_t i = 0; i < corners.size() && corners.size() > 1;) {
      const std::size_t next = (i + 1) % corners.size();
      if ((corners[i].onA - corners[next].onA).squaredNorm() > least * least) {
        ++i;
        continue;
      }
      corners.erase(corners.begin() + static_cast<std::ptrdiff_t>(
                                          hasVertex(corners[i]) && !hasVertex(corners[next]) ? next : i));
    }
  }

  void shareArea(OverlapCorners& corners) const {
    Vec3 middle = Vec3::Zero();
    for (const OverlapCorner& c : corners) middle += c.onA / static_cast<double>(corners.size());
    for (std::size_t i = 0; i < corners.size(); ++i) {
      OverlapCorner& from = corners[i];
      OverlapCorner& to = corners[(i + 1) % corners.size()];
      const double area = axis_.dot((from.onA - middle).cross(to.onA - middle)) / 2;
      from.area += area / 2;
      to.area += area / 2;
    }
  }

  const ConvexPair& pair_;
  Index faceA_, faceB_;
  Vec3 axis_;
  Projection projection_;
};

}  // namespace

OverlapCorners faceOverlap(const ConvexPair& pair, Index faceA, Index faceB, const Vec3& axis) {
  return Overlap(pair, faceA, faceB, axis).corners();
}

}  // namespace talus
