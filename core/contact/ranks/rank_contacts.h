#pragma once

#include <string>
#include <vector>

#include "base/context.h"
#include "contact/ranks/known_bodies.h"
#include "contact/ranks/named_contacts.h"
#include "contact/scene/contact_scene.h"
#include "distributed/communicator.h"

namespace talus {

/// Bodies that are spread over ranks and whose contacts are searched repeatedly. Each pair is searched by the
/// rank of its key body; all results are, to the bit, those of one rank that has all bodies, in the order of
/// their ids. Contacts persist from search to search, also if their bodies go to other ranks, or others come
/// or go.
///
/// Bodies may have any size: lengths are computed in units of the sizes of the bodies and of the whole
/// (lengthUnit). Where the unit of the whole changes between searches, contacts are new.
///
/// All ranks make the same calls.
class RankContacts {
 public:
  /// Prepares one more shape; see ContactLibrary::add. Ranks that have bodies have the same shapes.
  void addShape(const TriangleMesh& mesh, const std::string& name, Context& context,
                const Vec3& offset = Vec3::Zero());
  /// Adds the outline of one more shape, of which this rank may need no more; see ContactLibrary::addOutline.
  void addOutline(const TriangleMesh& mesh);
  /// The shapes, ascending, that this rank must prepare before a search of such bodies: those that its own
  /// bodies have, and others near them. Two messages to each rank. The parameters are those of search().
  std::vector<Index> unprepared(const NamedBodies& own, double halo, Communicator& ranks) const;
  /// See ContactLibrary::prepare.
  void prepareShape(Index shape, const TriangleMesh& mesh, const std::string& name, Context& context);
  /// Discards the contacts of previous searches.
  void forget();

  /// Finds the contacts of bodies.
  /// @param own those of this rank, in any order.
  /// @param options equal on all ranks; a halo of 0 stands for usualHalo() of all bodies.
  /// @throws what ContactScene::search throws; Error for bodies with equal ids, coordinates beyond 1e150.
  /// After an exception on any rank all must call forget().
  void search(const NamedBodies& own, SceneContactOptions options, Communicator& ranks, Context& context,
              double begin = 0);

  /// Each shape in a unit of its own.
  const ContactLibrary& library() const { return scene_.library(); }
  /// Of the last search: the bodies that this rank knows, with poses in the search's unit, its pairs and
  /// contacts, and the options with the halo that it used.
  const KnownBodies& bodies() const { return known_; }
  const ContactState& state() const { return unit_ == 1 ? scene_.state() : state_; }
  const SceneContactOptions& options() const { return options_; }

 private:
  // A shape's unit, and its greatest coordinate in the unit 1.
  struct Size {
    double unit, extent;
  };

  const Size& addSize(const TriangleMesh& mesh);
  double unitOf(const NamedBodies& own, Communicator& ranks) const;
  NamedBodies inUnits(NamedBodies bodies, double unit) const;
  void searchInUnits(const NamedBodies& own, const SceneContactOptions& options, Communicator& ranks,
                     Context& context, double begin);
  ContactState lastingContacts(const KnownBodies& next, Communicator& ranks);

  std::vector<Size> sizes_;  // of the shapes
  double unit_ = 1;          // of the last search
  ContactState state_;       // in the unit 1, if that is not the search's
  SceneContactOptions options_;
  ContactScene scene_;
  KnownBodies known_;
  bool searched_ = false;  // since contacts were forgotten
};

}  // namespace talus
