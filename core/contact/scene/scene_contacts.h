#pragma once

#include <memory>

#include "contact/scene/contact_bodies.h"
#include "contact/scene/contact_library.h"
#include "contact/scene/contact_state.h"
#include "options/contact_search_options.h"

namespace talus {

/// Finds the contacts of many bodies in consecutive steps: the pairs whose boxes overlap (BroadPhase), the
/// contacts of each pair (BodyContactFinder), and the same contacts in the previous step (ContactTracker).
///
/// The result is bitwise the same for every number of threads and every broad phase: pairs are in the order
/// of bodies, contacts in the order of pairs, and a search uses only the state of the previous one.
class SceneContacts {
 public:
  /// @param library shapes of all bodies; it must outlive this object. @throws Error a halo that is negative
  /// or not finite.
  SceneContacts(const ContactLibrary& library, const SceneContactOptions& options);
  ~SceneContacts();

  /// Finds the contacts at the current poses. The row identifies a body: bodies may be appended, but if the
  /// shape of one changes, all contacts are new.
  /// @param begin the context's stages run from this fraction to 1.
  /// @throws Error a shape that does not exist, a pose that is not finite, a scale that is not positive, a
  /// halo that is too large for a body, too many triangles in contact (BodyPairOptions); Cancelled. The state
  /// is then that of the previous search.
  /// Cost: O(bodies) for the boxes, plus the broad phase, plus the search of each pair.
  void update(const ContactBodies& bodies, Context& context, double begin = 0);

  const ContactState& state() const;
  /// Discards the contacts: the next update depends on its input only. Keeps buffers.
  void forget();
  /// Continues from the state after an update, with bitwise the same results.
  void restore(ContactState state);

 private:
  class Search;

  std::unique_ptr<Search> search_;
};

/// The default halo: 1 % of the diameter of the smallest body; 0 if there is no body.
double usualHalo(const ContactLibrary& library, const ContactBodies& bodies);

/// Refuses halos that put nearly all pairs of triangles in contact, more than fit into memory.
/// @param unit of all lengths, for the message.
/// @throws Error it is larger than 4 times the diameter of the smallest body that is not absent.
void requireSmallHalo(const ContactLibrary& library, const ContactBodies& bodies, double halo,
                      double unit = 1);

}  // namespace talus
