#include "dynamics/run/snapshot_parts.h"

#include "base/bytes.h"

namespace talus {

SnapshotParts partsOfRanks(const SnapshotParts::Bytes& own, Communicator& ranks) {
  return {static_cast<std::size_t>(ranks.size()), [&](std::size_t part) {
            const auto from = static_cast<int>(part);
            return ranks.broadcast(ranks.rank() == from ? own : SnapshotParts::Bytes{}, from);
          }};
}

SnapshotParts partsForFirstRank(const SnapshotParts::Bytes& own, Communicator& ranks) {
  return {static_cast<std::size_t>(ranks.size()), [&](std::size_t part) {
            const std::vector<int> from{static_cast<int>(part)};
            return part == 0 ? own : ranks.exchange(from, {Message{}}).front();
          }};
}

void giveToFirstRank(const SnapshotParts::Bytes& own, Communicator& ranks) {
  ranks.exchange(std::vector<int>{0}, {own});
}

SnapshotParts partsOfFirstRank(SnapshotParts onFirst, Communicator& ranks) {
  ByteWriter count;
  count.value(static_cast<std::uint64_t>(onFirst.count));
  const Message told = ranks.broadcast(count.bytes(), 0);
  return {static_cast<std::size_t>(ByteReader(told).value<std::uint64_t>()),
          [&ranks, part = std::move(onFirst.part)](std::size_t n) {
            return ranks.broadcast(ranks.rank() == 0 ? part(n) : SnapshotParts::Bytes{}, 0);
          }};
}

}  // namespace talus
