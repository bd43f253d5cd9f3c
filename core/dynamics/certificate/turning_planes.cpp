#include "dynamics/certificate/turning_planes.h"

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

// How a part rises along the normal of the planes, to first order.
class Rise {
 public:
  // @param way of the body in the frame of the planes. @param sign 1 or −1: heights are along that times the
  // normal.
  Rise(const PartInMotion& part, const TurningPlanes& planes, const Vec3& way, double sign)
      : points_(part.points) {
    const Pose& pose = part.start;
    const Vec3 normal = sign * planes.normal, from = pose.position - planes.point;
    height_ = pose.scale * (pose.rotation.transpose() * normal);
    speed_ = pose.scale * (pose.rotation.transpose() * normal.cross(part.motion.angle - planes.turn));
    speedOfAll_ = normal.dot(way) - normal.cross(planes.turn).dot(from);
    const Vec3 centre = pose.rotation.transpose() * from;
    double square = 0;
    first_ = -std::numeric_limits<double>::infinity();
    for (const Vec3& p : points_) {
      first_ = std::max(first_, height_.dot(p));
      square = std::max(square, (pose.scale * p + centre).squaredNorm());
    }
    size_ = std::sqrt(square);
  }

  double size() const { return size_; }  // greatest distance of a point from the planes' point, m

  // The point that is highest after a part of the motion.
  struct Lead {
    double behind;  // at the start, m, ≤ 0
    double speed;   // m per motion
    double after(double part) const { return behind + part * speed; }
  };
  Lead lead(double part) const {
    Lead highest{0, -std::numeric_limits<double>::infinity()};
    for (const Vec3& p : points_) {
      const Lead found{height_.dot(p) - first_, speed_.dot(p) + speedOfAll_};
      if (found.after(part) > highest.after(part)) highest = found;
    }
    return highest;
  }

 private:
  std::span<const Vec3> points_;
  Vec3 height_, speed_;  // of a point, per length of the shape
  double speedOfAll_, first_, size_;
};

// Bounds of what the speed of a part's points changes by, in the frame of planes.
struct Bend {
  Vec3 known;        // acceleration of the body's point at the planes' point
  double other = 0;  // of other points and later, at most
};

// With y from the planes' point to the body's position, q = y + tu + R(t) r and r = s − y: derivatives of
// what is due to y are at most |a|²|a×y|, |a||a×y|, |a||a×y| t, |a||a×y| t²/2 in the third, second, first and
// none, which the frame multiplies by 1, 3|ω|, 3|ω|², |ω|³. What is due to s has the third one |a−ω|
// (|a|+|ω|)² |s|.
Bend bend(const PartInMotion& part, const TurningPlanes& planes, const Vec3& way, double size) {
  const Vec3 &a = part.motion.angle, &w = planes.turn;
  const Vec3 y = part.start.position - planes.point, across = a.cross(y), slide = way - across;
  const double turn = a.norm(), frame = w.norm(), apart = (a - w).norm();
  const double third = across.norm() * turn * (turn + 3 * frame + frame * frame * (3 + frame / 2)) +
                       size * apart * (turn + frame) * (turn + frame) +
                       slide.norm() * frame * frame * (3 + frame);
  return {-a.cross(across) - 2 * w.cross(slide), size * (a.cross(w).norm() + apart * apart) + third / 3};
}

// The direction of the edge between the two highest points of a part.
Vec3 highestEdge(const PartInMotion& part, const Vec3& normal) {
  const Vec3 height = part.start.rotation.transpose() * normal;
  const Vec3 *first = nullptr, *second = nullptr;
  double highest = -std::numeric_limits<double>::infinity(), next = highest;
  for (const Vec3& p : part.points) {
    const double h = height.dot(p);
    if (h > highest) {
      next = highest, second = first;
      highest = h, first = &p;
    } else if (h > next) {
      next = h, second = &p;
    }
  }
  return second == nullptr ? Vec3::Zero() : Vec3(part.start.rotation * (*second - *first));
}

}  // namespace

// The parts come closer by the greatest of functions linear in t, plus bent t²: a convex function, whose
// place of a value is that of one function after the other, from above.
double TurningPlanes::partWithin(double allowed, const PartInMotion& a, const PartInMotion& b) const {
  constexpr double roundings = 64 * 0x1p-53, aboveRounding = 1 + 1e-12, belowRounding = 1 - 1e-9;
  constexpr int leads = 8;
  const Vec3 moved = a.motion.way - a.motion.angle.cross(a.start.position - point);
  const Vec3 wayA = a.motion.way - moved, wayB = b.motion.way - moved;
  const Rise riseA(a, *this, wayA, 1), riseB(b, *this, wayB, -1);
  const Bend bendA = bend(a, *this, wayA, riseA.size()), bendB = bend(b, *this, wayB, riseB.size());
  const double turns = a.motion.angle.norm() + b.motion.angle.norm() + turn.norm(),
               far = (a.start.position - point).norm() + (b.start.position - point).norm() + riseA.size() +
                     riseB.size();
  const double bent =
      0.5 * aboveRounding * std::max(0.0, normal.dot(bendA.known - bendB.known) + bendA.other + bendB.other);
  const double rounding = roundings * (wayA.norm() + wayB.norm() + turns * far);
  double part = 1;
  for (int n = 0;; ++n) {
    const Rise::Lead ofA = riseA.lead(part), ofB = riseB.lead(part);
    const double behind = ofA.behind + ofB.behind, speed = ofA.speed + ofB.speed + rounding;
    const double approach = behind + part * (speed + part * bent);
    if (approach <= allowed) return part;
    if (n == leads) return part * allowed / approach;
    const double left = belowRounding * allowed - behind;
    part = std::min(part, 2 * left / (speed + std::sqrt(speed * speed + 4 * bent * left)));
  }
}

Vec3 TurningPlanes::alongEdges(const PartInMotion& a, const PartInMotion& b, const Vec3& normal) {
  constexpr double leastSine = 0.01;
  const Vec3 acrossA = normal.cross(highestEdge(a, normal)), acrossB = normal.cross(highestEdge(b, -normal));
  const double aa = acrossA.squaredNorm(), bb = acrossB.squaredNorm(), ab = acrossA.dot(acrossB);
  const double determinant = aa * bb - ab * ab;
  if (!(determinant > leastSine * leastSine * aa * bb)) return Vec3::Zero();
  const double turnA = a.motion.angle.dot(acrossA), turnB = b.motion.angle.dot(acrossB);
  return (bb * turnA - ab * turnB) / determinant * acrossA +
         (aa * turnB - ab * turnA) / determinant * acrossB;
}

}  // namespace talus
