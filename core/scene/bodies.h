#pragma once

#include <cstdint>
#include <vector>

#include "base/quaternion.h"
#include "base/types.h"
#include "scene/motion.h"

namespace talus {

/// One rigid body: an instance of a shape. A point b of the shape lies at position + orientation · scale b in
/// the world.
struct Body {
  std::int64_t id = 0;                  ///< unique in the scene, never reused
  Index shape = 0;                      ///< number of its shape
  Vec3 position = Vec3::Zero();         ///< of the centre of mass, in the world
  Quaternion orientation{};             ///< unit; from the body frame to the world
  double scale = 1;                     ///< ratio of its size to the shape's, equal in all directions, > 0
  Vec3 velocity = Vec3::Zero();         ///< of the centre of mass, m/s
  Vec3 angularVelocity = Vec3::Zero();  ///< in the world, rad/s
  double mass = 1;                      ///< kg, > 0
  Index material = 0;                   ///< number of its material
  Motion motion = Motion::Dynamic;      ///< kind of motion

  bool operator==(const Body&) const = default;
};

/// Rigid bodies as a structure of arrays, all of one length. Plain data: see requireValid() in scene.h.
struct Bodies {
  std::vector<std::int64_t> id;
  std::vector<Index> shape;
  std::vector<Vec3> position;
  std::vector<Quaternion> orientation;
  std::vector<double> scale;
  std::vector<Vec3> velocity;
  std::vector<Vec3> angularVelocity;
  std::vector<double> mass;
  std::vector<Index> material;
  std::vector<Motion> motion;

  std::size_t size() const { return id.size(); }
  void resize(std::size_t count);
  void add(const Body& body);
  /// The body in row i, as a copy.
  Body operator[](std::size_t i) const;
  void set(std::size_t i, const Body& body);

  bool operator==(const Bodies&) const = default;
};

/// Calls visit(array) for each array of bodies, constant or not.
template <class SomeBodies, class Visitor>
void forEachArray(SomeBodies& bodies, const Visitor& visit) {
  visit(bodies.id);
  visit(bodies.shape);
  visit(bodies.position);
  visit(bodies.orientation);
  visit(bodies.scale);
  visit(bodies.velocity);
  visit(bodies.angularVelocity);
  visit(bodies.mass);
  visit(bodies.material);
  visit(bodies.motion);
}

}  // namespace talus
