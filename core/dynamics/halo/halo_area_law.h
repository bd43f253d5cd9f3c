#pragma once

#include "dynamics/law/linear_spring.h"

namespace talus {

/// ContactLawKind::HaloArea: its points come with their forces (HaloAreaFinder, SurfaceHaloFinder). Those
/// that are found among the triangles of open surfaces, which have no inside, press as linear springs.
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
