#pragma once

#include <memory>

#include "contact/scene/contact_bodies.h"
#include "contact/scene/contact_library.h"
#include "contact/scene/scene_contacts.h"

namespace talus {

/// Bodies whose contacts are searched again and again: shapes are prepared once, poses change.
///
/// Either contacts last from search to search, with their numbers and the features of convex bodies, or
/// forget() comes between: then a search depends on shapes, poses and options alone.
class ContactScene {
 public:
  ContactScene() = default;
  ContactScene(const ContactScene&) = delete;  // the search refers to the library
  ContactScene& operator=(const ContactScene&) = delete;

  /// Prepares one more shape; see ContactLibrary::add. @return its number.
  Index addShape(const TriangleMesh& mesh, const std::string& name, Context& context,
                 const Vec3& offset = Vec3::Zero());
  /// Takes other bodies of the same shapes. Rows name bodies: see SceneContacts::update.
  void setBodies(ContactBodies bodies) { bodies_ = std::move(bodies); }
  /// @param body a row of the bodies.
  void setPose(std::size_t body, const Pose& pose) { bodies_.pose.at(body) = pose; }
  /// The next search starts from nothing.
  void forget() { contacts_ = nullptr; }

  /// Finds the contacts of the bodies as they lie now. With other options than before it starts from nothing.
  /// @param options a halo of 0 stands for usualHalo(). @param begin the context's stages run from there to
  /// 1. @throws what SceneContacts throws. Cost: that of SceneContacts::update.
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
