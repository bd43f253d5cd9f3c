#include "dynamics/halo/overlap_foundation.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus {

namespace {

// Integrals over a plane polygon.
struct Integrals {
  double area = 0, depth = 0, squaredDepth = 0;
  Vec3 depthMoment = Vec3::Zero();  // ∫ depth · (x − origin)

  // @param p corners, relative to the origin. @param d their depths, ≥ 0.
  void addTriangle(const std::array<Vec3, 3>& p, const std::array<double, 3>& d) {
    const double part = 0.5 * (p[1] - p[0]).cross(p[2] - p[0]).norm();
    const double sum = d[0] + d[1] + d[2];
    area += part;
    depth += part / 3 * sum;
    squaredDepth += part / 12 * (sum * sum + d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    for (std::size_t i = 0; i < 3; ++i) depthMoment += part / 12 * (sum + d[i]) * p[i];
  }
};

template <class Polygon, class Visit>
void forEachTriangle(const Polygon& polygon, const Visit& visit) {
  for (std::size_t i = 2; i < polygon.size(); ++i) visit(std::array{polygon[0], polygon[i - 1], polygon[i]});
}

// @param depth of a place of the polygon: linear.
template <class Polygon, class Depth>
Integrals integralsOf(const Polygon& polygon, const Vec3& origin, const Depth& depth) {
  Integrals sum;
  forEachTriangle(polygon, [&](const std::array<Vec3, 3>& p) {
    sum.addTriangle({p[0] - origin, p[1] - origin, p[2] - origin},
                    {std::max(0.0, depth(p[0])), std::max(0.0, depth(p[1])), std::max(0.0, depth(p[2]))});
  });
  return sum;
}

// ∫ (u · (x − centre))² over a triangle: the midpoints of its sides give it exactly.
double squaredSpread(const std::array<Vec3, 3>& p, const Vec3& centre, const Vec3& u) {
  const double area = 0.5 * (p[1] - p[0]).cross(p[2] - p[0]).norm();
  double sum = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const double along = u.dot(0.5 * (p[i] + p[(i + 1) % 3]) - centre);
    sum += along * along;
  }
  return area / 3 * sum;
}

}  // namespace

void OverlapFoundation::find(const ConvexPair& pair, const Vec3& axis, double limit) {
  energy_ = 0;
  limit_ = limit;
  pressures_.clear();
  const double topOfA = findHeights<Of::A>(pair, axis, heightsOfA_);
  const double topOfB = findHeights<Of::B>(pair, -axis, heightsOfB_);
  const double depth = topOfA + topOfB;
  if (!(depth > 0)) return;
  const bool ofA = pair.body<Of::A>().faces().size() <= pair.body<Of::B>().faces().size();
  findPlanes<Of::A>(pair, heightsOfA_, topOfA - (ofA ? 2 : 1) * depth, ofA_);
  findPlanes<Of::B>(pair, heightsOfB_, topOfB - (ofA ? 1 : 2) * depth, ofB_);
  if (ofA)
    press<Of::B>(pair, ofB_, ofA_);
  else
    press<Of::A>(pair, ofA_, ofB_);
}

// Of the vertices along the axis. @return the greatest.
template <Of side>
double OverlapFoundation::findHeights(const ConvexPair& pair, const Vec3& axis,
                                      std::vector<double>& heights) {
  heights.clear();
  for (Index v = 0; v < static_cast<Index>(pair.body<side>().vertices().size()); ++v)
    heights.push_back(axis.dot(pair.vertex<side>(v)));
  return *std::max_element(heights.begin(), heights.end());
}

// The planes of the faces with a vertex above the limit. All places of the overlap lie within its depth below
// the top of the body, and the nearest places of its surface within twice that.
template <Of side>
void OverlapFoundation::findPlanes(const ConvexPair& pair, const std::vector<double>& heights, double limit,
                                   Planes& planes) {
  planes.clear();
  const ConvexBody& body = pair.body<side>();
  for (Index f = 0; f < static_cast<Index>(body.faces().size()); ++f) {
    const auto isHigh = [&](const ConvexBody::Side& s) {
      return heights[static_cast<std::size_t>(s.vertex)] >= limit;
    };
    if (!std::ranges::any_of(body.sides(f), isHigh)) continue;
    const Vec3 normal = pair.normal<side>(f);
    const Vec3 onFace = pair.vertex<side>(body.sides(f).front().vertex);
    planes.push_back({f, normal, normal.dot(onFace)});
  }
}

// Keeps the part of the polygon below the plane. False: nothing is left.
bool OverlapFoundation::clip(const Plane& plane) {
  depths_.clear();
  for (const Vec3& corner : polygon_) depths_.push_back(plane.depth(corner));
  const auto [least, most] = std::ranges::minmax(depths_);
  if (least >= 0) return true;
  if (most < 0) return false;
  spare_.clear();
  double last = depths_.back();
  for (std::size_t i = 0; i < polygon_.size(); ++i) {
    const double next = depths_[i];
    const Vec3& before = polygon_[i == 0 ? polygon_.size() - 1 : i - 1];
    if ((last >= 0) != (next >= 0)) spare_.push_back(before + last / (last - next) * (polygon_[i] - before));
    if (next >= 0) spare_.push_back(polygon_[i]);
    last = next;
  }
  std::swap(polygon_, spare_);
  return polygon_.size() > 2;
}

// Keeps what is nearer to one of the planes than to the others.
// @param second as near as the first.
bool OverlapFoundation::clipToPart(const Planes& planes, std::size_t nearest, std::size_t second) {
  const Plane& own = planes[nearest];
  for (std::size_t i = 0; i < planes.size(); ++i) {
    if (i == nearest || i == second) continue;
    if (!clip({-1, planes[i].normal - own.normal, planes[i].offset - own.offset})) return false;
  }
  return true;
}

