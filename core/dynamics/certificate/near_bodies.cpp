#include "dynamics/certificate/near_bodies.h"

#include <algorithm>
#include <utility>

#include "dynamics/body/body_loop.h"

namespace talus {

void NearBodies::begin(const BodyState& state) {
  if (travel_.hasList() && !samePlaces(state, motions_.before)) travel_.forget();
  motions_.before = state;
  ++motions_.start;
}

void NearBodies::proceed(const BodyState& state) {
  travel_.proceed();
  motions_.before = state;
  ++motions_.start;
}

void NearBodies::find(const BodyState& target, double time) {
  travel_.forget();
  findMotions(target);
  list(time, std::vector<double>(size(), 0.0));
  open_.clear();
  for (std::size_t n = 0; n < pairs_.size(); ++n) open(n);
  proofs_.prove(*this, motions_, pairs_, open_);
}

std::span<const std::size_t> NearBodies::findClosing(const BodyState& target, double time) {
  if (motions_.ofWalls > 1) {
    find(target, time);
    return open_;
  }
  findMotions(target);
  if (!listHolds(time)) listWithRoom(time);
  open_.clear();
  for (std::size_t n = 0; n < pairs_.size(); ++n)
    if (travel_.endOf(pairs_[n].bodies) > pairs_[n].ways) open(n);
  proofs_.prove(*this, motions_, pairs_, open_);
  for (const std::size_t n : open_) pairs_[n].ways = travel_.startOf(pairs_[n].bodies) + pairs_[n].freeWay();
  std::erase_if(open_, [this](std::size_t n) { return passesBy(pairs_[n]); });
  return open_;
}

void NearBodies::findMotions(const BodyState& target) {
  motions_.all.resize(size());
  forEachBody(size(), [&](std::size_t i) {
    motions_.all[i] = stepMotion(motions_.before, target, i, body(i).extent);
    if (travel_.hasList()) travel_.move(i, motions_.all[i], body(i).extent);
  });
}

// Bodies whose swept boxes do not overlap stay apart during the whole motion. Rooms are for later ones.
Box NearBodies::sweptBox(std::size_t i, double room) const {
  const Box start = box(motions_.before, i);
  const double times = inertia().isWall(i) ? motions_.ofWalls : 1;
  return grown(start.merged(start.translated(times * motions_.all[i].way)),
               std::max(times * motions_.all[i].turn, room));
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
  constexpr double motionsAhead = 32, leastRoomShare = 1e-3, greatestRoomShare = 0.1;
  const double wanted = motionsAhead * motions_.all[i].length(), extent = body(i).extent;
  return std::min(greatestRoomShare * extent,
                  inertia().isWall(i) ? wanted : std::max(leastRoomShare * extent, wanted));
}

void NearBodies::listWithRoom(double time) {
  std::vector<double> rooms(size());
  for (std::size_t i = 0; i < size(); ++i) rooms[i] = roomOf(i);
  list(time, rooms);
  for (Pair& pair : pairs_)
    pair.ways = travel_.hasList() ? pair.ways - travel_.startOf(pair.bodies) : Pair::unknown;
  travel_.list(rooms);
  for (std::size_t i = 0; i < size(); ++i) travel_.move(i, motions_.all[i], body(i).extent);
  listed_ = samePresence(time);
}

bool NearBodies::listHolds(double time) const {
  return travel_.hasList() && listed_.holds(time) && travel_.hasRoom();
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
    pairs_[n].kept = std::min(body(pairs[n].first).kept, body(pairs[n].second).kept);
  }
}

void NearBodies::open(std::size_t n) {
  open_.push_back(n);
  pairs_[n].held = false;
  pairs_[n].triangles.moveTo(motions_.start);
}

// Planes are kept within a frame only, since others might suffice.
void NearBodies::forget() {
  travel_.forget();
  std::erase_if(pairs_, [](const Pair& pair) { return pair.features.has_value(); });
}

}  // namespace talus
