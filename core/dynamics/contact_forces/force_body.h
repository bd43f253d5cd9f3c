#pragma once

#include "base/types.h"
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
  double lever = 0;    ///< extent / least moment of inertia, 1/(kg m)

  /// Whether contacts move it here: it is neither a wall nor a ghost.
  bool isMoved() const { return !wall && !ghost; }
};

}  // namespace talus
