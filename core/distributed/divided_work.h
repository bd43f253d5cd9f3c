#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "base/error.h"
#include "distributed/communicator.h"

namespace talus {

/// Work that ranks with equal data divide: each computes some of the items and gets the results of the
/// others, so that afterwards all have equal data again.
///
/// All ranks make the same calls. A rank whose data differ would soon decide otherwise than the others, which
/// would wait for it forever. So each message says to which call and to how many items it belongs.
///
/// Cost of a division: messages to log₂(ranks) others, and the bytes of all results on each rank.
class DividedWork {
 public:
  /// @param ranks must outlive this.
  explicit DividedWork(Communicator& ranks) : ranks_(ranks) {}
  Communicator& ranks() const { return ranks_; }

  /// What is done with an item.
  struct Item {
    std::function<void(std::size_t n)> compute;  ///< in parallel
    std::function<void(std::size_t n, ByteWriter& to)> write;
    std::function<void(std::size_t n, ByteReader& from)> read;
    std::size_t grain = 1;  ///< items that a thread computes at a time
  };
  /// Computes all items: some of them on each rank if that is quicker, otherwise all of them on each.
  /// @param costs of the items, estimated, ns: equal on all ranks. @param bytes of all results, estimated.
  /// @throws Error the ranks have different data; RankEnded.
  void compute(std::span<const std::int64_t> costs, std::int64_t bytes, const Item& item);

  /// Work of at least that cost is divided, ns: equal on all ranks. 0, for tests: all work.
  void setLeast(std::int64_t cost) { least_ = cost; }
  std::int64_t divisions() const { return divisions_; }  ///< so far
  std::int64_t received() const { return received_; }    ///< bytes, so far, by this rank

  /// Deals items to ranks, each in turn to the one with the least cost so far: neighbours in a list, which
  /// often take equally long, go to different ranks. @return ascending items of each rank. O(items · ranks).
  using Assignment = std::vector<std::vector<std::size_t>>;
  static Assignment assign(std::span<const std::int64_t> costs, int ranks);
  /// The ranks have different data.
  static Error difference();

 private:
  bool pays(std::int64_t cost, std::int64_t bytes) const;
  void exchange(const Assignment& assignment, std::size_t count, const Item& item);

  Communicator& ranks_;
  std::int64_t least_ = 100'000;  // a division takes some 20 µs
  std::int64_t divisions_ = 0, received_ = 0;
};

}  // namespace talus
