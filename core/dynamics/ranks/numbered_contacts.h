#pragma once

#include <functional>
#include <span>
#include <vector>

#include "dynamics/law/contact_memory.h"

namespace talus {

/// The memory of contacts whose bodies are numbered as in the whole scene, so that it can go from rank to
/// rank: bodies of a pair are numbers, not rows.

/// @param numbers of the rows, ascending.
ContactMemory toNumbers(ContactMemory memory, std::span<const Index> numbers);
/// Drops the pairs of bodies that have no row. O(pairs · log rows).
ContactMemory toRows(ContactMemory memory, std::span<const Index> numbers);
/// The pairs for which keep(bodies) holds.
ContactMemory selectPairs(const ContactMemory& memory, const std::function<bool(const BodyPair&)>& keep);
/// Drops the other pairs in place. @param keep may rename the bodies of a pair, if the order stays the same.
void keepPairs(ContactMemory& memory, const std::function<bool(PairMemory& pair)>& keep);
/// The pairs of all, each once. O(pairs log pairs).
ContactMemory mergePairs(std::vector<ContactMemory> memories);

}  // namespace talus
