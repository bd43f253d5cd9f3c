#pragma once

#include "dynamics/law/contact_law.h"

namespace talus {

/// ContactLawKind::HertzMindlin.
class HertzMindlin final : public ContactLaw {
 public:
  void setConstants(PairLaw& law, double modulus, double inverseMass) const override;

 private:
  void pressElastically(const PairLaw& law, ContactPoint& point) const override;
};

}  // namespace talus
