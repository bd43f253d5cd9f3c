#include "dynamics/certificate/near_bodies.h"

#include <cmath>
#include <limits>

#include "dynamics/body/body_loop.h"

namespace talus {

namespace {

// A bound on how far a point of B has moved since, seen from A, m.
double motionSince(const Pose& seen, const Pose& now, const CertifiedBody& a, const CertifiedBody& b) {
  const double shift = a.pose.scale * (now.position - seen.position).norm();
  const double turn = std::sqrt(0.5) * (now.rotation - seen.rotation).norm() * b.extent;
  return (1 + 1e-12) * (shift + turn) + roundingOf(a, b);
}

}  // namespace

NearBodies::NearBodies(const ContactLibrary& library, const BodyInertia& inertia,
                       std::vector<GuardedBody> bodies)
    : library_(&library), inertia_(&inertia), bodies_(std::move(bodies)) {
  BroadPhaseOptions options;
  options.expectedBoxes = bodies_.size();
  options.wanted = [this](Index i, Index j) {
    return !(inertia_->isWall(static_cast<std::size_t>(i)) && inertia_->isWall(static_cast<std::size_t>(j)));
  };
  phase_ = makeBroadPhase(options);
}

NearBodies::~NearBodies() = default;

CertifiedBody NearBodies::certified(const BodyState& state, Index i) const {
  const auto k = static_cast<std::size_t>(i);
  return {&library_->geometry(bodies_[k].shape),
          {state.position[k], state.orientation[k].matrix(), bodies_[k].scale},
          bodies_[k].extent};
}

Box NearBodies::box(const BodyState& state, std::size_t i) const {
  return library_->box(bodies_[i].shape, certified(state, static_cast<Index>(i)).pose);
}

std::span<const BodyPair> NearBodies::overlapping(const BoxArrays& boxes) {
  phase_->update(boxes);
  return phase_->pairs();
}

void NearBodies::begin(const BodyState& state) {
  if (travel_.hasList() && !samePlaces(state, before_)) travel_.forget();
  before_ = state;
  ++start_;
}

void NearBodies::proceed(const BodyState& state) {
  travel_.proceed();
  before_ = state;
  ++start_;
}

void NearBodies::find(const BodyState& target, double time) {
  travel_.forget();
  findMotions(target);
  list(time, std::vector<double>(size(), 0.0));
  open_.clear();
  for (std::size_t n = 0; n < pairs_.size(); ++n) open(n);
  boundGaps();
}

std::span<const std::size_t> NearBodies::findClosing(const BodyState& target, double time) {
  if (wallMotions_ > 1) {
    find(target, time);
    return open_;
  }
  findMotions(target);
  if (!listHolds(time)) listWithRoom(time);
  open_.clear();
  for (std::size_t n = 0; n < pairs_.size(); ++n)
    if (travel_.endOf(pairs_[n].bodies) > pairs_[n].ways) open(n);
  boundGaps();
  for (const std::size_t n : open_) pairs_[n].ways = travel_.startOf(pairs_[n].bodies) + pairs_[n].freeWay();
  std::erase_if(open_, [this](std::size_t n) { return passesBy(pairs_[n]); });
  return open_;
}

void NearBodies::findMotions(const BodyState& target) {
  motions_.resize(size());
  forEachBody(size(), [&](std::size_t i) {
    motions_[i] = stepMotion(before_, target, i, bodies_[i].extent);
    if (travel_.hasList()) travel_.move(i, motions_[i], bodies_[i].extent);
  });
}

// Bodies whose swept boxes do not overlap stay apart during the whole motion. Rooms are for later ones.
Box NearBodies::sweptBox(std::size_t i, double room) const {
  const Box start = box(before_, i);
  const double times = inertia_->isWall(i) ? wallMotions_ : 1;
  return grown(start.merged(start.translated(times * motions_[i].way)),
               std::max(times * motions_[i].turn, room));
}

// Listed for the room only, but with a motion that is long for the gap.
bool NearBodies::passesBy(const Pair& pair) const {
  const auto& [a, b] = pair.bodies;
  if (!pair.closes(motion(a), motion(b), 1, 1)) return false;
  return !sweptBox(static_cast<std::size_t>(a), 0).intersects(sweptBox(static_cast<std::size_t>(b), 0));
}

void NearBodies::list(double time, std::span<const double> rooms) {
  boxes_.resize(size());
  forEachBody(size(),
              [&](std::size_t i) { boxes_.set(i, isPresent(i, time) ? sweptBox(i, rooms[i]) : Box()); });
  carryOver(overlapping(boxes_));
}

// For many motions like this one, within limits by the body's size. Walls may be large and at rest.
double NearBodies::roomOf(std::size_t i) const {
  constexpr double many = 32, least = 1e-3, greatest = 0.1;
  const double wanted = many * motions_[i].length(), extent = bodies_[i].extent;
  return std::min(greatest * extent, inertia_->isWall(i) ? wanted : std::max(least * extent, wanted));
}

void NearBodies::listWithRoom(double time) {
  std::vector<double> rooms(size());
  for (std::size_t i = 0; i < size(); ++i) rooms[i] = roomOf(i);
  list(time, rooms);
  for (Pair& pair : pairs_)
    pair.ways = travel_.hasList() ? pair.ways - travel_.startOf(pair.bodies) : Pair::unknown;
  travel_.list(rooms);
  for (std::size_t i = 0; i < size(); ++i) travel_.move(i, motions_[i], bodies_[i].extent);
  presentFrom_ = -std::numeric_limits<double>::infinity();
  presentUntil_ = std::numeric_limits<double>::infinity();
  for (const GuardedBody& body : bodies_) {
    if (body.removed > time)
      presentUntil_ = std::min(presentUntil_, body.removed);
    else
      presentFrom_ = std::max(presentFrom_, body.removed);
  }
}

bool NearBodies::listHolds(double time) const {
  return travel_.hasList() && presentFrom_ <= time && time < presentUntil_ && travel_.hasRoom();
}

// Both lists are sorted.
void NearBodies::carryOver(std::span<const BodyPair> pairs) {
  std::swap(pairs_, earlier_);
  pairs_.assign(pairs.size(), {});
  auto known = earlier_.begin();
  for (std::size_t n = 0; n < pairs.size(); ++n) {
    while (known != earlier_.end() && known->bodies < pairs[n]) ++known;
    if (known != earlier_.end() && known->bodies == pairs[n]) pairs_[n] = std::move(*known);
    pairs_[n].bodies = pairs[n];
    const auto keptBeside = [this](Index i) { return bodies_[static_cast<std::size_t>(i)].kept; };
    pairs_[n].kept = std::min(keptBeside(pairs[n].first), keptBeside(pairs[n].second));
  }
}

void NearBodies::open(std::size_t n) {
  open_.push_back(n);
  pairs_[n].held = false;
  pairs_[n].triangles.moveTo(start_);
}

/// A pair where motions start.
struct NearBodies::Bodies {
  CertifiedBody a, b;
  Pose relative;  // of B in A's frame

