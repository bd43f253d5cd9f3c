#pragma once

#include <cstdint>
#include <vector>

#include "contact/scene/contact_state.h"

class vtkPolyData;

namespace talus::filters {

/// The ids and centres of the bodies of a search.
struct ContactNames {
  std::vector<std::int64_t> ids;  ///< of the bodies
  std::vector<Vec3> centres;      ///< end points of the network's lines
};

/// Writes contacts as vertices, and as lines from centre to centre of the bodies that touch.
void writeContacts(const ContactState& state, const ContactNames& bodies, vtkPolyData& output);

/// Adds how the bodies of each pair lie to each other, `Relation`, and whether no shorter translation frees
/// them, `DepthIsLeast`, to points and cells of what writeContacts() has written; −1 at the ends of lines.
void addRelations(const ContactState& state, vtkPolyData& network);

/// The number of contacts of each body.
std::vector<int> contactCounts(const ContactState& state, std::size_t bodies);

/// The number of other bodies with which each body has at least one contact.
std::vector<int> coordinationNumbers(const ContactState& state, std::size_t bodies);

}  // namespace talus::filters
