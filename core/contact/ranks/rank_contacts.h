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
/// All ranks make the same calls.
class RankContacts {
 public:
  /// Prepares one more shape; see ContactLibrary::add. Ranks that have bodies have the same shapes.
  void addShape(const TriangleMesh& mesh, const std::string& name, Context& context,
                const Vec3& offset = Vec3::Zero()) {
    scene_.addShape(mesh, name, context, offset);
  }
  /// Adds the outline of one more shape, of which this rank may need no more; see ContactLibrary::addOutline.
  void addOutline(const TriangleMesh& mesh) { scene_.addOutline(mesh); }
  /// The shapes, ascending, that this rank must prepare before a search of such bodies: those that its own
  /// bodies have, and others near them. Two messages to each rank. The parameters are those of search().
  std::vector<Index> unprepared(const NamedBodies& own, double halo, Communicator& ranks) const;
  /// See ContactLibrary::prepare.
  void prepareShape(Index shape, const TriangleMesh& mesh, const std::string& name, Context& context) {
    scene_.prepareShape(shape, mesh, name, context);
  }
  /// Discards the contacts of previous searches.
  void forget();

  /// Finds the contacts of bodies.
  /// @param own those of this rank, in any order.
  /// @param options equal on all ranks; a halo of 0 stands for usualHalo() of all bodies.
  /// @throws what ContactScene::search throws; Error for bodies with equal ids. After an exception on any
  /// rank all must call forget().
  void search(const NamedBodies& own, SceneContactOptions options, Communicator& ranks, Context& context,
              double begin = 0);

  const ContactLibrary& library() const { return scene_.library(); }
  /// Of the last search: the bodies that this rank knows, its pairs and contacts, and the options with the
  /// halo that it used.
  const KnownBodies& bodies() const { return known_; }
  const ContactState& state() const { return scene_.state(); }
  const SceneContactOptions& options() const { return scene_.options(); }

 private:
  ContactState lastingContacts(const KnownBodies& next, Communicator& ranks);

  ContactScene scene_;
  KnownBodies known_;
  bool searched_ = false;  // since contacts were forgotten
};

}  // namespace talus
