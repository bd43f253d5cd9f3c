#include "dynamics/implicit/incremental_potential.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/damaged_snapshot.h"
#include "base/parallel_items.h"
#include "dynamics/body/body_loop.h"

namespace talus {

namespace {

constexpr double exactly = 1e-6;  // of all forces on a body: a step has converged
constexpr double roughly = 1e-2;  // the same for rough minima
constexpr double hardly = 1e-1;   // the same where an iteration does not get on
constexpr double still = 1e-4;    // of the range of contacts: bodies rest
constexpr double slowest = 1e-6;  // of prescribed motions, from iterate to iterate
constexpr int patience = 5;       // iterations without any motion
constexpr int frictionRounds = 8;
constexpr int usualRounds = 3;           // of friction: after these it need agree roughly only
constexpr double frictionChange = 0.02;  // of all forces on a body: friction agrees
constexpr double roughChange = 0.1;      // the same, roughly
constexpr double rounding = 1e-11;       // of the potential: it has not grown
constexpr int boldIterations = 5;        // after which secants are always kept
constexpr double mostlyWhole = 0.1;      // of a motion: secants are kept
constexpr double hardlyAny = 0.1;        // of a motion to a model's minimum
constexpr double longestTurn = 0.5;      // rad, from iterate to iterate
constexpr double lookahead = 2;          // ranges: models know contacts as far
constexpr int fewSystems = 10;           // of a model of a large island
constexpr int maximumTrials = 12;        // of a line search
constexpr double decreasingSlope = 0.9;  // of the slope at the start: the search ends below it

// The greatest radius of gyration, m.
double gyration(const BodyInertia& inertia, std::size_t i) {
  return std::sqrt(inertia.moments(i).maxCoeff() * inertia.inverseMass(i));
}

bool isLarge(std::span<const std::size_t> bodies) {
  constexpr std::size_t large = 200;
  return bodies.size() >= large;
}

}  // namespace

IncrementalPotential::IncrementalPotential(const ImplicitOptions& options, PotentialContacts& contacts,
                                           MotionGuard& guard)
    : options_(options), contacts_(&contacts), guard_(&guard) {
  requireValid(options);
  contacts_->setMode(ContactMode::Measured);
}

StepReport IncrementalPotential::advance(BodyState& state, MovingSystem& system, double time, double dt) {
  const BodyInertia& inertia = system.inertia;
  const double part = options_.secondOrder ? StepInertia::firstPart : 1;
  StepReport report;
  now_ = state;
  if (rest_.size() != now_.size()) rest_.assign(now_.size(), {});
  nextRest_.assign(now_.size(), {});
  contacts_->setMode(ContactMode::Measured);
  system.evaluate(now_, time, loads_);
  energy_.begin(state, *contacts_);
  inertia_.begin(state, inertia, part * dt);
  report.converged = moveTo(time, time + part * dt, system, report);
  if (report.converged && options_.secondOrder) {
    energy_.pass(now_, inertia, *contacts_);
    inertia_.beginSecond(state, now_, inertia, dt);
    report.converged = moveTo(time + part * dt, time + dt, system, report);
  }
  if (!report.converged) return report;
  rest_ = nextRest_;
  energy_.limit(now_, inertia, loads_, *contacts_);
  system.field.setWallWorks(energy_.wallWorks());
  state = now_;
  return report;
}

// A stage, from the current state. Its loads are known, as Measured.
bool IncrementalPotential::moveTo(double begin, double end, MovingSystem& system, StepReport& report) {
  begin_ = begin;
  end_ = end;
  start_ = ahead_ = now_;
  system.field.impose(ahead_, end);
  wallsMove_ = !samePlaces(ahead_, start_);
  restart();
  bool agrees = false;
  for (int round = 0; round < frictionRounds; ++round) {
    contacts_->setMode(ContactMode::Held);
    if (!agrees) restart();  // where bodies came to with other friction, friction may hold them, too
    rough_ = !agrees && round + 1 < frictionRounds;
    const bool converged = solve(system, report);
    contacts_->setMode(ContactMode::Measured);
    if (!converged) return false;
    std::swap(before_, loads_);
    inertia_.setVelocities(now_);
    system.evaluate(now_, end, loads_);
    agrees = frictionAgrees(system.inertia, round + 1 < usualRounds ? frictionChange : roughChange);
    if (agrees && !rough_) break;
  }
  return true;
}

void IncrementalPotential::restart() {
  now_ = from_ = start_;
  first_.reset();
  progress_ = wallsMove_ ? 0 : 1;
}

// From where the bodies are: at the start, or at a rough minimum whose friction agrees. There springs of
// greater limits may bring in energy; then anew.
bool IncrementalPotential::solve(MovingSystem& system, StepReport& report) {
  if (!minimise(system, report)) return false;
  if (rough_ || wallsMove_ || potential_ <= *first_ + rounding * std::abs(*first_)) return true;
  restart();
  return minimise(system, report);
}

bool IncrementalPotential::minimise(MovingSystem& system, StepReport& report) {
  const BodyInertia& inertia = system.inertia;
  settled_.assign(now_.size(), 0);
  secants_.clear();
  stuck_.assign(now_.size(), 0);
  held_.assign(now_.size(), 0);
  system.evaluate(now_, timeAt(progress_), loads_);
  int standing = 0;
  for (int n = 0; n < options_.maximumIterations && standing < patience; ++n) {
    const auto islands = takeStock(system);
    if (n > 0) remember(n > boldIterations);
    last_ = residual_;
    if (!first_) first_ = potential_;
    bool done = dropConverged(islands, inertia);
    if (done && rough_ && n == 0) {
      rough_ = false;
      findResidual(inertia);
      done = dropConverged(islands, inertia);
    }
    if (done && progress_ == 1) {
      guard_->release();
      return true;
    }
    direct(islands, inertia);
    left_ = motion_;
    from_ = now_;
    const double before = progress_;
    truncate(system);
    if (done && progress_ - before < slowest) return false;   // a wall is blocked
    if (progress_ > before) settled_.assign(now_.size(), 0);  // bodies must give way
    beginSearches(inertia);
    if (n >= 5) settle(inertia);
    search(system);
    noteStuck();
    noteHeld();
    settle(inertia);
    standing = progress_ == before && samePlaces(now_, from_) ? standing + 1 : 0;
    ++report.iterations;
  }
  return false;
}

// What the evaluation of an iterate tells. Returns the islands.
std::vector<ContactIsland> IncrementalPotential::takeStock(const MovingSystem& system) {
  std::vector<ContactIsland> islands;
  const auto contacts = system.field.linearised();
  const std::function<void()> parts[] = {[&] { islands = contactIslands(contacts, system.inertia); },
                                         [&] { findPull(contacts, system.inertia); },
                                         [&] {
                                           findResidual(system.inertia);
                                           potential_ = potential(system);
                                         }};
  parallelItems(std::size(parts), 1, [&](std::size_t n) { parts[n](); });
  return islands;
}

void IncrementalPotential::findResidual(const BodyInertia& inertia) {
  residual_.clear(now_.size());
  forEachBody(now_.size(), [&](std::size_t i) {
    if (inertia.isWall(i)) return;
    residual_.force[i] = loads_.force[i] - inertia_.force(i, now_);
    residual_.torque[i] = loads_.torque[i] - inertia_.torque(i, now_);
  });
}

void IncrementalPotential::findPull(LinearContacts contacts, const BodyInertia& inertia) {
  pull_.assign(now_.size(), 0.0);
  for (const LinearContact* const contact : contacts) {
    const double force = contact->force.norm();
    pull_[static_cast<std::size_t>(contact->bodyA)] += force;
    pull_[static_cast<std::size_t>(contact->bodyB)] += force;
  }
  for (std::size_t i = 0; i < now_.size(); ++i)
    if (!inertia.isWall(i)) pull_[i] += loads_.force[i].norm() + inertia_.force(i, now_).norm();
}

// A torque counts as the force at the radius of gyration.
bool IncrementalPotential::isSmall(std::size_t i, const BodyInertia& inertia, double part) const {
  const double radius = gyration(inertia, i);
  constexpr double ofPlace = 1e-12;
  const double h = inertia_.length(),
               place = now_.position[i].lpNorm<1>() + h * start_.velocity[i].lpNorm<1>() + radius;
  const double most = part * pull_[i] + ofPlace * place * inertia.mass(i) / (h * h);
  return residual_.force[i].norm() <= most && residual_.torque[i].norm() <= most * radius;
}

// Rough minima of large islands tell the limits of friction also where a few bodies have not arrived.
bool IncrementalPotential::isSmall(std::span<const std::size_t> bodies, const BodyInertia& inertia) const {
  constexpr std::size_t few = 50;  // one of so many
  const auto others = std::ranges::count_if(
      bodies, [&](std::size_t i) { return !isSmall(i, inertia, settled_[i] ? hardly : tolerance()); });
  return static_cast<std::size_t>(others) <= (rough_ && isLarge(bodies) ? bodies.size() / few : 0);
}

// Bodies that rested in the last step, since their line search found the gradient to jump, rest in this one
// if what is left of their forces is the same: a search would take five evaluations to find that again.
bool IncrementalPotential::restAgain(std::span<const std::size_t> bodies, const BodyInertia& inertia) const {
  return std::ranges::all_of(bodies, [&](std::size_t i) {
    const Rest& rest = rest_[i];
    const double most = exactly * pull_[i];
    return rest.known && (residual_.force[i] - rest.force).norm() <= most &&
           (residual_.torque[i] - rest.torque).norm() <= most * gyration(inertia, i);
  });
}

// Whether a wall moves at a contact in the rest of the step.
bool IncrementalPotential::isDriven(const LinearContact& contact, const BodyInertia& inertia) const {
  const auto moves = [&](Index body) {
    const auto i = static_cast<std::size_t>(body);
    return inertia.isWall(i) &&
           (ahead_.position[i] != start_.position[i] || !(ahead_.orientation[i] == start_.orientation[i]));
  };
  return moves(contact.bodyA) || moves(contact.bodyB);
}

double IncrementalPotential::tolerance() const {
  return rough_ && progress_ == 1 ? roughly : exactly;
}

// Islands that have converged, and bodies without contacts that have, stay where they are. Returns whether
// all have.
bool IncrementalPotential::dropConverged(const std::vector<ContactIsland>& islands,
                                         const BodyInertia& inertia) {
  std::vector<char> inIsland(now_.size(), 0);
  searches_.clear();
  for (const ContactIsland& island : islands) {
    searches_.push_back({island.bodies});
    searches_.back().led =
        progress_ < 1 && std::any_of(island.contacts.begin(), island.contacts.end(),
                                     [&](const LinearContact* c) { return isDriven(*c, inertia); });
    for (const std::size_t i : island.bodies) inIsland[i] = 1;
  }
  for (std::size_t i = 0; i < now_.size(); ++i)
    if (!inIsland[i] && !inertia.isWall(i)) searches_.push_back({{i}});
  for (Search& search : searches_) {
    const bool rests = !search.led && restAgain(search.bodies, inertia);
    search.small = rests || isSmall(search.bodies, inertia);
    search.ended = search.small && !search.led;
    if (!search.ended) continue;
    for (const std::size_t i : search.bodies) {
      nextRest_[i] = rests ? rest_[i] : Rest{settled_[i], residual_.force[i], residual_.torque[i]};
      residual_.force[i].setZero();
      residual_.torque[i].setZero();
    }
  }
  return std::ranges::all_of(searches_, &Search::small);
}

// The minimum of the islands' models. Near it Newton's direction with the stiffness of the linearised
// contacts, improved by the secants of this minimisation.
void IncrementalPotential::direct(const std::vector<ContactIsland>& islands, const BodyInertia& inertia) {
  const double square = inertia_.length() * inertia_.length();
  Loads residual = residual_;
  motion_.clear(now_.size());
  Context context;
  parallelChunks(searches_.size(), 8, context, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      if (searches_[k].ended) continue;
      if (k < islands.size()) {
        directIsland(islands[k], inertia, residual);
        continue;
      }
      const std::size_t i = searches_[k].bodies[0];
      motion_.shift[i] = square * inertia.inverseMass(i) * residual_.force[i];
      motion_.turn[i] = inertia_.turnToFree(i, now_) +
                        square * inertia.angularVelocity(i, now_.orientation[i], loads_.torque[i]);
    }
  });
}

