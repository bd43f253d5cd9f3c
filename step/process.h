// What this process may do to others: nothing.
#pragma once

#include <cstdint>
#include <cstdio>

namespace talus::step {

/// This process ends with the one that started it, leaves no core file, and has no more than so many bytes of
/// data.
void restrict(std::uint64_t maximumBytes);

/// Whether this process once had more than half of the memory that it may have.
bool memoryWasShort();

/// Standard output, as a file of its own: what OpenCASCADE prints there is lost.
std::FILE* ownOutput();

}  // namespace talus::step
