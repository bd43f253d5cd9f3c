#pragma once

#include <string>

#include "base/types.h"

namespace talus {

/// Interaction of two surfaces in contact: the parameters of contact laws.
struct ContactParameters {
  double restitution = 0.5;      ///< normal speed after over before an impact: 0 … 1
  double friction = 0.5;         ///< Coulomb's coefficient: ≥ 0
  double rollingResistance = 0;  ///< moment over normal force and radius: ≥ 0
  double cohesion = 0;           ///< tensile strength of a contact, Pa: ≥ 0
  double stiffness = 0;          ///< of a linear spring, N/m: > 0; 0: derived from the moduli of both
  bool operator==(const ContactParameters&) const = default;
};

/// The material of a body.
struct Material {
  std::string name;             ///< unique, not empty
  double density = 2500;        ///< kg/m³, > 0
  double young = 1e7;           ///< Young's modulus, Pa, > 0
  double poisson = 0.3;         ///< Poisson's ratio: −1 < ν ≤ 0.5
  ContactParameters contact{};  ///< between two bodies of this material

  bool operator==(const Material&) const = default;
};

/// The interaction of two different materials, in place of the means of both.
struct MaterialPair {
  Index first = 0, second = 0;  ///< numbers of materials, in any order
  ContactParameters contact{};

  bool operator==(const MaterialPair&) const = default;
};

}  // namespace talus
