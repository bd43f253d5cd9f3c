#include "dynamics/contact_dynamics/cone_solver.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/parallel.h"

namespace talus {

namespace {

constexpr std::size_t pairsPerTask = 256, vectorsPerTask = 1024;

// The loops are short: a task must be worth its start.
template <class Chunk>
void inChunks(std::size_t count, std::size_t grain, const Chunk& chunk) {
  if (count <= grain) {
    if (count > 0) chunk(std::size_t{0}, count);
    return;
  }
  Context context;
  parallelChunks(count, grain, context, chunk);
}

// Sums of chunks in order.
template <class Term>
double sumOf(std::size_t count, const Term& term) {
  std::vector<double> parts((count + vectorsPerTask - 1) / vectorsPerTask, 0.0);
  inChunks(count, vectorsPerTask, [&](std::size_t begin, std::size_t end) {
    for (std::size_t first = begin; first < end; first += vectorsPerTask) {
      double sum = 0;
      for (std::size_t k = first; k < std::min(end, first + vectorsPerTask); ++k) sum += term(k);
      parts[first / vectorsPerTask] = sum;
    }
  });
  double sum = 0;
  for (const double part : parts) sum += part;
  return sum;
}

// The normal impulse that satisfies Signorini's law, then the tangential one that satisfies Coulomb's.
Vec3 impulseOf(const ImpulsePoint& point, Vec3 velocity) {
  const Vec3& n = point.normal;
  const double before = n.dot(point.impulse);
  const double along =
      std::max(-point.cone.pull, before - (n.dot(velocity) + point.approach) * point.normalMass);
  if (point.cone.friction == 0) return along * n;
  velocity += (along - before) * point.response;
  const Vec3 across = point.impulse - before * n - point.tangentMass * (velocity - n.dot(velocity) * n);
  return along * n + shortened(across, point.cone.grip(along));
}

// @return whether the point presses.
bool pressPoint(ImpulsePoint& point, ImpulseBody& a, ImpulseBody& b) {
  const Vec3 velocity = velocityAt(a, b, point);
  const bool pulls = point.cone.pull != 0 || point.cone.pressed != 0;
  if (!pulls && point.impulse.isZero(0) && point.normal.dot(velocity) + point.approach >= 0) return false;
  const Vec3 impulse = impulseOf(point, velocity);
  const Vec3 change = impulse - point.impulse;
  point.impulse = impulse;
  push(a, point.leverA, -change);
  push(b, point.leverB, change);
  return true;
}

void rollPair(const ImpulseProblem& problem, ImpulsePair& pair, ImpulseBody& a, ImpulseBody& b) {
  double pressed = 0;
  for (std::size_t k = pair.begin; k < pair.end; ++k)
    pressed += std::max(0.0, problem.points[k].normal.dot(problem.points[k].impulse));
  const Vec3 turn = b.angularVelocity - a.angularVelocity;
  const Vec3 rolling = turn - pair.normal.dot(turn) * pair.normal;
  const Vec3 moment = shortened(pair.moment - pair.rollingMass * rolling, pair.rolling * pressed);
  a.angularVelocity -= a.inverseInertia * (moment - pair.moment);
  b.angularVelocity += b.inverseInertia * (moment - pair.moment);
  pair.moment = moment;
}

// Points of a pair depend on each other more than on those of others: going back halves the sweeps.
void sweepPair(ImpulseProblem& problem, ImpulsePair& pair) {
  ImpulseBody &bodyA = problem.body(pair.bodies.first), &bodyB = problem.body(pair.bodies.second);
  ImpulseBody a = bodyA, b = bodyB;
  bool presses = false;
  for (std::size_t k = pair.begin; k < pair.end; ++k)
    presses = pressPoint(problem.points[k], a, b) || presses;
  pair.idle = !presses && pair.moment.isZero(0);
  if (pair.idle) return;
  if (pair.end - pair.begin > 1)
    for (std::size_t k = pair.end; k-- > pair.begin;) pressPoint(problem.points[k], a, b);
  if (pair.rolling > 0) rollPair(problem, pair, a, b);
  const auto store = [](const ImpulseBody& from, ImpulseBody& to) {
    if (from.inverseMass == 0) return;  // a wall belongs to many pairs of a colour
    to.velocity = from.velocity;
    to.angularVelocity = from.angularVelocity;
  };
  store(a, bodyA);
  store(b, bodyB);
}

// @param whole also pairs that did not press when they were last looked at: most of bodies that move apart.
void sweep(ImpulseProblem& problem, bool whole) {
  const auto sweepRange = [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n)
      if (whole || !problem.pairs[n].idle) sweepPair(problem, problem.pairs[n]);
  };
  for (std::size_t c = 0; c + 1 < problem.colours.size(); ++c) {
    const std::size_t begin = problem.colours[c], end = problem.colours[c + 1];
    if (begin >= problem.serial)
      sweepRange(begin, end);
    else
      inChunks(end - begin, pairsPerTask,
               [&](std::size_t from, std::size_t to) { sweepRange(begin + from, begin + to); });
  }
}

}  // namespace

