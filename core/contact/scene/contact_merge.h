#pragma once

#include <vector>

#include "contact/scene/contact.h"
#include "contact/trees/pair_sieve.h"
#include "options/body_contact_options.h"

namespace talus {

/// Parameters of merging.
struct MergeOptions {
  ContactMerge rule = ContactMerge::Area;
  double distance = 0;  ///< points this near to a contact's nearest pair join it, a length ≥ 0: the halo
  double reach = 0;     ///< ε of A + ε of B
};

/// Merges the near triangles of two bodies into contact points.
///
/// The nearest pair of all is the first contact and takes in the pairs whose points, halfway between both
/// surfaces, are within the distance; then the nearest of those left, and so on. So the result depends on
/// where triangles are, not on their order; pairs with equal coordinates are ordered by their numbers.
/// With Area the weight of a pair is its smaller triangle's area times reach − gap: a pair that comes into
/// reach or leaves it changes nothing at once, and a surface cut into smaller triangles weighs the same.
///
/// The gap is that of the nearest pair, the normal the weighted mean's direction.
/// @param areas smaller area of each pair's triangles, one for each of `near`.
/// O(n log n) for n pairs, if contacts hold a bounded number of points.
std::vector<Contact> mergeContacts(const std::vector<TriangleContact>& near, const std::vector<double>& areas,
                                   const MergeOptions& options);

}  // namespace talus