// A model of a large island begins where the last one led if the guard held bodies back on the way: the way
// that is left is about the same, and Newton's direction far from it.
//
// @param residual of the island's bodies is used up.
void IncrementalPotential::directIsland(const ContactIsland& island, const BodyInertia& inertia,
                                        Loads& residual) {
  const std::vector<std::size_t>& bodies = island.bodies;
  BarrierModel& model = models_.local();
  model.begin(island, inertia, now_, ahead_, inertia_.length());
  const auto rows = [&](const std::vector<Vec3>& linear, const std::vector<Vec3>& angular) {
    Eigen::VectorXd all(6 * static_cast<Eigen::Index>(bodies.size()));
    for (std::size_t n = 0; n < bodies.size(); ++n)
      all.segment<6>(6 * static_cast<Eigen::Index>(n)) << linear[bodies[n]], angular[bodies[n]];
    return all;
  };
  const auto move = [&](const Eigen::VectorXd& motions) {
    for (std::size_t n = 0; n < bodies.size(); ++n) {
      motion_.shift[bodies[n]] = motions.segment<3>(6 * static_cast<Eigen::Index>(n));
      motion_.turn[bodies[n]] = motions.segment<3>(6 * static_cast<Eigen::Index>(n) + 3);
    }
  };
  const Eigen::VectorXd loads = rows(residual.force, residual.torque), first = model.solve(loads);
  const bool stuck =
      std::any_of(bodies.begin(), bodies.end(), [this](std::size_t i) { return stuck_[i] != 0; });
  if (!stuck && !model.isNear(first)) {
    const bool held = std::ranges::all_of(bodies, [this](std::size_t i) { return held_[i] != 0; });
    move(model.minimum(loads, first, held ? rows(left_.shift, left_.turn) : first,
                       isLarge(bodies) ? fewSystems : BarrierModel::manySystems));
    return;
  }
  const SecantPairs::Weights weights = secants_.reduce(bodies, residual);
  move(model.solve(rows(residual.force, residual.torque)));
  secants_.restore(bodies, weights, motion_);
}

