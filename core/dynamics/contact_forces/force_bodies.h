#pragma once

#include <span>
#include <vector>

#include "broadphase/body_pairs.h"
#include "broadphase/box_arrays.h"
#include "contact/scene/contact_library.h"
#include "dynamics/body/body_inertia.h"
#include "dynamics/contact_forces/body_kinematics.h"
#include "dynamics/contact_points/law_shape.h"

namespace talus {

/// The bodies of a scene for contact forces: their constant properties, and poses and boxes of the last
/// state.
class ForceBodies {
 public:
  /// @param scene may be destroyed afterwards. @param inertia must outlive this.
  /// @param halo ε of every body, m; 0: the scene's, and if it has none 1 % of the smallest body's diameter.
  /// Progress: the context's stages run to 1. @throws Cancelled.
  ForceBodies(const Scene& scene, const BodyInertia& inertia, double halo, Context& context);
  /// Other bodies of the same shapes, whose inertia the constructor's BodyInertia now holds.
  /// @param ghosts which of them are ghosts; empty: none.
  void replace(const Scene& scene, const std::vector<bool>& ghosts);
  /// Drops the bodies, but not their shapes, and gives their memory back: replace() comes next.
  void release();
  ForceBodies(const ForceBodies&) = delete;
  ForceBodies& operator=(const ForceBodies&) = delete;

  std::size_t size() const { return bodies_.size(); }
  double halo() const { return halo_; }
  /// The least thickness of a body, m.
  double thinnest() const { return thinnest_; }
  /// By how much boxes are larger than their bodies: the halo, unless set, m.
  double margin() const { return margin_; }
  void setMargin(double margin) { margin_ = margin; }
  const BodyInertia& inertia() const { return inertia_; }
  const ContactLibrary& library() const { return library_; }
  std::span<const LawShape> shapes() const { return shapes_; }
  const ForceBody& operator[](std::size_t i) const { return bodies_[i]; }
  const ForceBody& operator[](Index i) const { return bodies_[static_cast<std::size_t>(i)]; }

  bool areConvex(const BodyPair& pair) const {
    return (*this)[pair.first].shape->convex.has_value() && (*this)[pair.second].shape->convex.has_value();
  }
  /// Whether statistics count this pair here: the owner of the first body counts it, or of the second if the
  /// first is a wall.
  bool counts(const BodyPair& pair) const { return !(*this)[pair.first].ghost; }

  /// Moves the bodies to a state. Bodies removed by that time get empty boxes.
  void place(const BodyState& state, double time);
  /// Where that state has them.
  const BodyKinematics& placed() const { return placed_; }
  ContactingBody contacting(Index i) const { return {(*this)[i].shape, placed_[i].pose}; }
  /// The boxes of the bodies with their halos.
  const BoxArrays& boxes() const { return boxes_; }

 private:
  void prepareShapes(const Scene& scene, Context& context);

  const BodyInertia& inertia_;
  ContactLibrary library_;
  std::vector<LawShape> shapes_;
  std::vector<ForceBody> bodies_;
  double halo_ = 0, margin_ = 0;
  double thinnest_ = 0;
  BodyKinematics placed_;
  BoxArrays boxes_;
};

}  // namespace talus