  Bodies(const NearBodies& all, const BodyPair& pair)
      : a(all.certified(all.before_, pair.first)),
        b(all.certified(all.before_, pair.second)),
        relative(a.pose.relative(b.pose)) {}
};

// Tries the stored values first and searches again where they do not suffice.
void NearBodies::boundGaps() {
  if (ranks_ == nullptr)
    return forEachPair(open_.size(), [this](std::size_t k) {
      Pair& pair = pairs_[open_[k]];
      const Bodies bodies(*this, pair.bodies);
      if (keepsGap(pair, bodies)) return;
      search(pair, bodies);
      pair.start = start_;
    });
  std::vector<char> kept(open_.size());
  forEachPair(open_.size(), [&](std::size_t k) {
    Pair& pair = pairs_[open_[k]];
    kept[k] = keepsGap(pair, Bodies(*this, pair.bodies)) ? 1 : 0;
  });
  std::vector<Pair*> searched;
  std::vector<BodyPair> pairs;
  for (std::size_t k = 0; k < open_.size(); ++k) {
    if (kept[k] != 0) continue;
    Pair& pair = pairs_[open_[k]];
    pair.start = start_;
    searched.push_back(&pair);
    pairs.push_back(pair.bodies);
  }
  DividedWork::Item item;
  item.compute = [&](std::size_t k) { search(*searched[k], Bodies(*this, pairs[k])); };
  item.write = [&](std::size_t k, ByteWriter& to) { searched[k]->writeSearch(to); };
  item.read = [&](std::size_t k, ByteReader& from) { searched[k]->readSearch(from); };
  compute(pairs, sizeof(CertifiedGap) + sizeof(Pose) + sizeof(FeaturePair), item);
}

void NearBodies::compute(std::span<const BodyPair> pairs, std::int64_t bytes, DividedWork::Item item) {
  item.grain = pairsAtATime;
  if (ranks_ == nullptr) return forEachPair(pairs.size(), item.compute);
  constexpr std::int64_t convex = 500, other = 20'000;  // ns
  const auto isConvex = [this](Index i) {
    return library_->geometry(bodies_[static_cast<std::size_t>(i)].shape).convex() != nullptr;
  };
  std::vector<std::int64_t> costs;
  for (const auto& [a, b] : pairs) costs.push_back(isConvex(a) && isConvex(b) ? convex : other);
  ranks_->compute(costs, bytes * static_cast<std::int64_t>(pairs.size()), item);
}

void NearBodies::Pair::writeSearch(ByteWriter& to) const {
  to.value(searched.length);
  to.value(searched.normal);
  to.value(searched.point);
  to.value(searched.divided);
  to.value(seen);
  to.value(features.has_value());
  to.value(features.value_or(FeaturePair{}));
}

void NearBodies::Pair::readSearch(ByteReader& from) {
  searched.length = from.value<double>();
  searched.normal = from.value<Vec3>();
  searched.point = from.value<Vec3>();
  searched.divided = from.value<bool>();
  gap = searched;
  seen = from.value<Pose>();
  const auto known = from.value<bool>();
  const auto pair = from.value<FeaturePair>();
  features = known ? std::optional(pair) : std::nullopt;
}

// Whether the last search proves a gap that suffices. If it is a distance, a search now would prove one, too:
// so it does not matter which one is kept.
bool NearBodies::keepsGap(Pair& pair, const Bodies& bodies) {
  const auto& [a, b, now] = bodies;
  pair.rounding = roundingOf(a, b);
  if (!(pair.searched.length > 0)) return false;
  pair.gap = pair.searched;
  if (pair.start == start_) return true;
  if (wallMotions_ > 1 && hasWall(pair.bodies)) return false;
  pair.gap.length = pair.gap.divided ? gapAcross(a, b, pair.gap.normal)
                                     : pair.searched.length - motionSince(pair.seen, now, a, b);
  if (!(pair.gap.length > 0)) return false;  // nor do planes that no longer separate prove anything
  const StepMotion &ofA = motion(pair.bodies.first), &ofB = motion(pair.bodies.second);
  return pair.gap.divided ? !pair.closes(ofA, ofB, 1, 1) : pair.staysApart(ofA, ofB);
}

bool NearBodies::hasWall(const BodyPair& pair) const {
  return inertia_->isWall(static_cast<std::size_t>(pair.first)) ||
         inertia_->isWall(static_cast<std::size_t>(pair.second));
}

void NearBodies::search(Pair& pair, const Bodies& bodies) {
  const auto& [a, b, now] = bodies;
  const double reach = std::min(pair.motionReach(motion(pair.bodies.first), motion(pair.bodies.second)),
                                NearTriangles::usualReach(a, b));
  // Planes will need the triangles within this reach: the nearest pair is likely to be among them.
  const bool isNear = reach > pair.gap.length;
  pair.gap = pair.searched = finders_.local().find(
      a, b, pair.features,
      {.atMost = greatestGap(pair, bodies), .triangles = isNear ? &pair.triangles : nullptr, .reach = reach});
  pair.seen = now;
}

// Planes are kept within a frame only, since others might suffice.
void NearBodies::forget() {
  travel_.forget();
  std::erase_if(pairs_, [](const Pair& pair) { return pair.features.has_value(); });
}

// An upper bound of the gap by that of the last search. Planes tell less than the gap.
double NearBodies::greatestGap(const Pair& pair, const Bodies& bodies) {
  if (!(pair.searched.length > 0) || pair.searched.divided) return std::numeric_limits<double>::infinity();
  const auto& [a, b, now] = bodies;
  return pair.searched.length + motionSince(pair.seen, now, a, b) + 4 * pair.rounding;
}

}  // namespace talus
