#include "dynamics/contact_memory.h"

#include <algorithm>

#include "base/error.h"

namespace talus {

namespace {

template <class T>
void appendTo(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

bool within(Index first, Index count, std::size_t size) {
  return first >= 0 && count >= 0 &&
         static_cast<std::size_t>(first) + static_cast<std::size_t>(count) <= size;
}

}  // namespace

void ContactMemory::append(const ContactMemory& other) {
  const auto firstSpring = static_cast<Index>(springs.size());
  const auto firstRolling = static_cast<Index>(rolling.size());
  for (PairMemory pair : other.pairs) {
    pair.firstSpring += firstSpring;
    if (pair.rolling >= 0) pair.rolling += firstRolling;
    pairs.push_back(pair);
  }
  appendTo(springs, other.springs);
  appendTo(rolling, other.rolling);
}

std::size_t ContactMemory::find(const BodyPair& bodies) const {
  const auto at = std::lower_bound(pairs.begin(), pairs.end(), bodies,
                                   [](const PairMemory& p, const BodyPair& b) { return p.bodies < b; });
  return static_cast<std::size_t>(at - pairs.begin());
}

void ContactMemory::save(ByteWriter& bytes) const {
  bytes.array(pairs);
  bytes.array(springs);
  bytes.array(rolling);
}

void ContactMemory::load(ByteReader& bytes, std::size_t bodyCount) {
  ContactMemory read;
  read.pairs = bytes.array<PairMemory>();
  read.springs = bytes.array<TangentialSpring>();
  read.rolling = bytes.array<RollingSpring>();
  const auto sound = [&](const PairMemory& pair) {
    return pair.bodies.first >= 0 && pair.bodies.first < pair.bodies.second &&
           static_cast<std::size_t>(pair.bodies.second) < bodyCount &&
           within(pair.firstSpring, pair.springs, read.springs.size()) && pair.rolling >= -1 &&
           (pair.rolling < 0 || static_cast<std::size_t>(pair.rolling) < read.rolling.size());
  };
  const bool ascending = std::is_sorted(read.pairs.begin(), read.pairs.end(),
                                        [](const auto& p, const auto& q) { return p.bodies < q.bodies; });
  if (!ascending || !std::all_of(read.pairs.begin(), read.pairs.end(), sound))
    throw Error("The contacts of the snapshot do not fit the scene", "",
                "It is of another scene: use the one that was simulated");
  *this = std::move(read);
}

}  // namespace talus
