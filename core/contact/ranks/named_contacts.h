#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "contact/ranks/known_bodies.h"
#include "contact/scene/contact_state.h"
#include "distributed/communicator.h"

namespace talus {

/// Contacts whose pairs refer to rows of a list of ids, so that they can go from rank to rank.
struct NamedContacts {
  ContactState state;             ///< previous and nextId are not set
  std::vector<std::int64_t> ids;  ///< of the bodies, ascending
};

/// The pairs for which keep(bodies) holds, and their bodies.
NamedContacts selectContacts(const NamedContacts& from, const std::function<bool(const BodyPair&)>& keep);

/// Joins contacts under the rows of known bodies. Pairs are omitted of which a body is not known or has
/// another shape. O(pairs log pairs).
/// @param from no pair is in two of them.
ContactState contactsOfRows(std::span<const NamedContacts> from, const KnownBodies& known);

/// What the next search needs to know of contacts.
Message messageOf(const NamedContacts& contacts);
NamedContacts contactsIn(const Message& message);

}  // namespace talus
