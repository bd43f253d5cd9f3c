#pragma once

#include <vector>

#include "dynamics/body/body_inertia.h"
#include "dynamics/field/force_field.h"

namespace talus {

/// Bodies connected by contacts, and these contacts. Walls do not connect bodies: they do not move.
struct ContactIsland {
  std::vector<std::size_t> bodies;  ///< dynamic ones, ascending
  std::vector<const LinearContact*> contacts;
};

/// All islands with at least one contact, in the order of their first bodies. Contacts must outlive them.
std::vector<ContactIsland> contactIslands(LinearContacts contacts, const BodyInertia& inertia);

}  // namespace talus
