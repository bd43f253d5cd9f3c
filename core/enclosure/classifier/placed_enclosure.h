#pragma once

#include "base/pose.h"
#include "enclosure/interface/enclosure.h"
#include "geometry/mesh/box_tree.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// A closed, oriented surface that is prepared once for all bodies that have it.
struct SharedEnclosure {
  const TriangleMesh& mesh;
  const BoxTree& triangles;  ///< over the boxes of its triangles
  const Enclosure& enclosure;
};

/// The surface of one body of many that share it: points are classified in the body's frame.
///
/// Labels are those of the surface in the world, with its points as Pose::toWorld rounds them. In the body's
/// frame they are the same for points farther from the surface than all roundings together; the others, about
/// one in 1e12 of those that are scattered, are classified by a copy of the surface, which exists as long as
/// the call. Cost for each point: the shared method's, and 0.1 to 0.5 µs for the distance from the surface.
class PlacedEnclosure : public Enclosure {
 public:
  /// @param shared must stay. @param pose finite, scale > 0.
  PlacedEnclosure(const SharedEnclosure& shared, const Pose& pose);

  Tally classify(std::span<const Vec3> points, std::span<Side> sides,
                 std::span<double> winding) const override;
  Tally classifyAll(std::span<const Vec3> points, std::span<Side> sides, std::span<double> winding,
                    Context& context) const override;

 private:
  Tally classifyLocal(std::span<const Vec3> points, std::span<Side> sides, std::span<double> winding,
                      std::vector<std::size_t>& doubtful) const;
  void decide(std::span<const std::size_t> doubtful, std::span<const Vec3> points, std::span<Side> sides,
              std::span<double> winding) const;

  SharedEnclosure shared_;
  Pose pose_;
  double rounding_;  // what the frames differ by, in the body's unit
};

}  // namespace talus
