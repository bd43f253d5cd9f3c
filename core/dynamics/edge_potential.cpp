#include "dynamics/edge_potential.h"

#include <algorithm>
#include <cmath>

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

// 1 between both normals, 0 where it is across `outward`.
Value outwardWindow(double cosine, double halfCosine) {
  const double t = cosine / halfCosine;
  if (t >= 1) return {1, 0};
  return {t * t * (3 - 2 * t), 6 * t * (1 - t) / halfCosine};
}

// P and dP/dgap.
Value gapPotential(double gap, double reach) {
  constexpr double bend = -0.25;
  const double s = gap / reach;
  if (s >= bend) return {0.5 * (reach - gap) * (reach - gap), gap - reach};
  constexpr double width = 1 + bend, top = 0.5 * (1 - bend) * (1 - bend), slope = (bend - 1) * width;
  const double t = (s + 1) / width;  // Hermite's cubic from 0 to the value and slope at the bend
  const double value = top * t * t * (3 - 2 * t) + slope * t * t * (t - 1);
  const double rise = top * 6 * t * (1 - t) + slope * t * (3 * t - 2);
  return {value * reach * reach, rise / width * reach};
}

}  // namespace

EdgeAction edgeAction(const HaloEdge& first, const HaloEdge& second, double reach) {
  constexpr double leastSquare = 1e-10;
  const Vec3 &u = first.direction, &v = second.direction;
  const Vec3 c = u.cross(v);
  const double square = c.squaredNorm();
  if (square < leastSquare || first.sharpness == 0 || second.sharpness == 0) return {};
  const Vec3 r = second.tail - first.tail;
  const double a = r.cross(v).dot(c) / square;
  const double b = r.cross(u).dot(c) / square;
  if (!(a > 0 && a < first.length && b > 0 && b < second.length)) return {};
  const double sine = std::sqrt(square);
  const double sign = c.dot(first.outward) < 0 ? -1 : 1;
  const Vec3 n = c * (sign / sine);
  const double gap = n.dot(r);
  const double cosineA = n.dot(first.outward), cosineB = -n.dot(second.outward);
  if (!(std::abs(gap) < reach && cosineA > 0 && cosineB > 0)) return {};

  const double shorter = std::min(first.length, second.length);
  const double constant = 0.25 * shorter * shorter * first.sharpness * second.sharpness;
  const Value alongA = alongWindow(a, first.length), alongB = alongWindow(b, second.length);
  const Value outA = outwardWindow(cosineA, first.halfCosine),
              outB = outwardWindow(cosineB, second.halfCosine);
  const Value p = gapPotential(gap, reach);
  const double along = alongA.value * alongB.value, out = outA.value * outB.value;

  EdgeAction action;
  action.normal = n;
  action.gap = gap;
  action.point = first.tail + a * u + 0.5 * gap * n;
  action.area = constant * square * along * out;
  action.energy = action.area * p.value;
  action.force = -action.area * p.slope;

  // Derivatives of the energy by what the windows depend on.
  const double q = constant * p.value;
  const double bySquare = q * along * out;
  const double byA = q * square * out * alongA.slope * alongB.value;
  const double byB = q * square * out * alongA.value * alongB.slope;
  const double byCosineA = q * square * along * outA.slope * outB.value;
  const double byCosineB = q * square * along * outA.value * outB.slope;
  // By the vectors: r, v, the second's outward, and c, which turns with v. The gap's own part is the force
  // along n through the point and left out.
  const Vec3 byR = (byA * v.cross(c) + byB * u.cross(c)) / square;
  const Vec3 turned = c.cross(r) / square;
  const Vec3 byC =
      (byA * r.cross(v) + byB * r.cross(u)) / square + (2 * (bySquare - (byA * a + byB * b) / square)) * c +
      (sign / sine) *
          (byCosineA * (first.outward - cosineA * n) - byCosineB * (second.outward + cosineB * n));
  const Vec3 byV = byA * turned + byC.cross(u);
  action.sideForce = -byR;
  action.couple = -((0.5 * gap * n - b * v).cross(byR) + v.cross(byV) - byCosineB * second.outward.cross(n));
  return action;
}

}  // namespace talus
