#include <gtest/gtest.h>

#include "base/added_methods.h"
#include "base/error.h"
#include "broadphase/broad_phase.h"
#include "dynamics/contact_forces/contact_methods.h"
#include "dynamics/run/make_integrator.h"
#include "message_of.h"

namespace talus {
namespace {

TEST(AddedMethods, AreThoseOfTheLibrary) {
  for (const BroadPhaseMethod method :
       {BroadPhaseMethod::SpatialHeapsort, BroadPhaseMethod::Octree, BroadPhaseMethod::UniformGrid,
        BroadPhaseMethod::AdaptiveGrid, BroadPhaseMethod::AllPairs}) {
    BroadPhaseOptions options;
    options.method = method;
    EXPECT_NE(makeBroadPhase(options), nullptr) << name(method);
  }
  for (const IntegratorMethod method :
       {IntegratorMethod::ExplicitEuler, IntegratorMethod::SymplecticEuler, IntegratorMethod::RungeKutta4,
        IntegratorMethod::Gear, IntegratorMethod::MultiscalePicard})
    EXPECT_EQ(makeIntegrator(method)->method(), method);
  for (const ImplicitSolver solver :
       {ImplicitSolver::Picard, ImplicitSolver::Aitken, ImplicitSolver::Anderson})
    EXPECT_NO_THROW(makeIntegrator(IntegratorMethod::ImplicitEuler, ImplicitOptions{.solver = solver}));
  EXPECT_EQ(contactLaw(ContactLawKind::HaloSpring).parameters({}).friction, 0);
  EXPECT_NE(makeIterationSearch({.method = RefinementMethod::ActiveSets}), nullptr);
  EXPECT_EQ(makeIterationSearch({}), nullptr);
}

// As in a program that is not linked with it.
TEST(AddedMethods, AreRefusedWithTheRemedyIfTheirLibraryIsMissing) {
  AddedMethods<BroadPhaseMethod, int> none;
  EXPECT_EQ(messageOf([&] { (void)none.at(BroadPhaseMethod::Octree); }),
            "The method Octree is in a library that this program is not linked with (talus_reference). Link "
            "Talus::Reference, or choose a method that is not a reference method.");
  none.add(BroadPhaseMethod::Octree, 7);
  EXPECT_EQ(none.at(BroadPhaseMethod::Octree), 7);
  EXPECT_THROW((void)none.at(BroadPhaseMethod::AllPairs), Error);
}

}  // namespace
}  // namespace talus
