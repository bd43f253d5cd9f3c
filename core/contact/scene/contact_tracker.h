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

/// Tells which contacts of a pair of bodies were there in the search before.
///
/// Points of a manifold go by their names, the two features: a name that was there is the same contact. What
/// is left goes by place: nearest first, no farther than `reach` in the frame of one of the bodies, so that a
/// vertex that slides over a wall and a grain's spot under a sliding vertex both last.
/// @param match for each contact of `now` its number in `before`, −1 for a new one; each number once.
/// O(before · now); ties by number, so the result is the same for the same input.
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

  std::vector<char> taken_;  // of before
  std::vector<Candidate> candidates_;
};

}  // namespace talus
