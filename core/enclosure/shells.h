#pragma once

#include <memory>
#include <vector>

#include "enclosure/enclosure.h"
#include "geometry/box_tree.h"
#include "geometry/mesh_check.h"

namespace talus {

/// The connected shells of one closed surface, each prepared on its own, to tell which of them is the
/// innermost around a point. Build as for one DiscreteFunction a shell; a query asks only shells whose boxes
/// hold the point.
class Shells {
 public:
  /// @param mesh closed, checked as `report`.
  Shells(const TriangleMesh& mesh, const MeshReport& report, Context& context);

  /// Number (MeshReport::component) of the smallest shell by volume that holds p inside or on it; −1 if none
  /// does.
  Index innermost(const Vec3& p) const;

 private:
  std::vector<std::unique_ptr<Enclosure>> shells_;
  std::vector<double> volume_;
  BoxTree boxes_;
};

}  // namespace talus
