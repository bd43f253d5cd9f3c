#pragma once

#include <memory>

#include "contact/scene/contact_bodies.h"
#include "contact/scene/contact_library.h"
#include "contact/scene/scene_contacts.h"

namespace talus {

/// Bodies whose contacts are searched repeatedly: shapes are prepared once, poses change.
///
/// Contacts persist from search to search, with their numbers and the closest features of convex bodies.
/// After forget(), a search depends on shapes, poses and options only.
class ContactScene {
 public:
  ContactScene() = default;
  ContactScene(const ContactScene&) = delete;  // the search refers to the library
  ContactScene& operator=(const ContactScene&) = delete;

  /// Prepares one more shape; see ContactLibrary::add. @return its number.
  Index addShape(const TriangleMesh& mesh, const std::string& name, Context& context,
                 const Vec3& offset = Vec3::Zero());
  /// See ContactLibrary::addOutline and prepare.
  void addOutline(const TriangleMesh& mesh) { library_.addOutline(mesh); }
  void prepareShape(Index shape, const TriangleMesh& mesh, const std::string& name, Context& context,
                    const Vec3& offset = Vec3::Zero()) {
    library_.prepare(shape, mesh, name, context, offset);
  }
  /// Replaces the bodies. The row identifies a body: see SceneContacts::update.
  void setBodies(ContactBodies bodies) { bodies_ = std::move(bodies); }
  /// @param body a row of the bodies.
  void setPose(std::size_t body, const Pose& pose) { bodies_.pose.at(body) = pose; }
  /// Continues from the contacts of a search of such bodies. Only after a search.
  void restore(ContactState state) { contacts_->restore(std::move(state)); }
  /// Discards the contacts of previous searches.
  void forget() {
    if (contacts_) contacts_->forget();
  }

  /// Finds the contacts at the current poses. If the options have changed, the contacts of previous searches
  /// are discarded.
  /// @param options a halo of 0 stands for usualHalo(). @param begin the context's stages run from this
  /// fraction to 1. @throws what SceneContacts throws. Cost: that of SceneContacts::update.
  const ContactState& search(SceneContactOptions options, Context& context, double begin = 0);

  const ContactLibrary& library() const { return library_; }
  const ContactBodies& bodies() const { return bodies_; }
  /// Of the last search: its contacts, and the options with the halo that it used.
  const ContactState& state() const { return contacts_->state(); }
  const SceneContactOptions& options() const { return options_; }

 private:
  ContactLibrary library_;
  ContactBodies bodies_;
  SceneContactOptions options_;
  std::unique_ptr<SceneContacts> contacts_;
};

}  // namespace talus
