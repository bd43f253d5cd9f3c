#pragma once

#include "dynamics/law/contact_law.h"

namespace talus {

/// ContactLawKind::LinearSpringDashpot.
class LinearSpring : public ContactLaw {
 private:
  void pressElastically(const PairLaw& law, ContactPoint& point) const override;
};

}  // namespace talus