// E/h² in the current trial, J.
double IncrementalPotential::potential(const MovingSystem& system) const {
  return inertia_.energy(now_) + system.field.potentialEnergy();
}

// Keeps the motion from the last iterate to the current one with the change of the residual. Where motions
// must be cut short the stiffness changes too much for secants, which might lead to another minimum; but
// without them some minimisations do not end.
void IncrementalPotential::remember(bool always) {
  Motions motion = motion_;
  Loads change = last_;
  for (const Search& search : searches_)
    for (const std::size_t i : search.bodies) {
      motion.shift[i] *= search.length;
      motion.turn[i] *= search.length;
    }
  for (std::size_t i = 0; i < now_.size(); ++i) {
    change.force[i] -= residual_.force[i];
    change.torque[i] -= residual_.torque[i];
  }
  secants_.add(std::move(motion), std::move(change));
  for (const Search& search : searches_) {
    const bool whole = std::all_of(search.bodies.begin(), search.bodies.end(),
                                   [&](std::size_t i) { return parts_[i] == 1; });
    if (search.led || (!always && (!whole || search.length < mostlyWhole))) secants_.forget(search.bodies);
  }
}

void IncrementalPotential::moveBody(std::size_t i, double part) {
  now_.position[i] = from_.position[i] + part * motion_.shift[i];
  now_.orientation[i] = from_.orientation[i];
  if (motion_.turn[i].isZero(0)) return;  // not even by rounding: see ContactForces::isKept()
  now_.orientation[i] = (rotationBy(part * motion_.turn[i]) * from_.orientation[i]).normalised();
}

