#include "dynamics/ranks/numbered_contacts.h"

#include <algorithm>

namespace talus {

namespace {

// Appends one pair of another memory, under other names of its bodies.
void append(ContactMemory& to, const ContactMemory& from, PairMemory pair, const BodyPair& bodies) {
  const auto springs = from.springsOf(pair);
  pair.bodies = bodies;
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

ContactMemory toRows(const ContactMemory& memory, std::span<const Index> numbers) {
  ContactMemory rows;
  for (const PairMemory& pair : memory.pairs) {
    const BodyPair bodies{rowOf(pair.bodies.first, numbers), rowOf(pair.bodies.second, numbers)};
    if (bodies.first >= 0 && bodies.second >= 0) append(rows, memory, pair, bodies);
  }
  return rows;
}

ContactMemory selectPairs(const ContactMemory& memory, const std::function<bool(const BodyPair&)>& keep) {
  ContactMemory kept;
  for (const PairMemory& pair : memory.pairs)
    if (keep(pair.bodies)) append(kept, memory, pair, pair.bodies);
  return kept;
}

ContactMemory mergePairs(std::span<const ContactMemory> memories) {
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
      append(merged, *entry.memory, *entry.pair, entry.pair->bodies);
  return merged;
}

}  // namespace talus
