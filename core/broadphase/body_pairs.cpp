#include "broadphase/body_pairs.h"

#include <algorithm>
#include <numeric>

namespace talus {

namespace {

// Usually few elements; a wall may have many.
void sortRow(BodyPair* begin, BodyPair* end) {
  constexpr std::ptrdiff_t fewPairs = 24;
  if (end - begin > fewPairs) {
    std::sort(begin, end, [](const BodyPair& a, const BodyPair& b) { return a.second < b.second; });
    return;
  }
  for (BodyPair* next = begin; next < end; ++next) {
    const BodyPair moved = *next;
    BodyPair* at = next;
    for (; at > begin && moved.second < (at - 1)->second; --at) *at = *(at - 1);
    *at = moved;
  }
}

// The start of each body's pairs; the last entry is the number of pairs.
std::vector<std::size_t> rowBegins(const PairParts& parts, std::size_t bodies) {
  std::vector<std::size_t> begins(bodies + 1, 0);
  for (const auto& part : parts)
    for (const BodyPair& pair : part) ++begins[static_cast<std::size_t>(pair.first)];
  std::exclusive_scan(begins.begin(), begins.end(), begins.begin(), std::size_t{0});
  return begins;
}

}  // namespace

void sortPairs(const PairParts& parts, std::size_t bodies, std::vector<BodyPair>& sorted) {
  std::vector<std::size_t> ends = rowBegins(parts, bodies);  // each grows from its row's start to its end
  sorted.resize(ends.back());
  for (const auto& part : parts)
    for (const BodyPair& pair : part) sorted[ends[static_cast<std::size_t>(pair.first)]++] = pair;
  std::size_t begin = 0;
  for (std::size_t body = 0; body < bodies; ++body) {
    sortRow(sorted.data() + begin, sorted.data() + ends[body]);
    begin = ends[body];
  }
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
}

void comparePairs(std::span<const BodyPair> before, std::span<const BodyPair> now,
                  std::vector<BodyPair>& begun, std::vector<BodyPair>& ended) {
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < before.size() && j < now.size()) {
    if (before[i] == now[j]) {
      ++i;
      ++j;
    } else if (before[i] < now[j]) {
      ended.push_back(before[i++]);
    } else {
      begun.push_back(now[j++]);
    }
  }
  ended.insert(ended.end(), before.begin() + static_cast<std::ptrdiff_t>(i), before.end());
  begun.insert(begun.end(), now.begin() + static_cast<std::ptrdiff_t>(j), now.end());
}

void changePairs(std::vector<BodyPair>& pairs, std::span<const BodyPair> begun,
                 std::span<const BodyPair> ended, std::vector<BodyPair>& scratch) {
  if (begun.empty() && ended.empty()) return;
  scratch.resize(pairs.size() + begun.size() - ended.size());
  BodyPair* to = scratch.data();
  const BodyPair* from = pairs.data();
  const BodyPair* const end = from + pairs.size();
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < begun.size() || j < ended.size()) {  // copies what lies before the next change, then makes it
    const bool beginning = j == ended.size() || (i < begun.size() && begun[i] < ended[j]);
    const BodyPair* const next = std::lower_bound(from, end, beginning ? begun[i] : ended[j]);
    to = std::copy(from, next, to);
    from = next;
    if (beginning) {
      *to++ = begun[i++];
    } else {
      ++from;
      ++j;
    }
  }
  std::copy(from, end, to);
  pairs.swap(scratch);
}

}  // namespace talus
