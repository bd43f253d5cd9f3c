#include "dynamics/law/contact_memory.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace talus {

namespace {

template <class T>
void appendTo(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

bool isAmount(double x) {
  return x >= 0 && std::isfinite(x);
}

bool isSound(const RecoveryMemory& m) {
  return isAmount(m.overlap) && isAmount(m.elastic) && isAmount(m.push) && isAmount(m.pushEnd) &&
         m.stalled >= 0 && (m.sinceStart == 0 || m.sinceStart == 1);
}

bool isSound(const TangentialSpring& s) {
  return s.onA.allFinite() && s.onB.allFinite() && s.normal.allFinite() && isAmount(s.stiffness) &&
         isAmount(s.gain);
}

bool isSound(const RollingSpring& s) {
  return s.angle.allFinite() && s.orientationA.isUnit() && s.orientationB.isUnit() && isAmount(s.stiffness);
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

ContactMemory joined(MemoryBlocks blocks) {
  if (blocks.size() == 1) return std::move(blocks.front());
  ContactMemory all;
  std::size_t pairs = 0, springs = 0, rolling = 0;
  for (const ContactMemory& block : blocks) {
    pairs += block.pairs.size();
    springs += block.springs.size();
    rolling += block.rolling.size();
  }
  all.pairs.reserve(pairs);
  all.springs.reserve(springs);
  all.rolling.reserve(rolling);
  for (ContactMemory& block : blocks) {
    all.append(block);
    block = {};
  }
  return all;
}

MemoryWalk::MemoryWalk(const MemoryBlocks& blocks, const BodyPair& from) : blocks_(blocks) {
  const auto before = [](const auto& pair, const BodyPair& bodies) { return pair.bodies < bodies; };
  const auto endsBefore = [&](const ContactMemory& block) {
    return block.pairs.empty() || before(block.pairs.back(), from);
  };
  const auto block = std::partition_point(blocks.begin(), blocks.end(), endsBefore);
  block_ = static_cast<std::size_t>(block - blocks.begin());
  if (block == blocks.end()) return;
  const auto pair = std::lower_bound(block->pairs.begin(), block->pairs.end(), from, before);
  pair_ = static_cast<std::size_t>(pair - block->pairs.begin());
}

MemoryWalk::Found MemoryWalk::find(const BodyPair& bodies) {
  for (; block_ < blocks_.size(); ++block_, pair_ = 0) {
    const ContactMemory& block = blocks_[block_];
    while (pair_ < block.pairs.size() && block.pairs[pair_].bodies < bodies) ++pair_;
    if (pair_ == block.pairs.size()) continue;
    const PairMemory& pair = block.pairs[pair_];
    if (pair.bodies == bodies) return {&pair, &block};
    return {};
  }
  return {};
}

void ContactMemory::save(ByteWriter& bytes) const {
  bytes.all(pairs, springs, rolling);
}

void ContactMemory::load(ByteReader& bytes, std::size_t bodyCount) {
  ContactMemory read;
  bytes.all(read.pairs, read.springs, read.rolling);
  const auto sound = [&](const PairMemory& pair) {
    return pair.bodies.first >= 0 && pair.bodies.first < pair.bodies.second &&
           static_cast<std::size_t>(pair.bodies.second) < bodyCount &&
           within(pair.firstSpring, pair.springs, read.springs.size()) && pair.rolling >= -1 &&
           pair.overlap >= Overlap::None && pair.overlap <= Overlap::Passed && isAmount(pair.withheld) &&
           pair.axis.allFinite() && isSound(pair.recovery) &&
           (pair.rolling < 0 || static_cast<std::size_t>(pair.rolling) < read.rolling.size());
  };
  const auto notBefore = [](const auto& p, const auto& q) { return !(p.bodies < q.bodies); };
  const bool ascending = std::ranges::adjacent_find(read.pairs, notBefore) == read.pairs.end();
  const auto isWhole = [](const auto& spring) { return isSound(spring); };
  if (!ascending || !std::ranges::all_of(read.pairs, sound) || !std::ranges::all_of(read.springs, isWhole) ||
      !std::ranges::all_of(read.rolling, isWhole))
    throw Error("The contacts of the snapshot do not fit the scene", "",
                "It belongs to another scene: use the scene that was simulated");
  *this = std::move(read);
}

}  // namespace talus
