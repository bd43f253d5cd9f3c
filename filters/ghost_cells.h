#pragma once

#include <cstdint>
#include <functional>
#include <string>

class vtkDataSet;

namespace talus::filters {

/// How many cells of a dataset are marked as copies of another piece's cells. They are no part of a surface.
std::int64_t ghostCellsOf(vtkDataSet& data);

/// The warning that this number of ghost cells was left out, with a remedy if that opened the surface; empty
/// for 0.
std::string ghostNote(std::int64_t ghosts);

/// Appends the note to a warning, if there is one and ghost cells were left out.
void addGhostNote(std::int64_t ghosts, std::string& warning);

/// Runs work on a surface of which this number of ghost cells was left out. @throws Error of the work, with
/// the note.
void explainGhosts(std::int64_t ghosts, const std::function<void()>& work);

}  // namespace talus::filters
