#pragma once

#include <cstdint>
#include <vector>

#include "broadphase/body_pairs.h"
#include "contact/convex/convex_pair.h"
#include "contact/scene/contact.h"
#include "contact/scene/contact_summary.h"

namespace talus {

/// Two bodies whose boxes, enlarged by their halos, overlap, and their contacts.
struct PairContacts {
  BodyPair bodies;        ///< rows, first < second: A and B of the contacts
  std::size_t first = 0;  ///< index of its first contact
  std::size_t count = 0;  ///< 0: near, but not in contact
  FeaturePair features;   ///< of convex bodies: start of the next search
  BodyContactSummary doubts;

  bool operator==(const PairContacts&) const = default;
};

/// The position of a contact on its bodies.
struct ContactPlace {
  Vec3 onA = Vec3::Zero(), onB = Vec3::Zero();  ///< its point in the frames of both, in world lengths

  bool operator==(const ContactPlace&) const = default;
};

/// The contacts of many bodies, and all data that the next search needs. Plain data: a copy is a snapshot.
struct ContactState {
  std::vector<PairContacts> pairs;   ///< sorted by bodies
  std::vector<Contact> contacts;     ///< pair after pair
  std::vector<ContactPlace> places;  ///< of each contact
  std::vector<std::int64_t> ids;     ///< number of each contact while it persists; never reused
  std::vector<Index> previous;       ///< index of each contact in the previous search; −1: new
  std::vector<Index> shapes;         ///< of the bodies
  std::int64_t nextId = 0;           ///< number of the next new contact

  bool operator==(const ContactState&) const = default;
};

}  // namespace talus
