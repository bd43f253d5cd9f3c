#pragma once

#include <cstdint>
#include <vector>

#include "broadphase/body_pairs.h"
#include "contact/convex/convex_pair.h"
#include "contact/scene/body_contacts.h"
#include "contact/scene/contact.h"

namespace talus {

/// Two bodies whose boxes, grown by their halos, overlap, and where they touch.
struct PairContacts {
  BodyPair bodies;        ///< rows, first < second: A and B of the contacts
  std::size_t first = 0;  ///< of its contacts
  std::size_t count = 0;  ///< 0: near, but not in contact
  FeaturePair features;   ///< of convex bodies: where the next search begins
  BodyContactSummary doubts;

  bool operator==(const PairContacts&) const = default;
};

/// Where a contact lies on its bodies.
struct ContactPlace {
  Vec3 onA = Vec3::Zero(), onB = Vec3::Zero();  ///< its point in the frames of both, in world lengths

  bool operator==(const ContactPlace&) const = default;
};

/// The contacts of many bodies, and all that the next search takes from this one. Plain data: a copy is a
/// snapshot.
struct ContactState {
  std::vector<PairContacts> pairs;   ///< sorted by bodies
  std::vector<Contact> contacts;     ///< pair after pair
  std::vector<ContactPlace> places;  ///< of each contact
  std::vector<std::int64_t> ids;     ///< of each contact: its own for as long as it lasts, never used again
  std::vector<Index> previous;       ///< each contact's number in the search before, −1: new
  std::vector<Index> shapes;         ///< that the bodies had
  std::int64_t nextId = 0;           ///< what the next new contact is called

  bool operator==(const ContactState&) const = default;
};

}  // namespace talus