void ConeSolver::measure(const ImpulseProblem& problem, ConeReport& report) {
  report.residual = report.closing = 0;
  double squares = 0, closings = 0, impulses = 0;
  std::size_t active = 0;
  for (const ImpulsePair& pair : problem.pairs) {
    for (std::size_t k = pair.begin; k < pair.end; ++k) {
      const ImpulsePoint& point = problem.points[k];
      const Vec3& n = point.normal;
      const Vec3 velocity = problem.velocityAt(pair, point);
      const double along = n.dot(velocity);
      if (along + point.approach >= 0 && point.cone.pull + point.cone.pressed == 0 && point.impulse.isZero(0))
        continue;  // the law holds
      const double closing = std::max(0.0, -(along + point.approach) / point.slack);
      const double sliding = (velocity - along * n).norm();
      const Vec3 shifted = velocity + (point.approach + point.cone.friction * sliding) * n;
      const Vec3 error = point.impulse - point.cone.nearest(point.impulse - point.leastMass * shifted, n);
      const double square = error.squaredNorm(),
                   pressed = n.dot(point.impulse) + point.cone.pull + point.cone.pressed;
      if (square == 0 && pressed <= 0) continue;
      squares += square;
      closings += closing * closing;
      impulses += pressed;
      ++active;
    }
  }
  if (active == 0 || squares == 0) return;
  const double count = static_cast<double>(active);
  report.closing = std::sqrt(closings / count);
  report.residual = impulses > 0 ? std::sqrt(squares / count) / (impulses / count) : 1;
}

void ConeSolver::copy(const ImpulseProblem& problem, Vectors& to) {
  to.bodies.resize(2 * problem.bodies.size());
  to.points.resize(problem.points.size());
  to.moments.resize(problem.pairs.size());
  inChunks(problem.bodies.size(), vectorsPerTask, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      to.bodies[2 * i] = problem.bodies[i].velocity;
      to.bodies[2 * i + 1] = problem.bodies[i].angularVelocity;
    }
  });
  inChunks(problem.points.size(), vectorsPerTask, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) to.points[k] = problem.points[k].impulse;
  });
  inChunks(problem.pairs.size(), vectorsPerTask, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) to.moments[n] = problem.pairs[n].moment;
  });
}

// Positive where the change of this sweep leads back on the way from the last one.
double ConeSolver::turnOf(const ImpulseProblem& problem) const {
  return sumOf(problem.points.size(), [&](std::size_t k) {
    const ImpulsePoint& point = problem.points[k];
    return (start_.points[k] - point.impulse).dot(point.impulse - last_.points[k]) / point.leastMass;
  });
}

double ConeSolver::changeOf(const ImpulseProblem& problem) const {
  return sumOf(problem.points.size(), [&](std::size_t k) {
    return (problem.points[k].impulse - start_.points[k]).squaredNorm() / problem.points[k].leastMass;
  });
}

// Further on the way from where the last sweep ended to where this one did.
void ConeSolver::goOn(ImpulseProblem& problem) {
  const double change = changeOf(problem);
  const bool back = turnOf(problem) > 0 || change > change_;
  change_ = change;
  const double next = back ? 1 : 0.5 * (1 + std::sqrt(1 + 4 * momentum_ * momentum_));
  const double part = back ? 0 : (momentum_ - 1) / next;
  momentum_ = next;
  const auto follow = [part](Vec3& value, Vec3& last) {
    const Vec3 now = value;
    value += part * (now - last);
    last = now;
  };
  inChunks(problem.bodies.size(), vectorsPerTask, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      ImpulseBody& body = problem.bodies[i];
      if (body.inverseMass == 0) continue;
      follow(body.velocity, last_.bodies[2 * i]);
      follow(body.angularVelocity, last_.bodies[2 * i + 1]);
    }
  });
  inChunks(problem.points.size(), vectorsPerTask, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) follow(problem.points[k].impulse, last_.points[k]);
  });
  inChunks(problem.pairs.size(), vectorsPerTask, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) follow(problem.pairs[n].moment, last_.moments[n]);
  });
}

ConeReport ConeSolver::solve(ImpulseProblem& problem, const ConeAccuracy& accuracy) {
  constexpr int between = 5;  // sweeps from one measurement to the next
  ConeReport report;
  if (problem.points.empty()) return report;
  momentum_ = 1;
  change_ = std::numeric_limits<double>::infinity();
  copy(problem, last_);
  for (int n = 1;; ++n) {
    const bool last = n >= accuracy.most;
    const bool measured = last || (n >= accuracy.least && (n - accuracy.least) % between == 0);
    copy(problem, start_);
    sweep(problem, n == 1 || measured);
    report.sweeps = n;
    if (measured) {
      measure(problem, report);
      if (last || (report.residual <= accuracy.residual && report.closing <= 1)) return report;
    }
    goOn(problem);
  }
}

}  // namespace talus
