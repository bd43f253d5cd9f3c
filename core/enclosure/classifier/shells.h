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
/// Build as for one DiscreteFunction per shell; a query visits only shells whose boxes contain the point.
class Shells {
 public:
  /// @param mesh closed, checked as `report`.
  Shells(const TriangleMesh& mesh, const MeshReport& report, Context& context);

  /// Numbers (MeshReport::component) of the smallest shells by volume that hold points inside or on them; −1
  /// for those that none holds. Asks a shell about all points that need it at once.
  /// @param sides points that are Outside are skipped: −1. @param exact the same without a tolerance:
  ///   others than Outside are in or on a shell surely.
  void innermost(std::span<const Vec3> points, std::span<const Side> sides, std::span<const Side> exact,
                 std::span<Index> shells) const;

  /// The number of shells that strictly contain p, and the sum of their winding numbers.
  Nesting nesting(const Vec3& p) const;

  /// Whether p, a point on the surface, lies inside on either side of its own shells. That is: the winding
  /// number of the other shells is not 0, and remains so if p's own shells, each contributing 0 or its full
  /// winding number, are added in any combination.
  ///
  /// Never a false positive. Where shells touch face to face, or a single shell intersects itself, a point
  /// between may be inside although this is false. For oriented surfaces.
  /// @param near further shells that count as p's own, if a tolerance widens the surface.
  bool encloseSurely(const Vec3& p, std::span<const Index> near = {}) const;

 private:
  struct Found {
    Side side;
    double winding;
  };

  // A shell whose box holds a point.
  struct Candidate {
    Index shell;
    std::size_t point;
  };

  Found ask(Index shell, const Vec3& p) const;
  bool isSmaller(Index shell, Index than) const;
  void settle(std::span<const Candidate> ofOneShell, std::span<const Vec3> points,
              std::span<Index> shells) const;

  std::vector<std::unique_ptr<Enclosure>> shells_;
  std::vector<double> volume_;  // over a common unit³; positive where the triangles face outwards
  BoxTree boxes_;
};

}  // namespace talus
