#include "dynamics/ranks/numbered_contacts.h"

#include <algorithm>

namespace talus {

namespace {

// Appends one pair of another memory.
void append(ContactMemory& to, const ContactMemory& from, PairMemory pair) {
  const auto springs = from.springsOf(pair);
  pair.firstSpring = static_cast<Index>(to.springs.size());
  to.springs.insert(to.springs.end(), springs.begin(), springs.end());
  if (pair.rolling >= 0) {
    to.rolling.push_back(from.rolling[static_cast<std::size_t>(pair.rolling)]);
    pair.rolling = static_cast<Index>(to.rolling.size()) - 1;
  }
  to.pairs.push_back(pair);
}

// The row of a body; −1: it has none.
Index rowOf(Index number, std::span<const Index> numbers) {
  const auto at = std::lower_bound(numbers.begin(), numbers.end(), number);
  return at == numbers.end() || *at != number ? -1 : static_cast<Index>(at - numbers.begin());
}

}  // namespace

ContactMemory toNumbers(ContactMemory memory, std::span<const Index> numbers) {
  for (PairMemory& pair : memory.pairs)
    pair.bodies = {numbers[static_cast<std::size_t>(pair.bodies.first)],
                   numbers[static_cast<std::size_t>(pair.bodies.second)]};
  return memory;
}

void keepPairs(ContactMemory& memory, const std::function<bool(PairMemory&)>& keep) {
  std::size_t pairs = 0, springs = 0, rolling = 0;
  for (PairMemory pair : memory.pairs) {
    if (!keep(pair)) continue;
    const auto from = memory.springs.begin() + pair.firstSpring;
    std::copy(from, from + pair.springs, memory.springs.begin() + static_cast<std::ptrdiff_t>(springs));
    pair.firstSpring = static_cast<Index>(springs);
    springs += static_cast<std::size_t>(pair.springs);
    if (pair.rolling >= 0) {
      memory.rolling[rolling] = memory.rolling[static_cast<std::size_t>(pair.rolling)];
      pair.rolling = static_cast<Index>(rolling++);
    }
    memory.pairs[pairs++] = pair;
  }
  memory.pairs.resize(pairs);
  memory.springs.resize(springs);
  memory.rolling.resize(rolling);
}

ContactMemory toRows(ContactMemory memory, std::span<const Index> numbers) {
  keepPairs(memory, [numbers](PairMemory& pair) {
    pair.bodies = {rowOf(pair.bodies.first, numbers), rowOf(pair.bodies.second, numbers)};
    return pair.bodies.first >= 0 && pair.bodies.second >= 0;
  });
  return memory;
}

ContactMemory selectPairs(const ContactMemory& memory, const std::function<bool(const BodyPair&)>& keep) {
  ContactMemory kept;
  for (const PairMemory& pair : memory.pairs)
    if (keep(pair.bodies)) append(kept, memory, pair);
  return kept;
}

ContactMemory mergePairs(std::vector<ContactMemory> memories) {
  std::erase_if(memories, [](const ContactMemory& memory) { return memory.pairs.empty(); });
  if (memories.size() == 1) return std::move(memories.front());
  struct Entry {
    const ContactMemory* memory;
    const PairMemory* pair;
  };
  std::vector<Entry> entries;
  for (const ContactMemory& memory : memories)
    for (const PairMemory& pair : memory.pairs) entries.push_back({&memory, &pair});
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry& a, const Entry& b) { return a.pair->bodies < b.pair->bodies; });
  ContactMemory merged;
  for (const Entry& entry : entries)
    if (merged.pairs.empty() || merged.pairs.back().bodies != entry.pair->bodies)
      append(merged, *entry.memory, *entry.pair);
  return merged;
}

}  // namespace talus
