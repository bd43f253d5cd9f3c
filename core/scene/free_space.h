#pragma once

#include <span>
#include <vector>

#include "scene/drawn_bodies.h"
#include "scene/sphere_grid.h"

namespace talus {

/// The space that is still free for other bodies.
class FreeSpace {
 public:
  /// @param surfaces of the shapes; must outlive this. @param expected number of bodies.
  FreeSpace(std::span<const SharedSurface> surfaces, const PlacementRequest& options, std::size_t expected);

  /// Whether a body there would touch no other body and no wall.
  bool isFree(const DrawnBody& body, const Vec3& position) const;
  /// The number of bodies that it would touch.
  std::int64_t overlaps(const DrawnBody& body, const Vec3& position) const;
  /// Whether a body there would touch a wall or lie in one.
  bool touchesWall(const DrawnBody& body, const Vec3& position) const;
  /// Adds it there.
  void take(const DrawnBody& body, const Vec3& position);

 private:
  template <class Visit>
  bool query(const DrawnBody& body, const Vec3& position, const Visit& visit) const;
  double reach(const DrawnBody& body) const { return body.radius + clearance_ / 2; }

  struct Taken {
    Index shape;
    Pose pose;
  };

  std::span<const SharedSurface> surfaces_;
  struct Wall {
    SharedSurface surface;
    Pose pose;
    Box box;  // in the world
  };

  std::vector<Wall> walls_;
  bool exact_;
  double clearance_;
  SphereGrid spheres_;
  std::vector<Taken> taken_;  // for surfaces only
};

}  // namespace talus
