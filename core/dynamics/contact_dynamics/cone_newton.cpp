#include "dynamics/contact_dynamics/cone_newton.h"

#include <algorithm>
#include <cmath>

#include "base/cross.h"

namespace talus {

namespace {

using Block = BlockCholesky::Block;
using SixNumbers = Eigen::Matrix<double, 6, 1>;
using Responses = Eigen::Matrix<double, 3, 6>;

constexpr double leastStiffness = 1e3, greatestStiffness = 1e8,
                 stiffnessGrowth = 10;                  // of springs over the mass at their points
constexpr int maximumRounds = 12, maximumSystems = 60;  // of a round

// The velocity at a lever by the motion of a body.
Responses responsesAt(const Vec3& lever) {
  Responses responses;
  responses << Eigen::Matrix3d::Identity(), -crossMatrix(lever);
  return responses;
}

double mobilityOf(const ImpulseBody& a, const ImpulseBody& b, const ImpulsePoint& point) {
  const Eigen::Matrix3d armA = crossMatrix(point.leverA), armB = crossMatrix(point.leverB);
  return ((a.inverseMass + b.inverseMass) * Eigen::Matrix3d::Identity() - armA * a.inverseInertia * armA -
          armB * b.inverseInertia * armB)
      .norm();
}

}  // namespace

int ConeNewton::improve(ImpulseProblem& problem, double part) {
  systems_ = 0;
  begin(problem);
  const double accuracy = part * sizeOf(motions_ - free_);
  stiffness_ = leastStiffness;
  for (int round = 0; round < maximumRounds; ++round) {
    const Motions before = motions_;
    beginRound(problem);
    if (!findMotions(problem)) break;
    for (std::size_t k = 0; k < laws_.size(); ++k)
      laws_[k].start = problem.points[k].cone.nearest(laws_[k].sprung, problem.points[k].normal);
    if (sizeOf(motions_ - before) <= accuracy) break;
    stiffness_ = std::min(greatestStiffness, stiffnessGrowth * stiffness_);
  }
  give(problem);
  return systems_;
}

void ConeNewton::begin(const ImpulseProblem& problem) {
  std::vector<ImpulseBody> bodies = problem.bodies;
  rows_.assign(bodies.size(), -1);
  inertia_.clear();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i].inverseMass == 0) continue;
    rows_[i] = static_cast<Eigen::Index>(inertia_.size());
    Block& inertia = inertia_.emplace_back(Block::Zero());
    inertia.topLeftCorner<3, 3>().diagonal().setConstant(1 / bodies[i].inverseMass);
    inertia.bottomRightCorner<3, 3>() = bodies[i].inverseInertia.inverse();
  }
  motions_ = motionsOf(bodies);
  laws_.resize(problem.points.size());
  levers_.assign(inertia_.size(), 0.0);
  for (const ImpulsePair& pair : problem.pairs) {
    ImpulseBody &a = bodies[static_cast<std::size_t>(pair.bodies.first)],
                &b = bodies[static_cast<std::size_t>(pair.bodies.second)];
    for (std::size_t k = pair.begin; k < pair.end; ++k) {
      const ImpulsePoint& point = problem.points[k];
      laws_[k] = {.mobility = mobilityOf(a, b, point),
                  .walls = problem.velocityAt(pair, point) - velocityBy(motions_, pair, point),
                  .start = point.impulse};
      push(a, point.leverA, point.impulse);
      push(b, point.leverB, -point.impulse);
      for (const auto& [body, lever] :
           {std::pair(pair.bodies.first, point.leverA), {pair.bodies.second, point.leverB}})
        if (rowOf(body) >= 0) {
          double& longest = levers_[static_cast<std::size_t>(rowOf(body))];
          longest = std::max(longest, lever.norm());
        }
    }
  }
  free_ = motionsOf(bodies);
  setPattern(problem);
}

void ConeNewton::setPattern(const ImpulseProblem& problem) {
  std::vector<BlockCholesky::Pair> pairs;
  const auto visit = [&](const auto& take) {
    for (std::size_t n = 0; n < problem.pairs.size(); ++n) {
      const Eigen::Index i = rowOf(problem.pairs[n].bodies.first), j = rowOf(problem.pairs[n].bodies.second);
      if (i >= 0 && j >= 0) take(n, i, j);
    }
  };
  visit([&](std::size_t, Eigen::Index i, Eigen::Index j) { pairs.emplace_back(i, j); });
  system_.begin(inertia_.size(), pairs);
  ofBodies_.resize(inertia_.size());
  ofPairs_.resize(problem.pairs.size());
  for (std::size_t n = 0; n < ofBodies_.size(); ++n) system_.add(static_cast<Eigen::Index>(n), ofBodies_[n]);
  visit(
      [&](std::size_t n, Eigen::Index i, Eigen::Index j) { system_.add(system_.place(i, j), ofPairs_[n]); });
}