// The planes to one of which a place of the polygon may be nearest.
void OverlapFoundation::findNearest(const Planes& planes) {
  double limit = std::numeric_limits<double>::infinity();
  leastDepths_.clear();
  for (const Plane& plane : planes) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const Vec3& corner : polygon_) {
      low = std::min(low, plane.depth(corner));
      high = std::max(high, plane.depth(corner));
    }
    leastDepths_.push_back(low);
    limit = std::min(limit, high);
  }
  nearest_.clear();
  for (std::size_t i = 0; i < planes.size(); ++i)
    if (leastDepths_[i] <= limit) nearest_.push_back(planes[i]);
}

bool OverlapFoundation::clipToBody(const Planes& planes) {
  return std::ranges::all_of(planes, [this](const Plane& plane) { return clip(plane); });
}

// Integrals of φ, of which what exceeds the limit does not count, and of twice the integral of φ along the
// depth. @param visit called with Integrals, whose `squaredDepth` is the latter.
template <class Visit>
void OverlapFoundation::integrate(const Plane& nearest, const Vec3& origin, const Visit& visit) {
  const auto depth = [&](const Vec3& x) { return nearest.depth(x); };
  const Polygon whole = polygon_;
  if (clip({-1, -nearest.normal, limit_ - nearest.offset})) visit(integralsOf(polygon_, origin, depth));
  polygon_ = whole;
  if (!clip({-1, nearest.normal, nearest.offset - limit_})) return;
  const Integrals beyond = integralsOf(polygon_, origin, depth);
  Integrals constant = integralsOf(polygon_, origin, [&](const Vec3&) { return limit_; });
  constant.squaredDepth = limit_ * (2 * beyond.depth - limit_ * beyond.area);
  visit(constant);
}

// @param own planes of the body that presses. @param other of the foundation.
template <Of side>
void OverlapFoundation::press(const ConvexPair& pair, const Planes& own, const Planes& other) {
  pressing_.clear();
  parts_.clear();
  for (const Plane& face : own) {
    setPolygon<side>(pair, face.face);
    if (!clipToBody(other)) continue;
    pressing_.push_back(face);
    addFace<side>(pair, face, other);
  }
  for (const Plane& face : other) {  // parts may lie inside as a whole
    setPolygon<talus::other(side)>(pair, face.face);
    const auto holds = [this](const Plane& plane) {
      return std::ranges::all_of(polygon_, [&](const Vec3& corner) { return plane.depth(corner) >= 0; });
    };
    if (std::ranges::all_of(own, holds)) addPart(face);
  }
  addWalls(parts_, pressing_, pair.size());
}

template <Of side>
void OverlapFoundation::setPolygon(const ConvexPair& pair, Index face) {
  polygon_.clear();
  for (const ConvexBody::Side& s : pair.body<side>().sides(face))
    polygon_.push_back(pair.vertex<side>(s.vertex));
}

void OverlapFoundation::addPart(const Plane& nearest) {
  if (std::ranges::find(parts_, nearest.face, &Plane::face) == parts_.end()) parts_.push_back(nearest);
}

// polygon_ is the part of the face inside the other body.
template <Of side>
void OverlapFoundation::addFace(const ConvexPair& pair, const Plane& face, const Planes& other) {
  const Polygon inside = polygon_;
  FacePressure pressure{side, face.face, side == Of::A ? face.normal : Vec3(-face.normal)};
  findNearest(other);
  for (std::size_t i = 0; i < nearest_.size(); ++i) {
    polygon_ = inside;
    if (!clipToPart(nearest_, i, i)) continue;
    addPart(nearest_[i]);
    const double facing = -face.normal.dot(nearest_[i].normal);
    integrate(nearest_[i], inside[0], [&](const Integrals& part) {
      energy_ += 0.5 * facing * part.squaredDepth;
      pressure.force += part.depth;
      pressure.centre += part.depthMoment;
      pressure.stiffness += part.area;
    });
  }
  if (!(pressure.force > 0)) return;
  pressure.centre = inside[0] + pressure.centre / pressure.force;
  const ConvexBody::Side& first = pair.body<side>().sides(face.face).front();
  const Vec3 across = pair.turnedToCommon<side>(first.outward);
  const std::array axes{across, Vec3(face.normal.cross(across))};
  for (std::size_t k = 0; k < 2; ++k) {
    double squares = 0;
    forEachTriangle(
        inside, [&](const std::array<Vec3, 3>& p) { squares += squaredSpread(p, pressure.centre, axes[k]); });
    pressure.spread[k] = std::sqrt(squares / pressure.stiffness) * axes[k];
  }
  pressures_.push_back(pressure);
}

// ∫ φ dV by the divergence theorem: on the faces of the other body and on the walls between the parts that
// are nearest to one face each, which meet at half the angle between the faces.
// @param own of the parts that reach into the overlap. @param other of the faces that bound it.
void OverlapFoundation::addWalls(const Planes& own, const Planes& other, double size) {
  for (std::size_t i = 0; i < own.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Vec3 difference = own[j].normal - own[i].normal;
      const double length = difference.norm();
      if (!(length > 0)) continue;
      const Vec3 across = difference / length;
      const Vec3 u = 3 * size * across.unitOrthogonal(), v = across.cross(u);  // a square around all
      const Vec3 middle = (own[j].offset - own[i].offset) / length * across;
      polygon_ = {middle + u, middle + v, middle - u, middle - v};
      if (clip(own[i]) && clipToPart(own, i, j) && clipToBody(other))
        integrate(own[i], middle,
                  [&](const Integrals& part) { energy_ += 0.5 * length * part.squaredDepth; });
    }
  }
}

}  // namespace talus
