#include "dynamics/certificate/near_bodies.h"

#include <cmath>

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

// Bodies whose swept boxes do not overlap stay apart during the whole motion.
void NearBodies::find(const BodyState& target, double time) {
  motions_.resize(size());
  boxes_.resize(size());
  forEachBody(size(), [&](std::size_t i) {
    motions_[i] = stepMotion(before_, target, i, bodies_[i].extent);
    Box swept;
    if (isPresent(i, time)) {
      swept = box(before_, i);
      const double times = inertia_->isWall(i) ? wallMotions_ : 1;
      swept = grown(swept.merged(swept.translated(times * motions_[i].way)), times * motions_[i].turn);
    }
    boxes_.set(i, swept);
  });
  carryOver(overlapping(boxes_));
  boundGaps();
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
    pairs_[n].held = false;
    pairs_[n].triangles.moveTo(start_);
  }
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
    return forEachPair(pairs_.size(), [this](std::size_t n) {
      const Bodies bodies(*this, pairs_[n].bodies);
      if (keepsGap(pairs_[n], bodies)) return;
      search(pairs_[n], bodies);
      pairs_[n].start = start_;
    });
  std::vector<char> kept(pairs_.size());
  forEachPair(pairs_.size(),
              [&](std::size_t n) { kept[n] = keepsGap(pairs_[n], Bodies(*this, pairs_[n].bodies)) ? 1 : 0; });
  std::vector<Pair*> open;
  std::vector<BodyPair> pairs;
  for (std::size_t n = 0; n < pairs_.size(); ++n) {
    if (kept[n] != 0) continue;
    pairs_[n].start = start_;
    open.push_back(&pairs_[n]);
    pairs.push_back(pairs_[n].bodies);
  }
  DividedWork::Item item;
  item.compute = [&](std::size_t k) { search(*open[k], Bodies(*this, pairs[k])); };
  item.write = [&](std::size_t k, ByteWriter& to) { open[k]->writeSearch(to); };
  item.read = [&](std::size_t k, ByteReader& from) { open[k]->readSearch(from); };
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
  std::erase_if(pairs_, [](const Pair& pair) { return pair.features.has_value(); });
}

// An upper bound of the gap by that of the last search. Planes tell less than the gap.
double NearBodies::greatestGap(const Pair& pair, const Bodies& bodies) {
  if (!(pair.searched.length > 0) || pair.searched.divided) return std::numeric_limits<double>::infinity();
  const auto& [a, b, now] = bodies;
  return pair.searched.length + motionSince(pair.seen, now, a, b) + 4 * pair.rounding;
}

}  // namespace talus