ConeNewton::Motions ConeNewton::motionsOf(const std::vector<ImpulseBody>& bodies) const {
  Motions motions(6 * static_cast<Eigen::Index>(inertia_.size()));
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (rows_[i] >= 0) motions.segment<6>(6 * rows_[i]) << bodies[i].velocity, bodies[i].angularVelocity;
  return motions;
}

// Of B relative to A, by what bodies that may move do.
Vec3 ConeNewton::velocityBy(const Motions& motions, const ImpulsePair& pair,
                            const ImpulsePoint& point) const {
  const auto of = [&](Index body, const Vec3& lever) -> Vec3 {
    const Eigen::Index row = rowOf(body);
    if (row < 0) return Vec3::Zero();
    const Vec3 turn = motions.segment<3>(6 * row + 3);
    return motions.segment<3>(6 * row) + turn.cross(lever);
  };
  return of(pair.bodies.second, point.leverB) - of(pair.bodies.first, point.leverA);
}

// The greatest speed.
double ConeNewton::sizeOf(const Motions& motions) const {
  double greatest = 0;
  for (std::size_t n = 0; n < levers_.size(); ++n) {
    const SixNumbers of = motions.segment<6>(6 * static_cast<Eigen::Index>(n));
    greatest = std::max(greatest, of.head<3>().norm() + levers_[n] * of.tail<3>().norm());
  }
  return greatest;
}

void ConeNewton::beginRound(const ImpulseProblem& problem) {
  for (const ImpulsePair& pair : problem.pairs)
    for (std::size_t k = pair.begin; k < pair.end; ++k) {
      const ImpulsePoint& point = problem.points[k];
      const Vec3 velocity = laws_[k].walls + velocityBy(motions_, pair, point);
      const Vec3 sliding = velocity - point.normal.dot(velocity) * point.normal;
      laws_[k].shift = point.approach + point.cone.friction * sliding.norm();
    }
}

// @return whether they were found, to rounding.
bool ConeNewton::findMotions(const ImpulseProblem& problem) {
  constexpr double rounding = 1e-12;
  const double negligible = rounding * (sizeOf(motions_) + sizeOf(free_));
  spring(problem);
  for (int n = 0; n < maximumSystems; ++n) {
    const Motions slope = this->slope(problem);
    if (!factor(problem)) return false;
    ++systems_;
    const Motions way = -system_.solve(slope);
    const double descent = slope.dot(way);
    if (!(descent < 0)) return descent == 0;
    motions_ += partOf(problem, way, descent) * way;
    spring(problem);
    if (sizeOf(way) <= negligible) return true;
  }
  return false;
}

void ConeNewton::spring(const ImpulseProblem& problem) {
  for (const ImpulsePair& pair : problem.pairs)
    for (std::size_t k = pair.begin; k < pair.end; ++k) {
      const ImpulsePoint& point = problem.points[k];
      Law& law = laws_[k];
      const Vec3 shifted = law.walls + velocityBy(motions_, pair, point) + law.shift * point.normal;
      law.sprung = law.start - stiffness_ / law.mobility * shifted;
    }
}

// Of the function that a round minimises: M (v − v_f) − Hᵀ P(r − k û).
ConeNewton::Motions ConeNewton::slope(const ImpulseProblem& problem) const {
  Motions sum = motions_ - free_;
  for (std::size_t n = 0; n < inertia_.size(); ++n) {
    const auto at = 6 * static_cast<Eigen::Index>(n);
    const SixNumbers change = sum.segment<6>(at);
    sum.segment<6>(at) = inertia_[n] * change;
  }
  for (const ImpulsePair& pair : problem.pairs) {
    const Eigen::Index i = rowOf(pair.bodies.first), j = rowOf(pair.bodies.second);
    for (std::size_t k = pair.begin; k < pair.end; ++k) {
      const ImpulsePoint& point = problem.points[k];
      const Vec3 impulse = point.cone.nearest(laws_[k].sprung, point.normal);
      const auto add = [&](Eigen::Index row, const Vec3& lever, double sign) {
        if (row < 0) return;
        sum.segment<3>(6 * row) += sign * impulse;
        sum.segment<3>(6 * row + 3) += sign * lever.cross(impulse);
      };
      add(i, point.leverA, 1);
      add(j, point.leverB, -1);
    }
  }
  return sum;
}

