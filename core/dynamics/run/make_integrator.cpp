#include "dynamics/run/make_integrator.h"

#include "base/error.h"
#include "dynamics/explicit/suzuki4.h"
#include "dynamics/explicit/velocity_verlet.h"
#include "dynamics/implicit/implicit_euler.h"

namespace talus {

AddedMethods<IntegratorMethod, IntegratorMaker>& addedIntegrators() {
  static AddedMethods<IntegratorMethod, IntegratorMaker> methods;
  return methods;
}

std::unique_ptr<Integrator> makeIntegrator(IntegratorMethod method,
                                           const std::optional<ImplicitOptions>& implicit,
                                           const StepPartners& partners) {
  switch (method) {
    case IntegratorMethod::VelocityVerlet:
      return std::make_unique<VelocityVerlet>();
    case IntegratorMethod::Suzuki4:
      return std::make_unique<Suzuki4>();
    case IntegratorMethod::ExplicitEuler:
    case IntegratorMethod::SymplecticEuler:
    case IntegratorMethod::RungeKutta4:
    case IntegratorMethod::Gear:
    case IntegratorMethod::MultiscalePicard:
      return addedIntegrators().at(method)(implicit, partners);
    case IntegratorMethod::ImplicitEuler:
      return std::make_unique<ImplicitEuler>(implicit.value_or(ImplicitOptions{}));
    case IntegratorMethod::IncrementalPotential:
      if (partners.contacts == nullptr || partners.guard == nullptr)
        throw Error("The integrator IncrementalPotential needs the contact law Barrier", "",
                    "Choose this law, or another integrator");
      return std::make_unique<IncrementalPotential>(implicit.value_or(ImplicitOptions{}), *partners.contacts,
                                                    *partners.guard);
    case IntegratorMethod::ContactDynamics:
      throw Error("The integrator ContactDynamics needs the contacts of a scene", "", "Simulate the scene");
  }
  throw Error("There is no integrator number " + std::to_string(static_cast<int>(method)), "",
              "0 is velocity Verlet");
}

bool goesBodyByBody(IntegratorMethod method) {
  switch (method) {
    case IntegratorMethod::VelocityVerlet:
    case IntegratorMethod::Suzuki4:
    case IntegratorMethod::ExplicitEuler:
    case IntegratorMethod::SymplecticEuler:
    case IntegratorMethod::RungeKutta4:
      return true;
    default:
      return false;
  }
}

}  // namespace talus
