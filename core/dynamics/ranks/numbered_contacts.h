#pragma once

#include <functional>
#include <span>

#include "dynamics/law/contact_memory.h"

namespace talus {

/// The memory of contacts whose bodies are numbered as in the whole scene, so that it can go from rank to
/// rank: bodies of a pair are numbers, not rows.

/// @param numbers of the rows, ascending.
ContactMemory toNumbers(ContactMemory memory, std::span<const Index> numbers);
/// Without the pairs of bodies that have no row. O(pairs · log rows).
ContactMemory toRows(const ContactMemory& memory, std::span<const Index> numbers);
/// The pairs for which keep(bodies) holds.
ContactMemory selectPairs(const ContactMemory& memory, const std::function<bool(const BodyPair&)>& keep);
/// The pairs of all, each once. O(pairs log pairs).
ContactMemory mergePairs(std::span<const ContactMemory> memories);

}  // namespace talus
