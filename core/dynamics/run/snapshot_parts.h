#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "distributed/communicator.h"

namespace talus {

/// What all ranks of a simulation have saved, one part after the other, so that no rank needs memory for all.
struct SnapshotParts {
  using Bytes = std::vector<std::byte>;

  SnapshotParts() = default;
  SnapshotParts(std::size_t count_, std::function<Bytes(std::size_t part)> part_)
      : count(count_), part(std::move(part_)) {}
  /// The only part of a simulation on one rank.
  SnapshotParts(Bytes bytes) : SnapshotParts(1, [bytes = std::move(bytes)](std::size_t) { return bytes; }) {}
  SnapshotParts(std::span<const std::byte> bytes) : SnapshotParts(Bytes(bytes.begin(), bytes.end())) {}

  std::size_t count = 1;
  /// Asked for each part once, in ascending order. @throws Error it cannot be read.
  std::function<Bytes(std::size_t part)> part;
};

/// A part of each rank, for all ranks. All of them ask for each part. @param own must outlive the result.
SnapshotParts partsOfRanks(const SnapshotParts::Bytes& own, Communicator& ranks);
/// A part of each rank, for rank 0, which asks for each of them; the others call giveToFirstRank(). @param
/// own must outlive the result.
SnapshotParts partsForFirstRank(const SnapshotParts::Bytes& own, Communicator& ranks);
void giveToFirstRank(const SnapshotParts::Bytes& own, Communicator& ranks);
/// The parts that rank 0 has, for all ranks. All of them ask for each part. @param onFirst as it is on rank
/// 0.
SnapshotParts partsOfFirstRank(SnapshotParts onFirst, Communicator& ranks);

}  // namespace talus
