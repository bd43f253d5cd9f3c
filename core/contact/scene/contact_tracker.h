#pragma once

#include <span>
#include <vector>

#include "contact/scene/contact_state.h"

namespace talus {

/// Contacts of one pair of bodies in one search.
struct TrackedContacts {
  std::span<const Contact> contacts;
  std::span<const ContactPlace> places;  ///< one for each
};

/// Matches the contacts of a pair of bodies with those of the previous search.
///
/// Points of a manifold are matched by their two features. The remaining contacts are matched by position,
/// nearest first, if they have moved by at most `reach` in the frame of one of the two bodies. So the contact
/// of a sliding vertex persists, whichever body has the vertex.
/// @param match for each contact of `now` its index in `before`, −1 for a new one; each index at most once.
/// O(before · now). Ties are resolved by index, so the result is deterministic.
class ContactTracker {
 public:
  void match(const TrackedContacts& before, const TrackedContacts& now, double reach, std::span<Index> match);

 private:
  struct Candidate {
    double squaredDistance;
    Index now, before;
  };

  void matchNames(const TrackedContacts& before, const TrackedContacts& now, std::span<Index> match);
  void matchPlaces(const TrackedContacts& before, const TrackedContacts& now, double reach,
                   std::span<Index> match);

  std::vector<char> taken_;  // 1 for each contact of `before` that is matched
  std::vector<Candidate> candidates_;
};

}  // namespace talus
