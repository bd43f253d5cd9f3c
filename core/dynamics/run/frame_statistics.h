#pragma once

#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "base/types.h"
#include "dynamics/field/step_choice.h"

namespace talus {

/// Statistics of a frame: counts since the previous frame, and the state at its end. Energies and momenta do
/// not include walls and removed bodies.
struct FrameStatistics {
  double time = 0;                      ///< s
  std::int64_t steps = 0;               ///< accepted
  std::int64_t subSteps = 0;            ///< of these, shorter than the frame's first choice
  std::int64_t nonConverged = 0;        ///< did not converge and were repeated with shorter steps
  std::int64_t motionLimited = 0;       ///< moved a surface too far and were repeated with shorter steps
  std::int64_t evaluations = 0;         ///< of the forces, including those of repeated steps
  std::int64_t iterations = 0;          ///< of implicit methods
  double shortestStep = 0;              ///< s; 0: there was none
  double longestStep = 0;               ///< s
  StepLimit stepLimit{};                ///< what limited the shortest step
  std::int64_t limitingBody = -1;       ///< id of the body that limited it; −1: none
  double kineticEnergy = 0;             ///< J
  double potentialEnergy = 0;           ///< in the field of gravity, 0 at the origin; J
  double elasticEnergy = 0;             ///< stored in contacts, J
  double dissipatedEnergy = 0;          ///< by dashpots and friction since the start, J
  double wallWork = 0;                  ///< done on bodies by moving walls since the start, J
  Vec3 momentum = Vec3::Zero();         ///< kg m/s
  Vec3 angularMomentum = Vec3::Zero();  ///< about the origin, kg m²/s
  std::int64_t pairs = 0;               ///< of bodies whose boxes overlap
  std::int64_t touching = 0;            ///< of these, in contact
  std::int64_t contacts = 0;            ///< points
  std::int64_t recovering = 0;          ///< pairs with a deep overlap that is being resolved
  std::int64_t passed = 0;              ///< pairs that passed half-way into each other, or through
  double greatestSpeed = 0;             ///< of a point of a surface, m/s
  /// With SimulationOptions::certify, otherwise 0:
  double leastGap = 0;             ///< proven distance of any two surfaces, at most twice the halo, m
  std::int64_t provenPairs = 0;    ///< of bodies proven to be apart, of all pairs of the scene
  std::int64_t unprovenPairs = 0;  ///< of bodies that are not
  std::int64_t meetingPairs = 0;   ///< of these, that share a point by exact predicates
  std::int64_t held = 0;           ///< how many times a body was held back in a step; also under Barrier
  double lawResidual = 0;          ///< largest violation of the contact laws under ContactDynamics
  std::vector<std::int64_t>
      comparisons;  ///< of triangles, by level of the surrogate trees, in searches for contacts

  void save(ByteWriter& bytes) const;
  /// @throws Error the bytes end too early, or are not of statistics.
  void load(ByteReader& bytes);
};

/// Calls visit(name, value) for each statistic but `time` and `comparisons`, in the order of the field data
/// of a frame, where they have these names. The one list of them: snapshots and the field data follow it.
/// @tparam Statistics FrameStatistics, const or not.
template <class Statistics, class Visitor>
void forEachStatistic(Statistics& of, const Visitor& visit) {
  visit("KineticEnergy", of.kineticEnergy);
  visit("PotentialEnergy", of.potentialEnergy);
  visit("ElasticEnergy", of.elasticEnergy);
  visit("DissipatedEnergy", of.dissipatedEnergy);
  visit("WallWork", of.wallWork);
  visit("Momentum", of.momentum);
  visit("AngularMomentum", of.angularMomentum);
  visit("GreatestSpeed", of.greatestSpeed);
  visit("ShortestStep", of.shortestStep);
  visit("LongestStep", of.longestStep);
  visit("StepLimit", of.stepLimit);
  visit("LimitingBody", of.limitingBody);
  visit("Steps", of.steps);
  visit("SubSteps", of.subSteps);
  visit("NonConvergedSteps", of.nonConverged);
  visit("MotionLimitedSteps", of.motionLimited);
  visit("Evaluations", of.evaluations);
  visit("Iterations", of.iterations);
  visit("Pairs", of.pairs);
  visit("TouchingPairs", of.touching);
  visit("ContactPoints", of.contacts);
  visit("RecoveringPairs", of.recovering);
  visit("PassedPairs", of.passed);
  visit("LeastGap", of.leastGap);
  visit("ProvenPairs", of.provenPairs);
  visit("UnprovenPairs", of.unprovenPairs);
  visit("MeetingPairs", of.meetingPairs);
  visit("HeldBodies", of.held);
  visit("LawResidual", of.lawResidual);
}

}  // namespace talus
