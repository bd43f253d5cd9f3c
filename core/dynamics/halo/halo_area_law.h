#pragma once

#include "dynamics/law/linear_spring.h"

namespace talus {

/// ContactLawKind::HaloArea: HaloAreaFinder and SurfaceHaloFinder compute its points with their forces.
/// Points found among the triangles of open surfaces, which have no inside, are linear springs.
class HaloAreaLaw : public LinearSpring {
 public:
  void setConstants(PairLaw& law, double /*modulus*/, double /*inverseMass*/) const override {
    law.ownStiffness = true;
  }
  double pressedStiffness(const PairLaw& law, double area) const override {
    return 0.25 * law.foundation * area;
  }
};

}  // namespace talus
