#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace talus {

/// A checkpoint: a file with the bytes of a simulation.
///
/// Layout, in the byte order of the machine: the word `TalusChk`, a mark of the byte order, the version of
/// the format, the number of bytes and their checksum, then the bytes. Raise the version whenever
/// Simulation::save() writes other bytes than in the last release.

/// Writes the file under the same name with `.part` added, syncs it to the disk and renames it. So there is
/// always a complete checkpoint, the old one or the new one. Two processes must not write the same one at
/// once.
/// @throws Error the folder cannot be written to, or the disk is full; the old checkpoint is still there.
void writeCheckpoint(const std::string& path, std::span<const std::byte> bytes);

/// The bytes that writeCheckpoint() was given.
/// @throws Error no such file; one that is cut off or damaged; one of another program, machine or version.
std::vector<std::byte> readCheckpoint(const std::string& path);

}  // namespace talus
