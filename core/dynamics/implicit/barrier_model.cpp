#include "dynamics/implicit/barrier_model.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <memory_resource>
#include <tuple>
#include <unordered_map>

#include "base/parallel_items.h"

namespace talus {

namespace {

constexpr double nearly = 0.1;            // relative change of a gap or a secant
constexpr std::size_t pairsAtATime = 16;  // of bodies

using Along = Eigen::Matrix<double, 6, 1>;
using Block = BlockCholesky::Block;

// The displacement of a body's material in a direction, at an arm from its centre: the work of a unit force
// there.
Along displacement(const Vec3& arm, const Vec3& direction) {
  Along of;
  of << direction, arm.cross(direction);
  return of;
}

// How far walls move B's material at a contact beside A's.
Vec3 drivenBy(const LinearContact& contact, const BodyInertia& inertia, const BodyState& state,
              const BodyState& ahead) {
  Vec3 sum = Vec3::Zero();
  for (const Index body : {contact.bodyA, contact.bodyB}) {
    const auto i = static_cast<std::size_t>(body);
    if (!inertia.isWall(i)) continue;
    const Quaternion turn = ahead.orientation[i] * state.orientation[i].conjugate();
    const Vec3 moved = ahead.position[i] + turn.rotate(contact.point - state.position[i]) - contact.point;
    sum += body == contact.bodyB ? moved : Vec3(-moved);
  }
  return sum;
}

// [1, −[apart]×; 0, 1]: the motion of a body at a point that is apart from its centre.
Block motionAt(const Vec3& apart) {
  Block map = Block::Identity();
  map.topRightCorner<3, 3>() << 0, apart.z(), -apart.y(), -apart.z(), 0, apart.x(), apart.y(), -apart.x(), 0;
  return map;
}

// The second derivative of −f · exp(ψ) r by the rotation ψ of a body, summed over forces f at arms r with the
// moments W = Σ f rᵀ: tr(W) 1 − (W + Wᵀ)/2. Without its negative part.
Eigen::Matrix3d stiffnessOfTension(const Eigen::Matrix3d& moments) {
  const Eigen::Matrix3d whole =
      moments.trace() * Eigen::Matrix3d::Identity() - 0.5 * (moments + moments.transpose());
  Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver;
  solver.computeDirect(whole);
  const Eigen::Matrix3d& axes = solver.eigenvectors();
  return axes * solver.eigenvalues().cwiseMax(0).asDiagonal() * axes.transpose();
}

}  // namespace

bool BarrierModel::isPoint(const LinearContact& contact) {
  return contact.barrier.weight > 0;
}

bool BarrierModel::isBetween(const Meeting& m) {
  return m.bodyA >= 0 && m.bodyB >= 0;
}

void BarrierModel::begin(const ContactIsland& island, const BodyInertia& inertia, const BodyState& state,
                         const BodyState& ahead, double dt) {
  island_ = &island;
  square_ = dt * dt;
  constexpr std::size_t fewContacts = 512;  // nothing that threads share out
  number(state.size());
  meet(state);
  const std::function<void()> parts[] = {[&] { addBodies(inertia, state); }, [&] { prepareSystem(); },
                                         [&] { addContacts(inertia, state, ahead); }};
  parallelItems(std::size(parts), island.contacts.size() < fewContacts ? std::size(parts) : 1,
                [&](std::size_t n) { parts[n](); });
  parallelItems(meetings_.size(), pairsAtATime, [&](std::size_t n) { sumUp(meetings_[n]); });
  factored_ = system_.factor();
}

void BarrierModel::number(std::size_t bodies) {
  rows_.assign(bodies, -1);
  for (std::size_t n = 0; n < island_->bodies.size(); ++n) rows_[island_->bodies[n]] = static_cast<Row>(n);
  own_.resize(island_->bodies.size());
}

void BarrierModel::addBodies(const BodyInertia& inertia, const BodyState& state) {
  for (std::size_t n = 0; n < own_.size(); ++n) {
    const std::size_t body = island_->bodies[n];
    own_[n].setZero();
    own_[n].topLeftCorner<3, 3>().diagonal().setConstant(inertia.mass(body) / square_);
    own_[n].bottomRightCorner<3, 3>() = inertia.tensor(body, state.orientation[body]) / square_;
  }
  addTension(state);
}

void BarrierModel::addTension(const BodyState& state) {
  std::vector<Eigen::Matrix3d> moments(own_.size(), Eigen::Matrix3d::Zero());
  const auto add = [&](Index body, const LinearContact& contact, const Vec3& force) {
    const Vec3 arm = contact.point - state.position[static_cast<std::size_t>(body)];
    if (const Row row = numberOf(body); row >= 0)
      moments[static_cast<std::size_t>(row)] += force * arm.transpose();
  };
  for (const LinearContact* contact : island_->contacts) {
    add(contact->bodyA, *contact, -contact->force);
    add(contact->bodyB, *contact, contact->force);
  }
  constexpr std::size_t grain = 64;
  parallelItems(own_.size(), grain,
                [&](std::size_t i) { own_[i].bottomRightCorner<3, 3>() += stiffnessOfTension(moments[i]); });
}

void BarrierModel::addContacts(const BodyInertia& inertia, const BodyState& state, const BodyState& ahead) {
  constexpr std::size_t grain = 128;
  const std::vector<const LinearContact*>& contacts = island_->contacts;
  std::vector<char> driven(contacts.size());
  parallelItems(contacts.size(), grain, [&](std::size_t n) {
    const LinearContact& contact = *contacts[n];
    const Vec3 by = drivenBy(contact, inertia, state, ahead);
    driven[n] = by.isZero(0) ? 0 : 1;
    if (isPoint(contact))
      points_[places_[n]] = pointOf(contact, inertia, state, by);
    else
      springs_[places_[n]] = springOf(contact, state, by);
  });
  driven_ = std::ranges::find(driven, 1) != driven.end();
}

BarrierModel::Point BarrierModel::pointOf(const LinearContact& contact, const BodyInertia& inertia,
                                          const BodyState& state, const Vec3& driven) const {
  const auto a = static_cast<std::size_t>(contact.bodyA), b = static_cast<std::size_t>(contact.bodyB);
  Point point;
  point.bodyA = numberOf(contact.bodyA);
  point.bodyB = numberOf(contact.bodyB);
  point.ofA = -displacement(contact.point - state.position[a], contact.normal);
  point.ofB = displacement(contact.point - state.position[b], contact.normal);
  point.barrier = contact.barrier;
  point.gap = contact.barrier.range - contact.depth;
  point.linearise(point.gap);
  point.atRest = point.force;
  point.driven = contact.normal.dot(driven);
  point.firm = 1 / (square_ * (inertia.inverseMass(a) + inertia.inverseMass(b)));
  return point;
}

BarrierModel::Spring BarrierModel::springOf(const LinearContact& contact, const BodyState& state,
                                            const Vec3& driven) const {
  Spring spring;
  spring.bodyA = numberOf(contact.bodyA);
  spring.bodyB = numberOf(contact.bodyB);
  spring.slips = !contact.slip.isZero(0);
  const Vec3 along = spring.slips ? contact.slip : contact.normal.unitOrthogonal();
  const Vec3 across = contact.normal.cross(along);
  spring.driven.setZero();
  if (contact.rollingStiffness > 0) {
    spring.ofB << Eigen::Matrix<double, 3, 2>::Zero(), along, across;
    spring.ofA = -spring.ofB;
  } else {
    const Vec3 armA = contact.point - state.position[static_cast<std::size_t>(contact.bodyA)];
    const Vec3 armB = contact.point - state.position[static_cast<std::size_t>(contact.bodyB)];
    spring.ofA << -displacement(armA, along), -displacement(armA, across);
    spring.ofB << displacement(armB, along), displacement(armB, across);
    spring.driven << along.dot(driven), across.dot(driven);
  }
  spring.friction = contact.friction;
  spring.shift = {along.dot(contact.shift), across.dot(contact.shift)};
  spring.secant = contact.friction.secant(contact.shift.norm());
  spring.derived = true;
  return spring;
}

// Only notes where the blocks are: they are summed up later.
void BarrierModel::prepareSystem() {
  std::vector<BlockCholesky::Pair> pairs;
  for (const Meeting& m : meetings_)
    if (isBetween(m)) pairs.emplace_back(m.bodyA, m.bodyB);
  system_.begin(island_->bodies.size(), pairs);
  for (std::size_t i = 0; i < own_.size(); ++i) system_.add(static_cast<Row>(i), own_[i]);
  for (const Meeting& m : meetings_) {
    system_.add(m.bodyA >= 0 ? m.bodyA : m.bodyB, m.own);
    if (!isBetween(m)) continue;
    system_.add(system_.place(m.bodyA, m.bodyB), m.mixed);
    system_.add(m.bodyB, m.other);
  }
}

// Points and springs get the order of contacts; meetings that of their first point or, without one, spring.
void BarrierModel::meet(const BodyState& state) {
  std::pmr::monotonic_buffer_resource memory;
  std::pmr::unordered_map<Row, std::size_t> known(&memory);  // meetings, by both bodies
  std::vector<BlockCholesky::Pair> bodies;
  const auto meetingOf = [&](const LinearContact& contact) {
    const Row a = numberOf(contact.bodyA), b = numberOf(contact.bodyB);
    const auto [place, isNew] = known.try_emplace(a * static_cast<Row>(own_.size() + 1) + b, bodies.size());
    if (isNew) bodies.emplace_back(a, b);
    return place->second;
  };
  const std::vector<Run> points = numberParts(true, meetingOf), springs = numberParts(false, meetingOf);
  points_.resize(points.empty() ? 0 : points.back().range.end);
  springs_.resize(springs.empty() ? 0 : springs.back().range.end);
  meetings_.resize(bodies.size());
  const auto centre = [&](Row body) {
    return state.position[island_->bodies[static_cast<std::size_t>(body)]];
  };
  for (std::size_t n = 0; n < bodies.size(); ++n) {
    Meeting& m = meetings_[n];
    std::tie(m.bodyA, m.bodyB) = bodies[n];
    m.points.clear();
    m.springs.clear();
    if (isBetween(m)) m.apart = centre(m.bodyA) - centre(m.bodyB);
  }
  for (const Run& run : points) meetings_[run.meeting].points.push_back(run.range);
  for (const Run& run : springs) meetings_[run.meeting].springs.push_back(run.range);
}

// Finds the places of points or springs. Returns those of each pair of bodies that follow each other.
template <class MeetingOf>
std::vector<BarrierModel::Run> BarrierModel::numberParts(bool points, const MeetingOf& meetingOf) {
  const std::vector<const LinearContact*>& contacts = island_->contacts;
  places_.resize(contacts.size());
  std::vector<Run> runs;
  std::size_t count = 0;
  const LinearContact* last = nullptr;
  for (std::size_t n = 0; n < contacts.size(); ++n) {
    const LinearContact& contact = *contacts[n];
    if (isPoint(contact) != points) continue;
    if (!last || last->bodyA != contact.bodyA || last->bodyB != contact.bodyB)
      runs.push_back({meetingOf(contact), {count, count}});
    last = &contact;
    places_[n] = count++;
    runs.back().range.end = count;
  }
  return runs;
}

// Calls visit(part) for the points and springs of a meeting.
template <class Visit>
void BarrierModel::forEach(const Meeting& m, const Visit& visit) {
  for (const Range& range : m.points)
    for (std::size_t i = range.begin; i < range.end; ++i) visit(points_[i]);
  for (const Range& range : m.springs)
    for (std::size_t i = range.begin; i < range.end; ++i) visit(springs_[i]);
}

void BarrierModel::addStiffness(const Point& point, bool toA, Block& sum) const {
  if (point.stiffness == 0) return;
  const Along& of = toA ? point.ofA : point.ofB;
  sum.noalias() += (point.stiffness * of).lazyProduct(of.transpose());
}

void BarrierModel::addStiffness(const Spring& spring, bool toA, Block& sum) const {
  constexpr double slipping = 1e-6;  // rounding must not make it indefinite
  const Across& of = toA ? spring.ofA : spring.ofB;
  const double along = spring.derived && spring.slips ? slipping * spring.secant : spring.secant;
  const Across forces = of * Eigen::Vector2d(along, spring.secant).asDiagonal();
  sum.noalias() += forces.lazyProduct(of.transpose());
}

// Two bodies share the motion of A's centre, as if it belonged to both.
void BarrierModel::sumUp(Meeting& m) {
  const bool toA = m.bodyA >= 0;
  m.own.setZero();
  forEach(m, [&](const auto& part) { addStiffness(part, toA, m.own); });
  if (!isBetween(m)) return;
  const Block map = motionAt(m.apart);
  m.mixed = -m.own.lazyProduct(map);
  m.other = -map.transpose().lazyProduct(m.mixed);
}

// Without the contacts if rounding has made the matrix indefinite.
BarrierModel::Rows BarrierModel::solve(const Rows& loads) const {
  if (factored_) {
    Rows found = system_.solve(loads);
    if (found.allFinite()) return found;
  }
  Rows found(loads.size());
  for (std::size_t i = 0; i < own_.size(); ++i) {
    const Row row = 6 * static_cast<Row>(i);
    found.segment<6>(row) = own_[i].llt().solve(loads.segment<6>(row));
  }
  return found;
}

double BarrierModel::moved(const Point& point, const Rows& motions) const {
  double sum = point.driven;
  if (point.bodyA >= 0) sum += point.ofA.dot(motions.segment<6>(6 * point.bodyA));
  if (point.bodyB >= 0) sum += point.ofB.dot(motions.segment<6>(6 * point.bodyB));
  return sum;
}

Eigen::Vector2d BarrierModel::moved(const Spring& spring, const Rows& motions) const {
  Eigen::Vector2d sum = spring.driven;
  if (spring.bodyA >= 0) sum += spring.ofA.transpose() * motions.segment<6>(6 * spring.bodyA);
  if (spring.bodyB >= 0) sum += spring.ofB.transpose() * motions.segment<6>(6 * spring.bodyB);
  return sum;
}

bool BarrierModel::isNear(const Rows& motions) const {
  constexpr double weak = 0.1;     // of the firm stiffness
  constexpr double onwards = 0.3;  // of a shift: the direction of slip remains about the same
  const auto keeps = [&](const Point& p) {
    const double by = moved(p, motions);
    return std::abs(by) <= nearly * std::min(p.gap, p.barrier.reach - p.gap) ||
           p.barrier.stiffness(p.gap + std::min(by, 0.0)) < weak * p.firm;
  };
  const auto slipsOn = [&](const Spring& s) {
    const Eigen::Vector2d by = moved(s, motions);
    const double secant = s.friction.secant((s.shift + by).norm());
    return std::abs(secant - s.secant) <= nearly * s.secant &&
           (!s.slips || by.norm() <= onwards * s.shift.norm());
  };
  constexpr std::size_t grain = 256;
  std::atomic<bool> all = true;
  const auto check = [&all](const auto& parts, const auto& holds) {
    parallelItems(parts.size(), grain, [&](std::size_t i) {
      if (all && !holds(parts[i])) all = false;
    });
  };
  check(points_, keeps);
  check(springs_, slipsOn);
  return all;
}

void BarrierModel::Point::linearise(double where) {
  at = where;
  force = barrier.force(where);
  stiffness = barrier.stiffness(where);
}

// Linearises a barrier where motions have led. Returns whether it was so already: whether the linear force
// there is right, or wrong by too little to move the bodies.
bool BarrierModel::follow(Point& point, const Rows& motions) const {
  constexpr double closes = 0.8, toMove = 0.03;  // of gaps
  const BarrierSpring& barrier = point.barrier;
  const double wanted = point.gap + moved(point, motions);
  const double linear = point.force + point.stiffness * (point.at - wanted);
  double next = std::min(wanted, barrier.reach);
  if (next < closes * point.at) {
    if (point.firmAt == 0) point.firmAt = barrier.gapOf(point.firm);
    if (next < point.firmAt) next = std::max(next, std::min(point.firmAt, barrier.gapAt(linear)));
  }
  point.linearise(next);
  if (wanted < next) return false;
  return std::abs(linear - point.force) <= std::max(nearly * point.force, toMove * point.firm * next);
}

// The same for friction: its secant there.
bool BarrierModel::follow(Spring& spring, const Rows& motions) const {
  const double before = spring.secant;
  spring.secant = spring.friction.secant((spring.shift + moved(spring, motions)).norm());
  const bool same = !spring.derived || !spring.slips;
  spring.derived = false;
  if (std::abs(spring.secant - before) > nearly * before) {
    spring.extrapolate(before);
    return false;
  }
  spring.change = 0;
  spring.boldness = 1;
  return same;
}

// Where a body is pushed with little more or less than friction holds, shifts grow or shrink by about the
// same factor from system to system, until it slides or sticks.
void BarrierModel::Spring::extrapolate(double before) {
  constexpr double shyest = 0.25, boldest = 4, bolder = 2;
  if (!(before > 0 && secant > 0)) return;
  const double now = std::log(secant / before), kept = change == 0 ? 0 : now / change;
  boldness =
      std::clamp(kept < 1 ? boldness / (1 - kept) : boldest, shyest, std::min(boldest, bolder * boldness));
  change = now;
  if (boldness != 1) secant = std::min(before * std::exp(boldness * now), friction.stiffness);
}

// The force at rest if forces were those of the linear system, less the one there.
double BarrierModel::excess(const Point& point) {
  return point.force + point.stiffness * (point.at - point.gap - point.driven) - point.atRest;
}

Eigen::Vector2d BarrierModel::excess(const Spring& spring) {
  return (spring.friction.secant(spring.shift.norm()) - spring.secant) * spring.shift -
         spring.secant * spring.driven;
}

// Linearises what a meeting has where motions have led, with its part of the system. Returns whether all was
// so already.
bool BarrierModel::follow(Meeting& m, const Rows& motions) {
  bool same = true;
  forEach(m, [&](auto& part) { same = follow(part, motions) && same; });
  sumUp(m);
  m.moreOnA.setZero();
  m.moreOnB.setZero();
  forEach(m, [&](const auto& part) {
    const auto more = excess(part);
    m.moreOnA += part.ofA * more;
    m.moreOnB += part.ofB * more;
  });
  return same;
}

bool BarrierModel::followAll(const Rows& motions) {
  std::vector<char> same(meetings_.size());
  parallelItems(meetings_.size(), pairsAtATime,
                [&](std::size_t n) { same[n] = follow(meetings_[n], motions) ? 1 : 0; });
  return std::ranges::find(same, 0) == same.end();
}

// The loads at rest if forces were those of the linear system.
BarrierModel::Rows BarrierModel::loadsOfModel(const Rows& loads) const {
  Rows all = loads;
  for (const Meeting& m : meetings_) {
    if (m.bodyA >= 0) all.segment<6>(6 * m.bodyA) += m.moreOnA;
    if (m.bodyB >= 0) all.segment<6>(6 * m.bodyB) += m.moreOnB;
  }
  return all;
}

// As long as walls rest, the result is a direction in which the true potential decreases, too.
BarrierModel::Rows BarrierModel::minimum(const Rows& loads, const Rows& first, const Rows& begin,
                                         int systems) {
  Rows found = begin;
  for (int n = 0; n < systems; ++n) {
    if (followAll(found)) break;
    factored_ = system_.factor();
    found = solve(loadsOfModel(loads));
  }
  return driven_ || loads.dot(found) > 0 ? found : first;
}

}  // namespace talus
