#pragma once

#include <memory>
#include <span>
#include <vector>

#include "enclosure/interface/enclosure.h"
#include "geometry/check/mesh_check.h"
#include "geometry/mesh/box_tree.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// The shells that have a point strictly inside.
struct Nesting {
  Index depth = 0;   ///< their number
  double turns = 0;  ///< the sum of their winding numbers
};

/// The connected shells of one closed surface, each prepared on its own, to tell which of them hold a point.
/// Build as for one DiscreteFunction a shell; a query asks only shells whose boxes hold the point.
class Shells {
 public:
  /// @param mesh closed, checked as `report`.
  Shells(const TriangleMesh& mesh, const MeshReport& report, Context& context);

  /// Number (MeshReport::component) of the smallest shell by volume that holds p inside or on it; −1 if none
  /// does.
  Index innermost(const Vec3& p) const;

  /// How many shells have p strictly inside, and how they turn.
  Nesting nesting(const Vec3& p) const;

  /// Does p, a point on the surface, lie inside whatever side of its own shells it is moved to? That is:
  /// does the winding number of the other shells differ from 0, and still do so if p's own shells, each
  /// contributing 0 or its full turn, are added in any way?
  ///
  /// Never true wrongly. Where shells touch face to face, or a single shell cuts itself, a point between may
  /// be inside although this is false. For oriented surfaces.
  /// @param near further shells that count as p's own, if a tolerance widens the surface.
  bool encloseSurely(const Vec3& p, std::span<const Index> near = {}) const;

 private:
  struct Found {
    Side side;
    double winding;
  };

  Found ask(Index shell, const Vec3& p) const;

  std::vector<std::unique_ptr<Enclosure>> shells_;
  std::vector<double> volume_;  // over a common unit³; positive where the triangles face outwards
  BoxTree boxes_;
};

}  // namespace talus
