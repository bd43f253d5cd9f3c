#include "ghost_cells.h"

#include <vtkDataSet.h>
#include <vtkDataSetAttributes.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>

#include "base/error.h"

namespace talus::filters {

std::int64_t ghostCellsOf(vtkDataSet& data) {
  vtkUnsignedCharArray* marks = data.GetCellGhostArray();
  if (!marks) return 0;
  const unsigned char* first = marks->GetPointer(0);
  return std::count_if(first, first + marks->GetNumberOfTuples(),
                       [](unsigned char mark) { return mark & vtkDataSetAttributes::DUPLICATECELL; });
}

std::string ghostNote(std::int64_t ghosts) {
  if (ghosts == 0) return {};
  return std::to_string(ghosts) + (ghosts == 1 ? " ghost cell was" : " ghost cells were") +
         " ignored, as copies of cells of other pieces; if there are no other pieces, remove the cell array "
         "vtkGhostType";
}

void addGhostNote(std::int64_t ghosts, std::string& warning) {
  if (warning.empty() || ghosts == 0) return;
  warning += ' ';
  warning += ghostNote(ghosts);
  warning += '.';
}

void explainGhosts(std::int64_t ghosts, const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    if (ghosts == 0) throw;
    std::string remedy = error.remedy();
    if (!remedy.empty()) remedy += ". ";
    remedy += ghostNote(ghosts);
    throw Error(error.problem(), error.where(), remedy, error.subject());
  }
}

}  // namespace talus::filters
