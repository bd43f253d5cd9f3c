#pragma once

#include <tbb/enumerable_thread_specific.h>

#include <vector>

#include "dynamics/implicit/barrier_model.h"
#include "dynamics/implicit/contact_islands.h"
#include "dynamics/implicit/line_search.h"
#include "dynamics/implicit/long_stage.h"
#include "dynamics/implicit/secant_pairs.h"

namespace talus {

/// The directions of a minimisation: to the minimum of a convex model of each island (BarrierModel), where
/// contact points keep their normals, and barriers and friction act in full. Near the minimum they are
/// Newton's, improved by secants (SecantPairs).
class StepDirections {
 public:
  /// A minimisation of that number of bodies begins.
  void begin(std::size_t bodies);
  /// Sets the motion of the stage. @param islands those with contacts, with which the searches begin.
  void find(LongStage& stage, std::span<const ContactIsland> islands, std::span<const IslandSearch> searches,
            const BodyInertia& inertia);
  /// Keeps the motion from the last iterate to the current one with the change of the residual, which was
  /// `last`. @param always also of motions that were cut short.
  void remember(const LongStage& stage, const Loads& last, const LineSearch& search, bool always);
  /// Learns from how far a search came.
  void learn(const LongStage& stage, const LineSearch& search);

 private:
  void ofIsland(LongStage& stage, const ContactIsland& island, const BodyInertia& inertia, Loads& residual);
  void noteUnhelpfulModels(const LineSearch& search);
  void noteGuardLimits(const LongStage& stage, const LineSearch& search);

  tbb::enumerable_thread_specific<BarrierModel> models_;
  SecantPairs secants_;
  Motions left_;                      // of the motions to the models' minima, where bodies were held back
  std::vector<char> guardLimited_;    // bodies of large islands that the guard held back in the last iterate
  std::vector<char> modelUnhelpful_;  // bodies to which models were no help in this minimisation
};

}  // namespace talus
