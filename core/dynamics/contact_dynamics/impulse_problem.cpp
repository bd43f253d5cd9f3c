#include "dynamics/contact_dynamics/impulse_problem.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "base/parallel_items.h"

namespace talus {

namespace {

constexpr int colourCount = 24;  // then pairs go one after the other

Eigen::Matrix3d skew(const Vec3& v) {
  return (Eigen::Matrix3d() << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0).finished();
}

/// The change of a body's velocity at a lever by impulses there.
Eigen::Matrix3d mobility(const ImpulseBody& body, const Vec3& lever) {
  const Eigen::Matrix3d arm = skew(lever);
  return body.inverseMass * Eigen::Matrix3d::Identity() - arm * body.inverseInertia * arm;
}

// Of a matrix of rank 2: the sum of its eigenvalues is the trace, that of their squares the squared norm.
double greatestOfTwo(const Eigen::Matrix3d& symmetric) {
  const double sum = symmetric.trace(), squares = symmetric.squaredNorm();
  return 0.5 * (sum + std::sqrt(std::max(0.0, 2 * squares - sum * sum)));
}

double inverse(double value) {
  return value > 0 ? 1 / value : 0;
}

}  // namespace

Vec3 velocityAt(const std::vector<ImpulseBody>& bodies, const BodyPair& pair, const ImpulsePoint& point) {
  return velocityAt(bodies[static_cast<std::size_t>(pair.first)],
                    bodies[static_cast<std::size_t>(pair.second)], point);
}

Vec3 ImpulseProblem::velocityAt(const ImpulsePair& pair, const ImpulsePoint& point) const {
  return talus::velocityAt(bodies, pair.bodies, point);
}

void ImpulseProblem::addPart(const ImpulsePair& pair, std::size_t begin) {
  if (points.size() == begin) return;
  ImpulsePair& part = pairs.emplace_back(pair);
  part.begin = begin;
  part.end = points.size();
  part.rolling = 0;
  part.moment = Vec3::Zero();
}

void ImpulseProblem::prepare(ImpulsePair& pair) {
  const ImpulseBody &a = body(pair.bodies.first), &b = body(pair.bodies.second);
  for (std::size_t k = pair.begin; k < pair.end; ++k) {
    ImpulsePoint& point = points[k];
    const Vec3& n = point.normal;
    const Eigen::Matrix3d all = mobility(a, point.leverA) + mobility(b, point.leverB);
    point.response = all * n;
    point.normalMass = inverse(n.dot(point.response));
    const Eigen::Matrix3d across = Eigen::Matrix3d::Identity() - n * n.transpose();
    point.tangentMass = inverse(greatestOfTwo(across * all * across));
    point.leastMass = inverse(all.norm());
  }
  if (pair.rolling > 0) pair.rollingMass = inverse((a.inverseInertia + b.inverseInertia).norm());
}

void ImpulseProblem::prepare() {
  colour();
  constexpr std::size_t pairsAtATime = 64;
  parallelItems(pairs.size(), pairsAtATime, [this](std::size_t n) { prepare(pairs[n]); });
}

// Each pair takes the first colour that neither body has. Walls have none: nothing moves them.
void ImpulseProblem::colour() {
  constexpr std::uint32_t all = (std::uint32_t{1} << colourCount) - 1;
  std::vector<std::uint32_t> taken(bodies.size(), 0);
  std::vector<int> colourOf(pairs.size());
  std::vector<std::size_t> counts(colourCount + 2, 0);
  for (std::size_t n = 0; n < pairs.size(); ++n) {
    std::uint32_t used = 0;
    const auto members = {pairs[n].bodies.first, pairs[n].bodies.second};
    for (const Index i : members)
      if (body(i).inverseMass > 0) used |= taken[static_cast<std::size_t>(i)];
    const int free = std::countr_zero(~used & all);
    colourOf[n] = std::min(free, colourCount);
    if (free < colourCount)
      for (const Index i : members) taken[static_cast<std::size_t>(i)] |= std::uint32_t{1} << free;
    ++counts[static_cast<std::size_t>(colourOf[n]) + 1];
  }
  std::partial_sum(counts.begin(), counts.end(), counts.begin());
  colours = counts;
  serial = counts[colourCount];
  std::vector<std::size_t> order(pairs.size());
  for (std::size_t n = 0; n < pairs.size(); ++n) order[counts[static_cast<std::size_t>(colourOf[n])]++] = n;
  std::vector<ImpulsePair> sorted;
  std::vector<ImpulsePoint> sortedPoints;
  sorted.reserve(pairs.size());
  sortedPoints.reserve(points.size());
  for (const std::size_t n : order) {
    ImpulsePair& pair = sorted.emplace_back(pairs[n]);
    const auto first = points.begin();
    sortedPoints.insert(sortedPoints.end(), first + static_cast<std::ptrdiff_t>(pair.begin),
                        first + static_cast<std::ptrdiff_t>(pair.end));
    pair.begin = sortedPoints.size() - (pair.end - pair.begin);
    pair.end = sortedPoints.size();
  }
  pairs = std::move(sorted);
  points = std::move(sortedPoints);
}

void ImpulseProblem::apply() {
  for (const ImpulsePair& pair : pairs) {
    ImpulseBody &a = body(pair.bodies.first), &b = body(pair.bodies.second);
    for (std::size_t k = pair.begin; k < pair.end; ++k) {
      push(a, points[k].leverA, -points[k].impulse);
      push(b, points[k].leverB, points[k].impulse);
    }
    a.angularVelocity -= a.inverseInertia * pair.moment;
    b.angularVelocity += b.inverseInertia * pair.moment;
  }
}

}  // namespace talus
