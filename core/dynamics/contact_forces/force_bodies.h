#pragma once

#include <span>
#include <vector>

#include "broadphase/body_pairs.h"
#include "broadphase/box_arrays.h"
#include "contact/scene/contact_library.h"
#include "dynamics/body/body_inertia.h"
#include "dynamics/body/moving_body.h"
#include "dynamics/contact_points/law_shape.h"
#include "dynamics/law/contact_law.h"

namespace talus {

/// The constant properties of a body.
struct ForceBody {
  const LawShape* shape = nullptr;
  Index number = 0;  ///< of the shape
  LawBody law{};
  double scale = 1;
  double area = 0;       ///< of the surface, m²
  double extent = 0;     ///< maximum distance of a point from the centre of mass, m
  double thickness = 0;  ///< LawShape::thickness, m
  bool wall = false;
  bool ghost = false;  ///< moved by another rank
  double removed = 0;  ///< time at which it is removed from the scene, s
};

/// By how much the velocities of a body have changed since a state.
struct VelocityChange {
  Vec3 velocity = Vec3::Zero();  ///< of the centre of mass
  Vec3 angular = Vec3::Zero();   ///< rad/s
};

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
  const ContactLibrary& library() const { return library_; }
  std::span<const LawShape> shapes() const { return shapes_; }
  const ForceBody& operator[](std::size_t i) const { return bodies_[i]; }
  const ForceBody& operator[](Index i) const { return bodies_[static_cast<std::size_t>(i)]; }

  /// Whether a body is moved by contacts here: it is neither a wall nor a ghost.
  bool isMoved(Index i) const { return !(*this)[i].wall && !(*this)[i].ghost; }
  bool areConvex(const BodyPair& pair) const {
    return (*this)[pair.first].shape->convex.has_value() && (*this)[pair.second].shape->convex.has_value();
  }
  /// Whether statistics count this pair here: the owner of the first body counts it, or of the second if the
  /// first is a wall.
  bool counts(const BodyPair& pair) const { return !(*this)[pair.first].ghost; }

  /// Moves the bodies to a state. Bodies removed by that time get empty boxes.
  void place(const BodyState& state, double time);
  /// Whether a wall has a velocity.
  bool wallsMove() const { return wallsMove_; }
  std::span<const MovingBody> moving() const { return moving_; }
  const MovingBody& moving(Index i) const { return moving_[static_cast<std::size_t>(i)]; }
  /// An upper bound of the length of the path of each point of body i through all states it was in, m. Never
  /// decreases, until bodies are replaced.
  double way(Index i) const { return ways_[static_cast<std::size_t>(i)]; }
  const Quaternion& orientation(Index i) const { return orientations_[static_cast<std::size_t>(i)]; }
  ContactingBody contacting(Index i) const { return {(*this)[i].shape, moving(i).pose}; }
  /// By how much velocities in a state differ from those in the last place().
  std::vector<VelocityChange> velocityChanges(const BodyState& state) const;
  /// The boxes of the bodies with their halos.
  const BoxArrays& boxes() const { return boxes_; }

  /// The maximum speed of a point of body i, m/s; 0 once it is removed.
  double pointSpeed(std::size_t i, const BodyState& state, double time) const;
  /// An upper bound of pointSpeed(), which costs a tenth of it.
  double speedBound(std::size_t i, const BodyState& state) const;
  /// The maximum of pointSpeed() over all bodies but ghosts. O(bodies).
  double fastestPoint(const BodyState& state, double time) const;
  /// A body that moves by at most its speed times a duration.
  struct Flight {
    Index itself = -1;  ///< −1: it is not among these bodies
    Box box;
    double speed = 0;
    bool wall = false;
  };
  /// Whether it meets none of these bodies, but for itself and ghosts, while each of them moves as far from
  /// its pose in the last place() as its speed in `state` takes it. O(bodies).
  /// @param fastest an upper bound of the speeds of all bodies but ghosts.
  bool meetsNothing(const Flight& body, const BodyState& state, double time, double fastest,
                    double duration) const;

 private:
  void prepareShapes(const Scene& scene, Context& context);
  void fillBoxes(double time);

  const BodyInertia& inertia_;
  ContactLibrary library_;
  std::vector<LawShape> shapes_;
  std::vector<ForceBody> bodies_;
  double halo_ = 0, margin_ = 0;
  double thinnest_ = 0;
  bool wallsMove_ = false;
  std::vector<MovingBody> moving_;
  std::vector<double> ways_;
  std::vector<double> levers_;  // extent / least moment of inertia, 1/(kg m)
  std::vector<Quaternion> orientations_;
  BoxArrays boxes_;
};

}  // namespace talus
