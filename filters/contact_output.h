#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "contact/scene/contact_state.h"

class vtkPolyData;

namespace talus::filters {

/// Who the rows of a search are.
struct ContactNames {
  std::vector<std::int64_t> ids;  ///< of the bodies
  std::vector<Vec3> centres;      ///< where the network's lines end
};

/// Writes contacts as vertices, and as lines from centre to centre of the bodies that touch.
void writeContacts(const ContactState& state, const ContactNames& bodies, vtkPolyData& output);

/// How many contacts each body has.
std::vector<int> contactCounts(const ContactState& state, std::size_t bodies);

/// How many other bodies each body has at least one contact with.
std::vector<int> coordinationNumbers(const ContactState& state, std::size_t bodies);

}  // namespace talus::filters