// Shortens the motion of each body to what the guard allows. Walls move as far as they may.
void IncrementalPotential::truncate(MovingSystem& system) {
  constexpr int halvings = 40;
  parts_.resize(now_.size());
  std::vector<double> whole(now_.size(), 1.0);  // what linearised rotations allow
  for (std::size_t i = 0; i < now_.size(); ++i) {
    if (system.inertia.isWall(i)) continue;
    whole[i] = std::min(1.0, longestTurn / motion_.turn[i].norm());
    moveBody(i, whole[i]);
  }
  begun_ = progress_;
  guard_->begin(from_);
  double part = 1;
  for (int n = 0; n <= halvings; ++n, part /= 2) {
    if (n == halvings) part = 0;
    progress_ = part == 1 ? 1 : begun_ + part * (1 - begun_);
    system.field.impose(now_, timeAt(progress_));
    const auto parts = guard_->allowedParts(now_, begin_);
    if (parts.empty()) continue;
    std::ranges::transform(parts, whole, parts_.begin(), std::multiplies{});
    return;
  }
}

void IncrementalPotential::scale(std::size_t i, double part) {
  motion_.shift[i] *= part;
  motion_.turn[i] *= part;
}

// Where the gradient of E jumps, as at a vertex between two equally near faces, E may be smallest without a
// gradient of zero: bodies settle that a line search does not move. So do those that rounding does not let
// come nearer.
void IncrementalPotential::settle(const BodyInertia& inertia) {
  const double least = still * contacts_->range();
  for (const Search& search : searches_) {
    if (search.ended) continue;
    if (std::any_of(search.bodies.begin(), search.bodies.end(), [&](std::size_t i) {
          return (search.cut ? search.length : 1) * farthest(i, inertia) > parts_[i] * least;
        }))
      continue;
    for (const std::size_t i : search.bodies) settled_[i] = 1;
  }
}

