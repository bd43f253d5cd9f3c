#pragma once

#include <memory>
#include <vector>

#include "base/pose.h"

namespace talus::peers {

/// Bullet's distance of two convex hulls: GJK with its Voronoi simplex solver, EPA where they overlap. Both
/// hulls have no margin; the last separating axis is kept, as Bullet's own collision pipeline does. Lengths
/// in single precision unless Bullet was built otherwise.
class BulletGjk {
 public:
  BulletGjk(const std::vector<Vec3>& a, const std::vector<Vec3>& b);
  ~BulletGjk();

  /// Poses are taken over once, so that what is timed is the search alone.
  void setPoses(const std::vector<Pose>& a, const std::vector<Pose>& b);
  /// The distance at pose i, negative where the hulls overlap; infinite if Bullet found none.
  double distance(std::size_t i);

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace talus::peers
