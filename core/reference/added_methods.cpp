#include "base/added_methods.h"

#include "broadphase/broad_phase.h"
#include "dynamics/contact_forces/contact_methods.h"
#include "dynamics/run/make_integrator.h"
#include "reference/broadphase/adaptive_grid.h"
#include "reference/broadphase/all_pairs.h"
#include "reference/broadphase/octree.h"
#include "reference/broadphase/spatial_heapsort.h"
#include "reference/broadphase/uniform_grid.h"
#include "reference/contact/surrogate_stream.h"
#include "reference/dynamics/aitken.h"
#include "reference/dynamics/anderson.h"
#include "reference/dynamics/explicit_euler.h"
#include "reference/dynamics/gear.h"
#include "reference/dynamics/halo_spring.h"
#include "reference/dynamics/multiscale_picard.h"
#include "reference/dynamics/picard.h"
#include "reference/dynamics/runge_kutta4.h"
#include "reference/dynamics/symplectic_euler.h"
#include "reference/surrogate/functional_triangle.h"
#include "surrogate/surrogate_tree.h"

namespace talus {

namespace {

template <class Phase>
void add(BroadPhaseMethod method) {
  addedBroadPhases().add(method, [](PairFilter wanted) -> std::unique_ptr<BroadPhase> {
    return std::make_unique<Phase>(std::move(wanted));
  });
}

void addBroadPhases() {
  add<SpatialHeapsort>(BroadPhaseMethod::SpatialHeapsort);
  add<Octree>(BroadPhaseMethod::Octree);
  add<UniformGrid>(BroadPhaseMethod::UniformGrid);
  add<AdaptiveGrid>(BroadPhaseMethod::AdaptiveGrid);
  add<AllPairs>(BroadPhaseMethod::AllPairs);
}

void addSearches() {
  addedSurrogates().add(SurrogateMethod::Functional, functionalTriangle);
  for (const TrianglePairMethod method :
       {TrianglePairMethod::Comparison, TrianglePairMethod::Iterative, TrianglePairMethod::Hybrid})
    addedTriangleMethods().add(
        method, []() -> std::unique_ptr<TriangleMethod> { return std::make_unique<SurrogateStream>(); });
  addedRefinements().add(RefinementMethod::ActiveSets,
                         [](const RefinementOptions& options) -> std::shared_ptr<IterationSearch> {
                           return std::make_shared<ActiveSearch>(options);
                         });
}

const ContactLaw& haloSpring() {
  static const HaloSpring law;
  return law;
}

void addLaws() {
  addedLaws().add(ContactLawKind::HaloSpring,
                  {haloSpring,
                   [](const BodyContactOptions& options,
                      const AddedLaw::MakeTriangles& triangles) -> std::unique_ptr<ContactPointFinder> {
                     BodyContactOptions published = options;
                     published.merge = ContactMerge::Paper;
                     published.convexManifold = false;
                     return std::make_unique<HaloSpringPointFinder>(haloSpring(), triangles(published));
                   }});
}

template <class Method>
void add(IntegratorMethod method) {
  addedIntegrators().add(
      method, [](const std::optional<ImplicitOptions>&, const StepPartners&) -> std::unique_ptr<Integrator> {
        return std::make_unique<Method>();
      });
}

void addIntegrators() {
  add<ExplicitEuler>(IntegratorMethod::ExplicitEuler);
  add<SymplecticEuler>(IntegratorMethod::SymplecticEuler);
  add<RungeKutta4>(IntegratorMethod::RungeKutta4);
  add<Gear>(IntegratorMethod::Gear);
  addedIntegrators().add(IntegratorMethod::MultiscalePicard,
                         [](const std::optional<ImplicitOptions>& implicit,
                            const StepPartners& partners) -> std::unique_ptr<Integrator> {
                           const ImplicitOptions usual{.solver = ImplicitSolver::Aitken};
                           return std::make_unique<MultiscalePicard>(implicit.value_or(usual),
                                                                     partners.search);
                         });
}

void addSolvers() {
  using Solver = std::unique_ptr<LoadIteration>;
  addedSolvers().add(ImplicitSolver::Picard, [](const ImplicitOptions& options) -> Solver {
    return std::make_unique<Picard>(options.damping);
  });
  addedSolvers().add(ImplicitSolver::Aitken, [](const ImplicitOptions& options) -> Solver {
    return std::make_unique<Aitken>(options.damping);
  });
  addedSolvers().add(ImplicitSolver::Anderson, [](const ImplicitOptions& options) -> Solver {
    return std::make_unique<Anderson>(options.depth);
  });
}

int addMethods() {
  addBroadPhases();
  addSearches();
  addLaws();
  addIntegrators();
  addSolvers();
  return 1;
}

}  // namespace

}  // namespace talus

/// The linker options name this symbol, so that every program that uses the library includes this file.
extern "C" {
extern const int talusReferenceMethods;
const int talusReferenceMethods = talus::addMethods();
}
