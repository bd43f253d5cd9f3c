#pragma once

#include <tbb/enumerable_thread_specific.h>

#include <memory>
#include <vector>

#include "broadphase/broad_phase.h"
#include "contact/scene/body_contacts.h"
#include "contact/scene/contact_bodies.h"
#include "contact/scene/contact_library.h"
#include "contact/scene/contact_state.h"
#include "contact/scene/contact_tracker.h"
#include "options/contact_search_options.h"

namespace talus {

/// Finds where any of many bodies touch, step after step: boxes, the pairs whose boxes overlap
/// (BroadPhase), the contacts of each pair (BodyContactFinder), and which of them were there before
/// (ContactTracker).
///
/// Same bits for every number of threads and every broad phase: pairs are in the order of bodies, contacts in
/// that of pairs, and what one search takes from the last is all in the state.
class SceneContacts {
 public:
  /// @param library shapes of all bodies; it must stay. @throws Error a halo that is negative or not finite.
  SceneContacts(const ContactLibrary& library, const SceneContactOptions& options);

  /// Finds the contacts of the bodies as they lie now. Rows name them: bodies may be added, but if one has
  /// another shape than before, all contacts are new.
  /// @param begin the context's stages run from there to 1.
  /// @throws Error a shape that is not there, a pose that is not finite or not a motion, a halo that is too
  /// large for a body; too many triangles in contact (BodyPairOptions); Cancelled; and then the state is that
  /// of the search before.
  /// Cost: O(bodies) for the boxes, the broad phase's, and that of each pair.
  void update(const ContactBodies& bodies, Context& context, double begin = 0);

  const ContactState& state() const { return state_; }
  /// Goes on from a state that an update left, to the bit.
  void restore(ContactState state) { state_ = std::move(state); }

 private:
  // The contacts of a block of pairs.
  struct Part {
    std::vector<PairContacts> pairs;
    std::vector<Contact> contacts;
    std::vector<ContactPlace> places;
    std::vector<Index> previous;
  };
  struct Worker {
    BodyContactFinder finder;
    ContactTracker tracker;
  };

  void fillBoxes(const ContactBodies& bodies, Context& context);
  void forgetOthers(const ContactBodies& bodies);
  void keepMeetings(const ContactBodies& bodies);
  void searchPairs(const ContactBodies& bodies, std::size_t begin, std::size_t end, Part& part);
  void searchPair(const ContactBodies& bodies, PairContacts pair, const PairContacts* before, Worker& worker,
                  Part& part) const;
  void join(std::size_t parts);

  const ContactLibrary& library_;
  SceneContactOptions options_;
  std::unique_ptr<BroadPhase> broadPhase_;
  BoxArrays boxes_;
  std::vector<BodyPair> meetings_;
  std::vector<Part> parts_;
  ContactState state_, next_;
  tbb::enumerable_thread_specific<Worker> workers_;
};

/// A halo for bodies of which no more is known: 1 % of the smallest one's diameter; 0 if there is no body.
double usualHalo(const ContactLibrary& library, const ContactBodies& bodies);

}  // namespace talus
