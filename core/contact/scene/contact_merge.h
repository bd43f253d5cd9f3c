#pragma once

#include <vector>

#include "contact/scene/contact.h"
#include "contact/trees/pair_sieve.h"
#include "options/body_contact_options.h"

namespace talus {

/// Parameters of merging.
struct MergeOptions {
  ContactMerge rule = ContactMerge::Area;
  double distance = 0;  ///< pairs this close to a contact's nearest pair join it; a length ≥ 0: the halo
  double reach = 0;     ///< ε of A + ε of B
};

/// Merges the near triangles of two bodies into contact points.
///
/// The pair with the smallest gap becomes the first contact; all pairs whose points halfway between the
/// surfaces lie within `distance` of it join it. Then the nearest of the remaining pairs becomes the next
/// contact, and so on. So the result depends on the positions of the triangles, not on their order; pairs
/// with equal coordinates are ordered by their numbers. With Area, the weight of a pair is the area of its
/// smaller triangle times (reach − gap). So a contact does not jump when a pair comes into reach or leaves
/// it, and a finer triangulation of the same surface has the same weight.
///
/// The gap is that of the nearest pair, the normal is the direction of the weighted mean.
/// @param weights of the pairs, with Area: smaller area of each pair's triangles, one for each of `near`.
/// @param areas of the pairs: a contact's area is their sum.
/// O(n log n) for n pairs, if contacts hold a bounded number of points.
std::vector<Contact> mergeContacts(const std::vector<TriangleContact>& near,
                                   const std::vector<double>& weights, const std::vector<double>& areas,
                                   const MergeOptions& options);

}  // namespace talus
