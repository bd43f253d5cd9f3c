#pragma once

#include <cstdint>
#include <functional>
#include <string>

class vtkDataSet;

namespace talus::filters {

/// The number of ghost cells of a dataset: copies of another piece's cells, which do not belong to the
/// surface.
std::int64_t ghostCellsOf(vtkDataSet& data);

/// The warning that this number of ghost cells was omitted, with a remedy if that opened the surface; empty
/// for 0.
std::string ghostNote(std::int64_t ghosts);

/// Appends the note to a non-empty warning if ghost cells were omitted.
void addGhostNote(std::int64_t ghosts, std::string& warning);

/// Runs work on a surface without this number of ghost cells. @throws Error of the work, with the note
/// appended.
void explainGhosts(std::int64_t ghosts, const std::function<void()>& work);

}  // namespace talus::filters
