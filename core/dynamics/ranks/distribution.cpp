#include "dynamics/ranks/distribution.h"

#include <algorithm>
#include <limits>

#include "distributed/packed.h"
#include "dynamics/ranks/numbered_contacts.h"

namespace talus {

namespace {

// The state of a body as it goes to other ranks.
struct Motions {
  Vec3 position;
  Quaternion orientation;
  Vec3 velocity, angularMomentum;
};

// The row of a body that is known.
std::size_t rowOf(Index number, const BodyShare& bodies) {
  const auto at = std::lower_bound(bodies.number.begin(), bodies.number.end(), number);
  return static_cast<std::size_t>(at - bodies.number.begin());
}

// Whether one of two bodies is among those with that numbers, which ascend.
bool isAmong(const BodyPair& pair, const std::vector<Index>& numbers) {
  return std::binary_search(numbers.begin(), numbers.end(), pair.first) ||
         std::binary_search(numbers.begin(), numbers.end(), pair.second);
}

void append(BodyShare& to, const BodyShare& from) {
  for (std::size_t i = 0; i < from.size(); ++i) to.add(from, i);
}

BodyShare emptyLike(const BodyShare& of) {
  return of.select([](std::size_t) { return false; });
}

// Ranks that may have bodies for each other: those whose cells, old and new, are near.
std::vector<int> partners(int rank, const Partition& before, const Partition& now, double reach) {
  std::vector<int> found;
  for (int other = 0; other < now.ranks(); ++other)
    if (other != rank && (Partition::distance(before.cell(rank), now.cell(other)) <= reach ||
                          Partition::distance(now.cell(rank), before.cell(other)) <= reach))
      found.push_back(other);
  return found;
}

}  // namespace

Distribution::Distribution(Communicator& ranks, BodyShare walls, double extent, double halo)
    : ranks_(ranks), walls_(std::move(walls)), extent_(extent), halo_(halo), skin_(extent / 2) {
  scatter();
}

void Distribution::scatter() {
  before_ = Partition::anywhere(ranks_.size());
}

void Distribution::allow(double motion) {
  skin_ = std::max(skin_, motion / usable);
}

void Distribution::cut(const BodyShare& own, std::span<const std::int64_t> cost) {
  partition_ = Partition::bisect(own.state.position, cost, ranks_);
}

RankBodies Distribution::exchange(BodyShare own, ContactMemory& contacts, const Extent& extent,
                                  const Presence& isPresent) {
  migrate(own, contacts, isPresent);
  before_ = partition_;
  const std::vector<BodyShare> ghosts = chooseGhosts(own, extent, isPresent);
  return join(std::move(own), ghosts, isPresent);
}

void Distribution::migrate(BodyShare& own, ContactMemory& contacts, const Presence& isPresent) {
  const std::vector<int> to = partners(ranks_.rank(), before_, partition_, reach());
  std::vector<int> owners;
  for (std::size_t i = 0; i < own.size(); ++i)
    owners.push_back(isPresent(own, i) ? partition_.ownerOf(own.state.position[i]) : ranks_.rank());
  std::vector<Message> messages;
  for (const int rank : to) {
    const BodyShare going = own.select([&](std::size_t i) { return owners[i] == rank; });
    ByteWriter bytes;
    going.write(bytes);
    selectPairs(contacts, [&going](const BodyPair& pair) { return isAmong(pair, going.number); }).save(bytes);
    messages.push_back(bytes.take());
  }
  own.keep([&](std::size_t i) { return owners[i] == ranks_.rank(); });
  std::vector<ContactMemory> memories;
  for (const Message& message : ranks_.exchange(to, std::move(messages))) {
    ByteReader bytes(message);
    own.read(bytes);
    memories.emplace_back().load(bytes, std::numeric_limits<std::size_t>::max());
  }
  own.sort();
  memories.push_back(std::move(contacts));
  for (ContactMemory& memory : memories)
    keepPairs(memory, [&own](const PairMemory& pair) { return isAmong(pair.bodies, own.number); });
  contacts = mergePairs(std::move(memories));
}

std::vector<BodyShare> Distribution::chooseGhosts(const BodyShare& own, const Extent& extent,
                                                  const Presence& isPresent) {
  neighbours_ = partition_.neighbours(ranks_.rank(), reach());
  chosen_.clear();
  std::vector<Message> messages;
  for (const int rank : neighbours_) {
    std::vector<std::size_t>& chosen = chosen_.emplace_back();
    for (std::size_t i = 0; i < own.size(); ++i)
      if (isPresent(own, i) &&
          partition_.distance(rank, own.state.position[i]) <= extent(own, i) + extent_ + 2 * halo_ + skin_)
        chosen.push_back(i);
    BodyShare ghosts = emptyLike(own);
    ghosts.reserve(chosen.size());
    for (const std::size_t i : chosen) ghosts.add(own, i);
    ByteWriter bytes;
    ghosts.write(bytes);
    messages.push_back(bytes.take());
  }
  std::vector<BodyShare> received;
  for (const Message& message : ranks_.exchange(neighbours_, std::move(messages))) {
    ByteReader bytes(message);
    received.push_back(emptyLike(own));
    received.back().read(bytes);
  }
  return received;
}

RankBodies Distribution::join(BodyShare own, const std::vector<BodyShare>& ghosts,
                              const Presence& isPresent) {
  const std::vector<Index> owned = own.number;
  std::vector<bool> present;
  for (std::size_t i = 0; i < own.size(); ++i) present.push_back(isPresent(own, i));
  RankBodies known{std::move(own), {}};
  std::size_t count = owned.size() + walls_.size();
  for (const BodyShare& some : ghosts) count += some.size();
  known.all.reserve(count);
  append(known.all, walls_);
  for (const BodyShare& some : ghosts) append(known.all, some);
  known.all.sort();
  known.ghost.assign(known.all.size(), false);
  links_.assign(neighbours_.size(), {});
  for (std::size_t k = 0; k < links_.size(); ++k) {
    for (const std::size_t i : chosen_[k]) links_[k].sent.push_back(rowOf(owned[i], known.all));
    for (const Index number : ghosts[k].number) {
      links_[k].received.push_back(rowOf(number, known.all));
      known.ghost[links_[k].received.back()] = true;
    }
  }
  places_ = known.all.state.position;
  unwatched_.clear();
  for (std::size_t i = 0; i < owned.size(); ++i)
    if (!present[i]) unwatched_.push_back(rowOf(owned[i], known.all));
  for (const Index wall : walls_.number) unwatched_.push_back(rowOf(wall, known.all));
  motion_ = 0;
  return known;
}

void Distribution::watch(const BodyState& state) {
  using Coordinates = Eigen::Map<const Eigen::ArrayXd>;
  if (places_.empty()) return;
  for (const std::size_t i : unwatched_) places_[i] = state.position[i];
  const auto count = static_cast<Eigen::Index>(3 * places_.size());
  const Coordinates now(state.position.data()->data(), count), before(places_.data()->data(), count);
  motion_ = std::max(motion_, (now - before).abs().maxCoeff());
}

void Distribution::gather(BodyState& state, double /*time*/) {
  watch(state);
  std::vector<Message> messages;
  for (const Link& link : links_)
    messages.push_back(packed(link.sent.size(), [&](std::size_t n) {
      const std::size_t i = link.sent[n];
      return Motions{state.position[i], state.orientation[i], state.velocity[i], state.angularMomentum[i]};
    }));
  const std::vector<Message> received = ranks_.exchange(neighbours_, std::move(messages));
  for (std::size_t k = 0; k < links_.size(); ++k)
    forEachPacked<Motions>(received[k], [&](std::size_t n, const Motions& motions) {
      const std::size_t i = links_[k].received[n];
      state.position[i] = motions.position;
      state.orientation[i] = motions.orientation;
      state.velocity[i] = motions.velocity;
      state.angularMomentum[i] = motions.angularMomentum;
    });
}

}  // namespace talus