// The derivative of slope().
bool ConeNewton::factor(const ImpulseProblem& problem) {
  ofBodies_ = inertia_;
  for (std::size_t n = 0; n < problem.pairs.size(); ++n) {
    const ImpulsePair& pair = problem.pairs[n];
    const Eigen::Index i = rowOf(pair.bodies.first), j = rowOf(pair.bodies.second);
    ofPairs_[n].setZero();
    for (std::size_t k = pair.begin; k < pair.end; ++k) {
      const ImpulsePoint& point = problem.points[k];
      const Law& law = laws_[k];
      const Eigen::Matrix3d spring = stiffness_ / law.mobility * point.cone.slope(law.sprung, point.normal);
      if (spring.isZero(0)) continue;
      const Responses atA = responsesAt(point.leverA), atB = responsesAt(point.leverB);
      if (i >= 0) ofBodies_[static_cast<std::size_t>(i)] += atA.transpose() * spring * atA;
      if (j >= 0) ofBodies_[static_cast<std::size_t>(j)] += atB.transpose() * spring * atB;
      if (i >= 0 && j >= 0) ofPairs_[n] -= atA.transpose() * spring * atB;
    }
  }
  return system_.factor();
}

// Where the slope along a way vanishes: it grows, as the function is convex.
double ConeNewton::partOf(const ImpulseProblem& problem, const Motions& way, double descent) {
  constexpr double maximumPart = 16;
  constexpr int maximumTrials = 40;
  const double negligible = -1e-2 * descent;
  for (const ImpulsePair& pair : problem.pairs)
    for (std::size_t k = pair.begin; k < pair.end; ++k)
      laws_[k].way = velocityBy(way, pair, problem.points[k]);
  double linear = 0, square = 0;
  for (std::size_t n = 0; n < inertia_.size(); ++n) {
    const auto at = 6 * static_cast<Eigen::Index>(n);
    const SixNumbers along = inertia_[n] * way.segment<6>(at);
    linear += along.dot((motions_ - free_).segment<6>(at));
    square += along.dot(way.segment<6>(at));
  }
  const auto slopeAt = [&](double part) { return linear + part * square - this->pushAlong(problem, part); };
  double low = 0, lowSlope = descent, high = 1, highSlope = slopeAt(high);
  while (highSlope < -negligible && high < maximumPart) {
    low = high;
    lowSlope = highSlope;
    high *= 2;
    highSlope = slopeAt(high);
  }
  if (highSlope <= negligible) return high;
  for (int n = 0; n < maximumTrials; ++n) {
    const bool halves = n % 3 == 2;
    const double part = halves ? 0.5 * (low + high) : low - lowSlope * (high - low) / (highSlope - lowSlope);
    const double slope = slopeAt(part);
    if (std::abs(slope) <= negligible) return part;
    (slope < 0 ? low : high) = part;
    (slope < 0 ? lowSlope : highSlope) = slope;
  }
  return low;
}

// The power of the impulses along a way, after a part of it.
double ConeNewton::pushAlong(const ImpulseProblem& problem, double part) const {
  double power = 0;
  for (std::size_t k = 0; k < laws_.size(); ++k) {
    const Law& law = laws_[k];
    const ImpulsePoint& point = problem.points[k];
    const Vec3 sprung = law.sprung - part * stiffness_ / law.mobility * law.way;
    power += point.cone.nearest(sprung, point.normal).dot(law.way);
  }
  return power;
}

// Velocities follow from the impulses.
void ConeNewton::give(ImpulseProblem& problem) const {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (rows_[i] < 0) continue;
    problem.bodies[i].velocity = free_.segment<3>(6 * rows_[i]);
    problem.bodies[i].angularVelocity = free_.segment<3>(6 * rows_[i] + 3);
  }
  for (const ImpulsePair& pair : problem.pairs)
    for (std::size_t k = pair.begin; k < pair.end; ++k) {
      ImpulsePoint& point = problem.points[k];
      point.impulse = laws_[k].start;
      push(problem.body(pair.bodies.first), point.leverA, -point.impulse);
      push(problem.body(pair.bodies.second), point.leverB, point.impulse);
    }
}

}  // namespace talus
