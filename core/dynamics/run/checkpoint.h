#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace talus {

/// A file that holds the bytes of a simulation, there whole or not at all.
///
/// Layout, in the byte order of the machine: the word `TalusChk`, a mark of the byte order, the version of
/// what follows, the number of bytes and their checksum, then the bytes. The version is to be raised whenever
/// Simulation::save() writes other bytes than before.

/// Writes under the same name with `.part` added, brings that to the disk, and renames it: whatever happens,
/// there is the old checkpoint or the new one. Two processes must not write the same one at once.
/// @throws Error the folder cannot be written to, or the disk is full; the old checkpoint is still there.
void writeCheckpoint(const std::string& path, std::span<const std::byte> bytes);

/// What writeCheckpoint() was given.
/// @throws Error no such file; one that is cut off or damaged; another program's, another machine's or
/// another version's.
std::vector<std::byte> readCheckpoint(const std::string& path);

}  // namespace talus
