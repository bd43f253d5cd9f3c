#pragma once

#include <memory>
#include <vector>

#include "base/pose.h"

namespace talus::peers {

/// A world of convex hulls as Bullet simulates it: btDiscreteDynamicsWorld, sequential impulses, one thread,
/// single precision unless Bullet was built otherwise. Contacts are impulses that no law of force stands
/// behind: time steps may be long, and depths come to rest where Bullet's solver leaves them.
class BulletWorld {
 public:
  struct Options {
    Vec3 gravity = Vec3::Zero();
    double friction = 0.5, restitution = 0;  ///< of two bodies
    /// What Bullet sees as 1: its tolerances and margins suit bodies of that size.
    double unit = 1;
    double margin = 0.01;  ///< of hulls, in that unit; hulls are shrunk by as much
    int iterations = 10;   ///< of the solver, Bullet's default
    bool maySleep = true;  ///< bodies at rest are left alone until something touches them
  };
  struct Body {
    std::size_t shape = 0;
    double mass = 0;              ///< 0: fixed
    Vec3 moments = Vec3::Zero();  ///< about the shape's axes
    Pose pose;                    ///< without scale
  };
  struct Contacts {
    std::size_t pairs = 0, points = 0;  ///< with a distance of no more than `reach`
    double deepest = 0;                 ///< overlap
  };

  explicit BulletWorld(const Options& options);
  ~BulletWorld();

  /// Corners relative to the centre of mass, along the principal axes.
  std::size_t addHull(const std::vector<Vec3>& corners);
  void add(const Body& body);
  void step(double dt);

  Pose pose(std::size_t body) const;
  double speed(std::size_t body) const;
  Contacts contacts(double reach) const;
  /// Bodies that Bullet holds still until something touches them.
  std::size_t sleeping() const;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace talus::peers
