#include "dynamics/halo/edge_potential.h"

#include <algorithm>
#include <cmath>

#include "dynamics/field/barrier_potential.h"

namespace talus {

namespace {

struct Value {
  double value = 0, slope = 0;
};

// 1 along most of the edge, 0 at its ends.
Value alongWindow(double at, double length) {
  const double u = 2 * at / length - 1;
  const double cube = u * u * u;
  return {1 - cube * u, -8 * cube / length};
}

// 1 between both normals, 0 where the normal is perpendicular to `outward`.
Value outwardWindow(double cosine, double halfCosine) {
  const double t = cosine / halfCosine;
  if (t >= 1) return {1, 0};
  return {t * t * (3 - 2 * t), 6 * t * (1 - t) / halfCosine};
}

struct Pressed {
  double value = 0, slope = 0, curvature = 1;  // the last as used for the stable step
};

// P and its derivatives by the gap.
Pressed gapPotential(double gap, const EdgePress& press) {
  const auto [reach, range, barrier, sight] = press;
  if (gap >= reach) return {0, 0, 0};
  if (barrier) {
    const BarrierPressure pressure = barrierAt(gap, reach, range);
    return {pressure.energy, -pressure.force, pressure.stiffness};
  }
  const double bend = -0.25 * reach;
  if (gap >= bend) return {0.5 * (reach - gap) * (reach - gap), gap - reach};
  const double width = reach + bend, top = 0.5 * (reach - bend) * (reach - bend);
  const double slope = (bend - reach) * width;
  const double t = (gap + reach) / width;  // Hermite's cubic from 0 to the value and slope at the bend
  const double value = top * t * t * (3 - 2 * t) + slope * t * t * (t - 1);
  const double rise = top * 6 * t * (1 - t) + slope * t * (3 * t - 2);
  return {value, rise / width};
}

// Where the lines of two edges are nearest to each other.
struct Crossing {
  Vec3 between, cross, normal;   // tail to tail; of both directions; unit, from the first to the second edge
  double square = 0, scale = 0;  // squared sine of the angle; normal over cross
  double a = 0, b = 0;           // distances from the tails
  double gap = 0;
  double cosineA = 0, cosineB = 0;  // between the normal and `outward` of either edge
};

// False: no interaction. The test that most pairs fail comes first, without division.
bool findCrossing(const HaloEdge& first, const HaloEdge& second, const EdgePress& press, Crossing& at) {
  at.cross = first.direction.cross(second.direction);
  at.square = at.cross.squaredNorm();
  at.between = second.tail - first.tail;
  const double gap = at.between.dot(at.cross);
  const double far = std::max(press.range, press.sight);
  if (!(gap * gap < far * far * at.square) || at.square < leastSquaredSine) return false;
  const double a = at.between.cross(second.direction).dot(at.cross);
  if (!(a > 0 && a < first.length * at.square)) return false;
  const double b = at.between.cross(first.direction).dot(at.cross);
  if (!(b > 0 && b < second.length * at.square)) return false;
  const double outA = at.cross.dot(first.outward), outB = at.cross.dot(second.outward);
  if (!(outA * outB < 0) || first.sharpness == 0 || second.sharpness == 0) return false;
  at.a = a / at.square;
  at.b = b / at.square;
  at.scale = (outA < 0 ? -1 : 1) / std::sqrt(at.square);
  at.normal = at.scale * at.cross;
  at.gap = at.scale * gap;
  at.cosineA = at.scale * outA;
  at.cosineB = -at.scale * outB;
  const double least = press.barrier ? 0 : -press.reach;
  return at.gap > least && at.gap < std::max(press.reach, press.sight);
}

struct Windows {
  Value alongA, alongB, outA, outB;

  double along() const { return alongA.value * alongB.value; }
  double out() const { return outA.value * outB.value; }
};

// The loads from the slopes of the windows, by the chain rule through the quantities on which these depend:
// the vector between the tails, the second direction and its `outward`, and the cross product, which
// rotates with the second direction. The derivative by the gap is the normal force at the point and is not
// included.
// @param energy for a weight of 1, times the constant factors of the weight.
void addWindowLoads(const HaloEdge& first, const HaloEdge& second, const Crossing& at, const Windows& w,
                    double energy, EdgeAction& action) {
  const Vec3 &u = first.direction, &v = second.direction;
  const double bySquare = energy * w.along() * w.out();
  const double byA = energy * at.square * w.out() * w.alongA.slope * w.alongB.value;
  const double byB = energy * at.square * w.out() * w.alongA.value * w.alongB.slope;
  const double byCosineA = energy * at.square * w.along() * w.outA.slope * w.outB.value;
  const double byCosineB = energy * at.square * w.along() * w.outA.value * w.outB.slope;
  const Vec3 byBetween = (byA * v.cross(at.cross) + byB * u.cross(at.cross)) / at.square;
  const Vec3 byNormal = byCosineA * (first.outward - at.cosineA * at.normal) -
                        byCosineB * (second.outward + at.cosineB * at.normal);
  const Vec3 byCross = (byA * at.between.cross(v) + byB * at.between.cross(u)) / at.square +
                       2 * (bySquare - (byA * at.a + byB * at.b) / at.square) * at.cross +
                       at.scale * byNormal;
  const Vec3 bySecond = byA / at.square * at.cross.cross(at.between) + byCross.cross(u);
  action.sideForce = -byBetween;
  action.couple = -((0.5 * at.gap * at.normal - at.b * v).cross(byBetween) + v.cross(bySecond) -
                    byCosineB * second.outward.cross(at.normal));
}

}  // namespace

EdgeAction edgeAction(const HaloEdge& first, const HaloEdge& second, const EdgePress& press) {
  Crossing at;
  if (!findCrossing(first, second, press, at)) return {};
  const double shorter = std::min(first.length, second.length);
  const double constant = 0.25 * shorter * shorter * first.sharpness * second.sharpness;
  const Windows windows{alongWindow(at.a, first.length), alongWindow(at.b, second.length),
                        outwardWindow(at.cosineA, first.halfCosine),
                        outwardWindow(at.cosineB, second.halfCosine)};
  const Pressed p = gapPotential(at.gap, press);
  EdgeAction action;
  action.normal = at.normal;
  action.gap = at.gap;
  action.point = first.tail + at.a * first.direction + 0.5 * at.gap * at.normal;
  action.area = constant * at.square * windows.along() * windows.out();
  action.part = at.square * windows.along() * windows.out();
  action.stiffness = action.area * p.curvature;
  action.energy = action.area * p.value;
  action.force = -action.area * p.slope;
  addWindowLoads(first, second, at, windows, constant * p.value, action);
  return action;
}

}  // namespace talus
