#include "contact/ranks/contact_numbers.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

#include "distributed/packed.h"
#include "distributed/reduction.h"

namespace talus {

namespace {

// A pair of bodies with new contacts.
struct NewPair {
  std::int64_t a = 0, b = 0;  // ids
  std::int64_t contacts = 0;  // how many are new
};

std::vector<std::pair<std::size_t, NewPair>> newPairs(const ContactState& state,
                                                      std::span<const std::int64_t> ids) {
  std::vector<std::pair<std::size_t, NewPair>> found;  // with the row of the pair
  for (std::size_t p = 0; p < state.pairs.size(); ++p) {
    const PairContacts& pair = state.pairs[p];
    const auto begin = state.previous.begin() + static_cast<std::ptrdiff_t>(pair.first);
    const auto count = std::count(begin, begin + static_cast<std::ptrdiff_t>(pair.count), -1);
    if (count > 0)
      found.push_back({p,
                       {ids[static_cast<std::size_t>(pair.bodies.first)],
                        ids[static_cast<std::size_t>(pair.bodies.second)], count}});
  }
  return found;
}

// The range of ids that a rank sorts: ids are divided evenly between the first and the last one.
class Ranges {
 public:
  Ranges(std::span<const std::int64_t> ids, Communicator& ranks) {
    constexpr auto none = std::numeric_limits<std::int64_t>::max();
    std::int64_t first = ids.empty() ? none : ids.front();
    std::int64_t last = ids.empty() ? -none : ids.back();
    Reduction all;
    all.any(first, [](std::int64_t& into, std::int64_t other) { into = std::min(into, other); });
    all.any(last, [](std::int64_t& into, std::int64_t other) { into = std::max(into, other); });
    all.over(ranks);
    first_ = static_cast<double>(first);
    width_ = std::max(1.0, (static_cast<double>(last) - first_ + 1) / ranks.size());
    last_ = ranks.size() - 1;
  }
  std::size_t operator()(std::int64_t id) const {
    const double place = (static_cast<double>(id) - first_) / width_;
    return static_cast<std::size_t>(std::clamp(place, 0.0, static_cast<double>(last_)));
  }

 private:
  double first_ = 0, width_ = 1;
  int last_ = 0;
};

// The number of the first new contact of each pair, counted over the pairs of all ranks.
std::vector<std::vector<std::int64_t>> firstsOf(const std::vector<std::vector<NewPair>>& pairs) {
  std::vector<std::pair<std::size_t, std::size_t>> order;
  std::vector<std::vector<std::int64_t>> firsts;
  for (std::size_t r = 0; r < pairs.size(); ++r) {
    firsts.emplace_back(pairs[r].size());
    for (std::size_t i = 0; i < pairs[r].size(); ++i) order.emplace_back(r, i);
  }
  std::sort(order.begin(), order.end(), [&](const auto& x, const auto& y) {
    const NewPair& p = pairs[x.first][x.second];
    const NewPair& q = pairs[y.first][y.second];
    return std::tie(p.a, p.b) < std::tie(q.a, q.b);
  });
  std::int64_t next = 0;
  for (const auto& [r, i] : order) {
    firsts[r][i] = next;
    next += pairs[r][i].contacts;
  }
  return firsts;
}

// The sum of what ranks before this one have, and that of all.
std::pair<std::int64_t, std::int64_t> before(std::int64_t own, Communicator& ranks) {
  std::int64_t lower = 0, all = 0;
  const auto received = gatherValues(std::vector{own}, ranks);
  for (std::size_t r = 0; r < received.size(); ++r) {
    const std::int64_t some = received[r].at(0);
    if (static_cast<int>(r) < ranks.rank()) lower += some;
    all += some;
  }
  return {lower, all};
}

}  // namespace

void numberNewContacts(ContactState& state, std::span<const std::int64_t> ids, std::int64_t firstNew,
                       Communicator& ranks) {
  const auto own = newPairs(state, ids);
  const Ranges rangeOf(ids, ranks);
  std::vector<std::vector<NewPair>> lists(static_cast<std::size_t>(ranks.size()));
  for (const auto& [row, pair] : own) lists[rangeOf(pair.a)].push_back(pair);
  const auto sorted = valuesToEach(lists, ranks);
  std::int64_t here = 0;
  for (const auto& list : sorted)
    for (const NewPair& pair : list) here += pair.contacts;
  const auto [lower, all] = before(here, ranks);
  auto firsts = firstsOf(sorted);
  for (auto& list : firsts)
    for (std::int64_t& first : list) first += lower;
  firsts = valuesToEach(firsts, ranks);
  std::vector<std::size_t> taken(firsts.size(), 0);
  for (const auto& [row, pair] : own) {
    const std::size_t range = rangeOf(pair.a);
    std::int64_t next = firstNew + firsts[range][taken[range]++];
    const PairContacts& of = state.pairs[row];
    for (std::size_t i = of.first; i < of.first + of.count; ++i)
      if (state.previous[i] < 0) state.ids[i] = next++;
  }
  state.nextId = firstNew + all;
}

}  // namespace talus
