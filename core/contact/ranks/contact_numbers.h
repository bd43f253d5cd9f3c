#pragma once

#include <cstdint>
#include <span>

#include "contact/scene/contact_state.h"
#include "distributed/communicator.h"

namespace talus {

/// Numbers the new contacts of all ranks in the order of their pairs of ids, from `firstNew` on: as one rank
/// would. Each rank sorts the pairs of a range of ids. Three messages to each rank.
/// @param state of this rank; its ids and nextId are changed.
/// @param ids of the bodies, ascending. @param firstNew equal on all ranks.
void numberNewContacts(ContactState& state, std::span<const std::int64_t> ids, std::int64_t firstNew,
                       Communicator& ranks);

}  // namespace talus
