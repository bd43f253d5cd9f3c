#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "broadphase/body_pairs.h"

namespace talus {

/// Data of pairs of bodies that lasts as long as the pairs do. Not for snapshots.
/// @tparam Data starts with `BodyPair bodies`; the rest is set by default for a new pair.
template <class Data>
class KeptPairs {
 public:
  /// Drops all data.
  void forget() { pairs_.clear(); }
  /// Keeps the data of these pairs, in their order, and drops others.
  /// @param pairs sorted.
  void arrange(std::span<const BodyPair> pairs) {
    if (std::ranges::equal(pairs_, pairs, {}, &Data::bodies)) return;
    before_.swap(pairs_);
    pairs_.clear();
    auto known = before_.begin();
    for (const BodyPair& bodies : pairs) {
      while (known != before_.end() && known->bodies < bodies) ++known;
      if (known != before_.end() && known->bodies == bodies)
        pairs_.push_back(std::move(*known));
      else
        pairs_.emplace_back().bodies = bodies;
    }
    before_.clear();
  }
  /// In the order of the arranged pairs.
  std::span<Data> all() { return pairs_; }
  std::span<const Data> all() const { return pairs_; }

 private:
  std::vector<Data> pairs_, before_;
};

}  // namespace talus
