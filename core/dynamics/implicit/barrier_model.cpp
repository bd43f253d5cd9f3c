#include "dynamics/implicit/barrier_model.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <memory_resource>
#include <tuple>
#include <unordered_map>

#include "base/parallel_items.h"
#include "dynamics/implicit/body_stiffness.h"

namespace talus {

namespace {

constexpr std::size_t pairsAtATime = 16;  // of bodies

using Block = BlockCholesky::Block;

// A motion at constant rates to where a wall moves: at first its points go along tangents, which bodies
// between several of them can follow in a linear model. Along chords they might be squeezed.
struct Screw {
  Vec3 shift = Vec3::Zero(), turn = Vec3::Zero();  // of the centre, m; rad

  Vec3 at(const Vec3& arm) const { return shift + turn.cross(arm); }
};

// The inverse of what the exponential does to the shift of the centre (R. M. Murray, Z. Li, S. S. Sastry, A
// Mathematical Introduction to Robotic Manipulation (1994), section 2.3).
Screw screwBetween(const BodyState& state, const BodyState& ahead, std::size_t i) {
  Screw screw{ahead.position[i] - state.position[i],
              rotationBetween(state.orientation[i], ahead.orientation[i])};
  const double half = 0.5 * screw.turn.norm();
  if (half == 0) return screw;
  constexpr double smallAngle = 1e-4;  // below it 1 − x cot x is x²/3
  const double factor = (half < smallAngle ? half * half / 3 : 1 - half / std::tan(half)) / (4 * half * half);
  const Vec3 across = screw.turn.cross(screw.shift);
  screw.shift += factor * screw.turn.cross(across) - 0.5 * across;
  return screw;
}

// How far walls move B's material at a contact beside A's.
Vec3 drivenBy(const LinearContact& contact, const BodyInertia& inertia, const BodyState& state,
              const BodyState& ahead) {
  Vec3 sum = Vec3::Zero();
  for (const Index body : {contact.bodyA, contact.bodyB}) {
    const auto i = static_cast<std::size_t>(body);
    if (!inertia.isWall(i)) continue;
    const Vec3 moved = screwBetween(state, ahead, i).at(contact.point - state.position[i]);
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

}  // namespace

bool BarrierModel::isPoint(const LinearContact& contact) {
  return contact.barrier.weight > 0;
}

bool BarrierModel::isBetween(const BodyPairBlock& pair) {
  return pair.bodyA >= 0 && pair.bodyB >= 0;
}

void BarrierModel::begin(const ContactIsland& island, const BodyInertia& inertia, const BodyState& state,
                         const BodyState& ahead, double dt) {
  island_ = &island;
  square_ = dt * dt;
  constexpr std::size_t fewContacts = 512;  // nothing that threads share out
  number(state.size());
  findPairs(state);
  const std::function<void()> parts[] = {
      [&] { addBodyStiffness(*island_, rows_, inertia, state, square_, own_); }, [&] { prepareSystem(); },
      [&] { addContacts(inertia, state, ahead); }};
  parallelItems(std::size(parts), island.contacts.size() < fewContacts ? std::size(parts) : 1,
                [&](std::size_t n) { parts[n](); });
  parallelItems(pairs_.size(), pairsAtATime, [&](std::size_t n) { sumUp(pairs_[n]); });
  factored_ = system_.factor();
}

void BarrierModel::number(std::size_t bodies) {
  rows_.assign(bodies, -1);
  for (std::size_t n = 0; n < island_->bodies.size(); ++n) rows_[island_->bodies[n]] = static_cast<Row>(n);
  own_.resize(island_->bodies.size());
}

void BarrierModel::addContacts(const BodyInertia& inertia, const BodyState& state, const BodyState& ahead) {
  constexpr std::size_t contactsPerChunk = 128;
  const std::vector<const LinearContact*>& contacts = island_->contacts;
  std::vector<char> driven(contacts.size());
  parallelItems(contacts.size(), contactsPerChunk, [&](std::size_t n) {
    const LinearContact& contact = *contacts[n];
    const Vec3 by = drivenBy(contact, inertia, state, ahead);
    driven[n] = by.isZero(0) ? 0 : 1;
    const ContactRows rows{numberOf(contact.bodyA), numberOf(contact.bodyB)};
    if (isPoint(contact))
      points_[places_[n]] = barrierPoint(rows, contact, inertia, state, by, square_);
    else
      springs_[places_[n]] = frictionSpring(rows, contact, state, by);
  });
  driven_ = std::ranges::find(driven, 1) != driven.end();
}

// Only notes where the blocks are: they are summed up later.
void BarrierModel::prepareSystem() {
  std::vector<BlockCholesky::Pair> pairs;
  for (const BodyPairBlock& pair : pairs_)
    if (isBetween(pair)) pairs.emplace_back(pair.bodyA, pair.bodyB);
  system_.begin(island_->bodies.size(), pairs);
  for (std::size_t i = 0; i < own_.size(); ++i) system_.add(static_cast<Row>(i), own_[i]);
  for (const BodyPairBlock& pair : pairs_) {
    system_.add(pair.bodyA >= 0 ? pair.bodyA : pair.bodyB, pair.own);
    if (!isBetween(pair)) continue;
    system_.add(system_.place(pair.bodyA, pair.bodyB), pair.mixed);
    system_.add(pair.bodyB, pair.other);
  }
}

// Points and springs get the order of contacts; pairs that of their first point or, without one, spring.
void BarrierModel::findPairs(const BodyState& state) {
  std::pmr::monotonic_buffer_resource memory;
  std::pmr::unordered_map<Row, std::size_t> known(&memory);  // of bodies, by both
  std::vector<BlockCholesky::Pair> bodies;
  const auto pairOf = [&](const LinearContact& contact) {
    const Row a = numberOf(contact.bodyA), b = numberOf(contact.bodyB);
    const auto [place, isNew] = known.try_emplace(a * static_cast<Row>(own_.size() + 1) + b, bodies.size());
    if (isNew) bodies.emplace_back(a, b);
    return place->second;
  };
  const std::vector<Run> points = numberParts(true, pairOf), springs = numberParts(false, pairOf);
  points_.resize(points.empty() ? 0 : points.back().range.end);
  springs_.resize(springs.empty() ? 0 : springs.back().range.end);
  pairs_.resize(bodies.size());
  const auto centre = [&](Row body) {
    return state.position[island_->bodies[static_cast<std::size_t>(body)]];
  };
  for (std::size_t n = 0; n < bodies.size(); ++n) {
    BodyPairBlock& pair = pairs_[n];
    std::tie(pair.bodyA, pair.bodyB) = bodies[n];
    pair.points.clear();
    pair.springs.clear();
    if (isBetween(pair)) pair.apart = centre(pair.bodyA) - centre(pair.bodyB);
  }
  for (const Run& run : points) pairs_[run.pair].points.push_back(run.range);
  for (const Run& run : springs) pairs_[run.pair].springs.push_back(run.range);
}

// Finds the places of points or springs. Returns those of each pair of bodies that follow each other.
template <class PairOf>
std::vector<BarrierModel::Run> BarrierModel::numberParts(bool points, const PairOf& pairOf) {
  const std::vector<const LinearContact*>& contacts = island_->contacts;
  places_.resize(contacts.size());
  std::vector<Run> runs;
  std::size_t count = 0;
  const LinearContact* last = nullptr;
  for (std::size_t n = 0; n < contacts.size(); ++n) {
    const LinearContact& contact = *contacts[n];
    if (isPoint(contact) != points) continue;
    if (!last || last->bodyA != contact.bodyA || last->bodyB != contact.bodyB)
      runs.push_back({pairOf(contact), {count, count}});
    last = &contact;
    places_[n] = count++;
    runs.back().range.end = count;
  }
  return runs;
}

// Calls visit(part) for the points and springs of a pair.
template <class Visit>
void BarrierModel::forEach(const BodyPairBlock& pair, const Visit& visit) {
  for (const Range& range : pair.points)
    for (std::size_t i = range.begin; i < range.end; ++i) visit(points_[i]);
  for (const Range& range : pair.springs)
    for (std::size_t i = range.begin; i < range.end; ++i) visit(springs_[i]);
}

// Two bodies share the motion of A's centre, as if it belonged to both.
void BarrierModel::sumUp(BodyPairBlock& pair) {
  const bool toA = pair.bodyA >= 0;
  pair.own.setZero();
  forEach(pair, [&](const auto& part) { part.addStiffness(toA, pair.own); });
  if (!isBetween(pair)) return;
  const Block map = motionAt(pair.apart);
  pair.mixed = -pair.own.lazyProduct(map);
  pair.other = -map.transpose().lazyProduct(pair.mixed);
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

bool BarrierModel::isNear(const Rows& motions) const {
  constexpr std::size_t partsAtATime = 256;
  std::atomic<bool> all = true;
  const auto check = [&](const auto& parts) {
    parallelItems(parts.size(), partsAtATime, [&](std::size_t i) {
      if (all && !parts[i].isNear(motions)) all = false;
    });
  };
  check(points_);
  check(springs_);
  return all;
}

// Linearises what a pair has where motions have led, with its part of the system. Returns whether all was
// so already.
bool BarrierModel::follow(BodyPairBlock& pair, const Rows& motions) {
  bool same = true;
  forEach(pair, [&](auto& part) { same = part.follow(motions) && same; });
  sumUp(pair);
  pair.moreOnA.setZero();
  pair.moreOnB.setZero();
  forEach(pair, [&](const auto& part) {
    const auto more = part.excess();
    pair.moreOnA += part.ofA * more;
    pair.moreOnB += part.ofB * more;
  });
  return same;
}

bool BarrierModel::followAll(const Rows& motions) {
  std::vector<char> same(pairs_.size());
  parallelItems(pairs_.size(), pairsAtATime,
                [&](std::size_t n) { same[n] = follow(pairs_[n], motions) ? 1 : 0; });
  return std::ranges::find(same, 0) == same.end();
}

// The loads at rest if forces were those of the linear system.
BarrierModel::Rows BarrierModel::loadsOfModel(const Rows& loads) const {
  Rows all = loads;
  for (const BodyPairBlock& pair : pairs_) {
    if (pair.bodyA >= 0) all.segment<6>(6 * pair.bodyA) += pair.moreOnA;
    if (pair.bodyB >= 0) all.segment<6>(6 * pair.bodyB) += pair.moreOnB;
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