// How far the motion moves the points of a body, about.
double IncrementalPotential::farthest(std::size_t i, const BodyInertia& inertia) const {
  return motion_.shift[i].norm() + motion_.turn[i].norm() * gyration(inertia, i);
}

// A model does not know that another feature becomes the nearest one: where its minimum leads nowhere,
// secants lead on.
void IncrementalPotential::noteStuck() {
  for (const Search& search : searches_) {
    if (search.ended || !search.cut || search.length >= hardlyAny) continue;
    for (const std::size_t i : search.bodies) stuck_[i] = 1;
  }
}

void IncrementalPotential::noteHeld() {
  constexpr double halfWay = 0.5;
  held_.assign(now_.size(), 0);
  for (const Search& search : searches_) {
    if (search.ended || !isLarge(search.bodies)) continue;
    if (std::ranges::none_of(search.bodies, [this](std::size_t i) { return parts_[i] < halfWay; })) continue;
    for (const std::size_t i : search.bodies) {
      held_[i] = 1;
      left_.shift[i] -= search.length * motion_.shift[i];
      left_.turn[i] -= search.length * motion_.turn[i];
    }
  }
}

// Each body carries out its own part of the motion if that is still downhill, otherwise all the smallest
// part. So do all bodies of a large island in which one goes farther than models look ahead, as in an impact:
// they would rub on those that wait, which the model does not know of.
void IncrementalPotential::beginSearches(const BodyInertia& inertia) {
  for (Search& search : searches_) {
    if (search.ended) continue;
    const double whole = slopeOf(search);
    double least = 1, own = 0, far = 0;
    for (const std::size_t i : search.bodies) {
      far = std::max(far, farthest(i, inertia));
      least = std::min(least, parts_[i]);
      own += parts_[i] * workOf(residual_, motion_, std::span(&i, 1));
    }
    const bool isImpact = isLarge(search.bodies) && far > lookahead * contacts_->range();
    const bool alike = !search.led && (isImpact || own < least * whole);
    search.slope = alike ? least * whole : own;
    for (const std::size_t i : search.bodies) scale(i, alike ? least : parts_[i]);
  }
}

