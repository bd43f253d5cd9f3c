// A free asymmetric top that flips (Dzhanibekov), by every integrator, against Jacobi's elliptic functions.
#include "free_top.h"

#include <gtest/gtest.h>

#include "dynamics/body/free_rotation.h"
#include "dynamics/run/make_integrator.h"
#include "dynamics_scenes.h"

namespace talus::test_free_top {
namespace {

using dynamics::ExactFreeTop;

// Nothing acts.
class NoField : public ForceField {
 public:
  void evaluate(const BodyState& /*state*/, double /*time*/, Loads& /*loads*/) override {}
};

const Vec3 moments(1, 2, 2.5);
// Near the separatrix M² = 2 E I₂: the body flips about once in 8 s.
constexpr double energy = 1.0, momentum = 2.01;

struct Flight {
  BodyInertia inertia;
  BodyState state;
};

Flight start(const ExactFreeTop& exact) {
  Scene scene = dynamics::sceneOf(dynamics::cuboid(dynamics::edgesOf(moments)));
  Flight flight;
  flight.inertia = BodyInertia(scene);
  // The exact top has its axes along those of the cuboid's frame, and the principal axes come in this order.
  flight.state = flight.inertia.stateOf(scene.bodies);
  flight.state.orientation[0] = (exact.orientation(0) * flight.inertia.axes(0).conjugate()).normalised();
  flight.state.angularMomentum[0] = {0, 0, momentum};
  flight.state.velocity[0] = {0.1, 0.2, 0.3};
  return flight;
}

/// The angle between the integrator's orientation and the exact one, rad.
double angleOff(const Flight& flight, const ExactFreeTop& exact, double time) {
  const Quaternion is = flight.state.orientation[0] * flight.inertia.axes(0);
  const Quaternion off = is * exact.orientation(time).conjugate();
  return 2 * Vec3(off.x, off.y, off.z).norm();
}

double energyOf(const Flight& flight) {
  return motionTotals(flight.state, flight.inertia).kineticEnergy - 0.5 * 0.14;
}

void fly(Flight& flight, Integrator& integrator, double dt, int steps) {
  NoField none;
  for (int s = 0; s < steps; ++s) integrator.step(flight.state, none, flight.inertia, s * dt, dt);
}

TEST(ExactFreeTop, KeepsEnergyAndMomentumAndObeysItsRates) {
  const ExactFreeTop exact(moments, energy, momentum);
  for (const double t : {0.0, 1.7, 6.3, 20.0}) {
    const Vec3 omega = exact.angularVelocity(t);
    EXPECT_NEAR(omega.dot(moments.cwiseProduct(omega)) / 2, energy, 1e-14);
    EXPECT_NEAR(moments.cwiseProduct(omega).norm(), momentum, 1e-14);
    EXPECT_LT((exact.orientation(t).rotate(moments.cwiseProduct(omega)) - Vec3(0, 0, momentum)).norm(),
              1e-13);
    const double h = 1e-4;
    const Quaternion change = exact.orientation(t).conjugate() * exact.orientation(t + h);
    EXPECT_LT((2 * Vec3(change.x, change.y, change.z) / h - exact.angularVelocity(t + h / 2)).norm(), 1e-7);
  }
}

struct Expected {
  IntegratorMethod method;
  const char* name;
  double order;
  int coarsest;  ///< steps in 10 s
};

class FreeTop : public testing::TestWithParam<Expected> {};

TEST_P(FreeTop, IsOfTheOrderOfTheory) {
  const ExactFreeTop exact(moments, energy, momentum);
  const double time = 10;
  std::vector<double> errors;
  for (int steps = GetParam().coarsest; errors.size() < 4; steps *= 2) {
    Flight flight = start(exact);
    fly(flight, *makeIntegrator(GetParam().method), time / steps, steps);
    errors.push_back(angleOff(flight, exact, time));
  }
  for (std::size_t k = 1; k < errors.size(); ++k)
    EXPECT_NEAR(std::log2(errors[k - 1] / errors[k]), GetParam().order, 0.15) << errors[k];
}

INSTANTIATE_TEST_SUITE_P(
    Integrators, FreeTop,
    testing::Values(Expected{IntegratorMethod::VelocityVerlet, "VelocityVerlet", 2, 400},
                    Expected{IntegratorMethod::Suzuki4, "Suzuki4", 4, 100},
                    Expected{IntegratorMethod::ExplicitEuler, "ExplicitEuler", 1, 20000},
                    Expected{IntegratorMethod::SymplecticEuler, "SymplecticEuler", 1, 8000},
                    Expected{IntegratorMethod::RungeKutta4, "RungeKutta4", 4, 200},
                    Expected{IntegratorMethod::Gear, "Gear", 5, 100},
                    Expected{IntegratorMethod::ImplicitEuler, "ImplicitEuler", 2, 400},
                    Expected{IntegratorMethod::MultiscalePicard, "MultiscalePicard", 2, 400}),
    [](const auto& test) { return std::string(test.param.name); });

// Over 10⁵ steps of 0.02 s, some 300 flips. Seen: |energy / start − 1| of 3.4e-5 (velocity Verlet, swinging),
// 7.9e-11 (Suzuki, swinging), 4.3e-9 (Runge–Kutta, drifting), 1.7e-7 (Gear, drifting).
struct Drift {
  IntegratorMethod method;
  double energy;  ///< the most it may be off
};

class LongFlight : public testing::TestWithParam<Drift> {};

TEST_P(LongFlight, KeepsEnergyWithinBounds) {
  Flight flight = start(ExactFreeTop(moments, energy, momentum));
  const auto integrator = makeIntegrator(GetParam().method);
  NoField none;
  double worst = 0, worstNorm = 0;
  for (int s = 0; s < 100000; ++s) {
    integrator->step(flight.state, none, flight.inertia, s * 0.02, 0.02);
    worst = std::max(worst, std::abs(energyOf(flight) / energy - 1));
    worstNorm = std::max(worstNorm, std::abs(std::sqrt(flight.state.orientation[0].squaredNorm()) - 1));
  }
  RecordProperty("EnergyOff", std::to_string(worst));
  EXPECT_LE(worst, GetParam().energy);
  EXPECT_LE(worstNorm, 1e-15);
  // All but Gear have the angular momentum itself as their unknown: nothing acts, so not a bit changes.
  if (GetParam().method == IntegratorMethod::Gear)
    EXPECT_LE((flight.state.angularMomentum[0] - Vec3(0, 0, momentum)).norm() / momentum, 1e-6);
  else
    EXPECT_EQ(flight.state.angularMomentum[0], Vec3(0, 0, momentum));
}

INSTANTIATE_TEST_SUITE_P(Integrators, LongFlight,
                         testing::Values(Drift{IntegratorMethod::VelocityVerlet, 1e-4},
                                         Drift{IntegratorMethod::Suzuki4, 1e-9},
                                         Drift{IntegratorMethod::SymplecticEuler, 1e-2},
                                         Drift{IntegratorMethod::RungeKutta4, 1e-8},
                                         Drift{IntegratorMethod::ImplicitEuler, 1e-4},
                                         Drift{IntegratorMethod::Gear, 1e-6}));

// Two flips there and back: what is symplectic and symmetric is reversible, to rounding.
TEST(FreeRotation, GoesBack) {
  const ExactFreeTop exact(moments, energy, momentum);
  const Flight flight = start(exact);
  const Quaternion first = flight.state.orientation[0];
  Quaternion q = first;
  for (int s = 0; s < 400; ++s) q = rotateFreely(flight.inertia, 0, q, {0, 0, momentum}, 0.05);
  EXPECT_GT((q.eigen().coeffs() - first.eigen().coeffs()).norm(), 0.1);
  for (int s = 0; s < 400; ++s) q = rotateFreely(flight.inertia, 0, q, {0, 0, momentum}, -0.05);
  EXPECT_LT((q.eigen().coeffs() - first.eigen().coeffs()).norm(), 1e-11);
}

// A turn about a principal axis is exact for any step, also where the principal axes are not the frame's.
TEST(FreeRotation, IsExactAboutAPrincipalAxis) {
  Context context;
  const Scene scene = dynamics::sceneOf(makeBodyShape("corner", shapes::tetrahedron(), context));
  const BodyInertia inertia(scene);
  for (int k = 0; k < 3; ++k) {
    const Vec3 axis = inertia.axes(0).rotate(Vec3::Unit(k));
    const Quaternion expected = rotationBy(2.5 * axis);
    for (const auto rotate : {rotateFreely, rotateFreelyOnce}) {
      const Quaternion q = rotate(inertia, 0, {}, inertia.angularMomentum(0, {}, 5 * axis), 0.5);
      EXPECT_LT((q.eigen().coeffs() - expected.eigen().coeffs()).norm(), 1e-14);
    }
  }
}

// One call for a long time, with flips.
TEST(FreeRotation, GoesFarAsTheExactTop) {
  const ExactFreeTop exact(moments, energy, momentum);
  for (const double time : {0.1, 1.7, 20.0}) {
    Flight flight = start(exact);
    Quaternion& q = flight.state.orientation[0];
    q = rotateFreelyFar(flight.inertia, 0, q, {0, 0, momentum}, time);
    EXPECT_LT(angleOff(flight, exact, time), 1e-9) << time << " s";
    EXPECT_NEAR(energyOf(flight), energy, 1e-11) << time << " s";
  }
}

}  // namespace
}  // namespace talus::test_free_top
