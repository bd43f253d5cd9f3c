#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "body_input.h"
#include "contact/ranks/rank_contacts.h"

namespace talus::filters {

/// Pairs of bodies with an uncertain result because a surface is open.
struct DoubtfulPairs {
  std::int64_t pairs = 0;
  std::vector<Index> shapes;  ///< the open ones, ascending
};
struct ContactDoubts {
  DoubtfulPairs undecided, estimated;
};

/// The doubts of all ranks. Two reductions and two messages to each rank.
ContactDoubts doubtsOf(const RankContacts& contacts, Communicator& ranks);

/// The warnings of a contact search, one line each: surfaces without triangles, triangles of shapes that
/// were inverted or omitted, pairs whose overlap is uncertain because a surface is open, and omitted ghost
/// cells, which may have opened the surface. A rank without shapes tells nothing of them. A
/// reduction, and messages to log₂(ranks) others.
std::vector<std::string> contactWarnings(const BodyInput& bodies, const RankContacts& contacts,
                                         const ContactDoubts& doubts, Communicator& ranks);

}  // namespace talus::filters