void IncrementalPotential::place(const Search& search) {
  for (const std::size_t i : search.bodies) moveBody(i, search.length);
}

// Whether the slope at the trial asks for a shorter motion. Where the slope jumps it hardly changes with the
// length, and a secant would do little more than halve it.
bool IncrementalPotential::shorten(Search& search) {
  constexpr double most = 0.8, least = 0.1, same = 0.7;
  if (search.ended || search.led) return false;
  const double now = slopeOf(search);
  if (now >= -decreasingSlope * search.slope) return false;
  const bool jumps = search.cut && now < same * search.last;
  search.length *= jumps ? least : std::clamp(search.slope / (search.slope - now), least, most);
  search.last = now;
  search.cut = true;
  return true;
}

// A body that moves less than was allowed may be in the way of another one: motions are shortened until the
// guard allows them all.
void IncrementalPotential::confine(MovingSystem& system) {
  constexpr int rounds = 60;
  for (int n = 0; n < rounds; ++n) {
    for (const Search& search : searches_) place(search);
    const auto parts = guard_->allowedParts(now_, begin_);
    if (parts.empty()) {
      progress_ = 0.5 * (progress_ + begun_);
      system.field.impose(now_, timeAt(progress_));
      continue;
    }
    bool again = false;
    for (Search& search : searches_) {
      double least = 1;
      for (const std::size_t i : search.bodies) least = std::min(least, parts[i]);
      if (least == 1 || search.length == 0) continue;
      search.length = least > 1e-3 ? 0.9 * least * search.length : 0;
      again = true;
    }
    if (!again) return;
  }
  now_ = from_;
  progress_ = begun_;
}

// The slope does not tell whether a hill was passed over.
void IncrementalPotential::shortenAll() {
  for (Search& search : searches_) {
    if (search.ended) continue;
    search.length *= 0.5;
    search.cut = true;
  }
}

void IncrementalPotential::search(MovingSystem& system) {
  confine(system);
  for (int n = 0;; ++n) {
    system.evaluate(now_, timeAt(progress_), loads_);
    if (n == maximumTrials) return;
    findResidual(system.inertia);
    bool again = false;
    for (Search& search : searches_) again = shorten(search) || again;
    if (!again) {
      const bool grown = potential(system) > potential_ + rounding * std::abs(potential_);
      if (progress_ != begun_ || !grown) return;
      shortenAll();
    }
    confine(system);
  }
}

void IncrementalPotential::save(ByteWriter& bytes) const {
  bytes.array(rest_);
}

void IncrementalPotential::load(ByteReader& bytes) {
  rest_ = bytes.array<Rest>();
  const auto isSound = [](const Rest& rest) { return rest.force.allFinite() && rest.torque.allFinite(); };
  if (!std::ranges::all_of(rest_, isSound)) throw damagedSnapshot();
}

// @param change of all forces on a body, allowed.
bool IncrementalPotential::frictionAgrees(const BodyInertia& inertia, double change) const {
  for (std::size_t i = 0; i < now_.size(); ++i) {
    if (inertia.isWall(i)) continue;
    if ((loads_.force[i] - before_.force[i]).norm() > change * pull_[i]) return false;
  }
  return true;
}

}  // namespace talus
