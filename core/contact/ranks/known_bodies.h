#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "contact/scene/contact_bodies.h"
#include "contact/scene/contact_library.h"
#include "distributed/communicator.h"

namespace talus {

/// Bodies with the names under which all ranks know them.
struct NamedBodies {
  ContactBodies bodies;
  std::vector<std::int64_t> ids;  ///< each once on all ranks
  std::vector<Vec3> centres;      ///< for the ends of lines

  std::size_t size() const { return ids.size(); }
  /// Appends a body of another list.
  void add(const NamedBodies& from, std::size_t row);
};

/// The bodies that a rank knows, by ascending id: its own, and copies of others near them.
struct KnownBodies : NamedBodies {
  std::vector<int> owner;                ///< rank of each body
  std::vector<std::vector<Index>> lent;  ///< ids' rows among own bodies as they were given, sent to each rank
  std::vector<std::vector<Index>> taken;  ///< rows of the copies of each rank's bodies, in the order sent
  std::vector<Index> given;               ///< rows of the rank's own bodies, in the order given

  /// The row of a body; −1: unknown here. O(log bodies).
  Index rowOf(std::int64_t id) const;
};

/// Copies bodies to the ranks whose key bodies they may touch. Two messages to each rank.
/// @param halo by which boxes are enlarged.
/// @throws Error two bodies have the same id.
KnownBodies knowNearBodies(const NamedBodies& own, const ContactLibrary& library, double halo,
                           Communicator& ranks);

/// Adds the counts of copies to those of the bodies themselves. One message to each rank.
/// @param counts one for each known body. @return one for each own body, in the order given.
std::vector<int> countsOfOwn(const KnownBodies& known, const std::vector<int>& counts, Communicator& ranks);

}  // namespace talus
