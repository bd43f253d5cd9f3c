#pragma once

#include <memory>
#include <span>
#include <vector>

#include "enclosure/interface/enclosure.h"
#include "geometry/check/mesh_check.h"
#include "geometry/mesh/box_tree.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// The shells that strictly contain a point.
struct Nesting {
  Index depth = 0;   ///< their number
  double turns = 0;  ///< the sum of their winding numbers
};

/// The connected shells of one closed surface, each prepared separately, to find those that contain a point.
/// Cost: a build of one DiscreteFunction per shell; a query visits only shells whose boxes contain the point.
class Shells {
 public:
  /// @param mesh closed, checked as `report`.
  Shells(const TriangleMesh& mesh, const MeshReport& report, Context& context);

  /// For each point, the number (MeshReport::component) of the shell of smallest volume that contains it
  /// inside or on it; −1 if none does. Each shell is queried once, with all points that need it.
  /// @param sides points that are Outside are skipped: −1. @param exact the sides without a tolerance: points
  ///   that are not Outside certainly lie in or on a shell.
  void innermost(std::span<const Vec3> points, std::span<const Side> sides, std::span<const Side> exact,
                 std::span<Index> shells) const;

  /// The number of shells that strictly contain p, and the sum of their winding numbers.
  Nesting nesting(const Vec3& p) const;

  /// Whether a point p on the surface is surrounded by the inside, on both sides of the shells on which it
  /// lies (its own shells). That is: the winding number of the other shells is not 0, and it stays different
  /// from 0 if any combination of p's own shells adds its full winding numbers.
  ///
  /// There are no false positives. Where shells touch face to face, or a shell intersects itself, a point
  /// between may be inside although this returns false. For oriented surfaces.
  /// @param near further shells that count as p's own, if there is a tolerance.
  bool encloseSurely(const Vec3& p, std::span<const Index> near = {}) const;

 private:
  struct Found {
    Side side;
    double winding;
  };

  // A shell whose box contains a point.
  struct Candidate {
    Index shell;
    std::size_t point;
  };

  Found ask(Index shell, const Vec3& p) const;
  bool isSmaller(Index shell, Index than) const;
  void settle(std::span<const Candidate> ofOneShell, std::span<const Vec3> points,
              std::span<Index> shells) const;

  std::vector<std::unique_ptr<Enclosure>> shells_;
  std::vector<double> volume_;  // in units of a common length cubed; positive for outward normals
  BoxTree boxes_;
};

}  // namespace talus
