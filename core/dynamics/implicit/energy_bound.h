#pragma once

#include "dynamics/field/moving_system.h"
#include "dynamics/field/potential_contacts.h"

namespace talus {

/// Keeps long steps from creating energy.
///
/// A step of backward Euler loses energy where the potential is convex. Contacts are not: a body that passes
/// the edge of another one in a step may feel only the force behind the edge, which speeds it up. So each
/// island of bodies is asked whether its kinetic and stored energy grew by more than the work of other forces
/// and of moving walls,
///
///   K₁ + U₁ − K₀ − U₀ > Σ F·Δx + Σ M·Δφ,
///
/// with the loads at the ends of stages, as backward Euler has them. If so, its velocities and angular
/// momenta are scaled down by one factor until it did not, relative to the island's mean velocity unless a
/// wall takes part: momentum is conserved. Energy that no velocity can pay for stays.
///
/// Source: none; an addition to Li et al. 2020.
class EnergyBound {
 public:
  /// Notes a step's start. @param contacts evaluated there as ContactMode::FrictionUpdated.
  void begin(const BodyState& state, const PotentialContacts& contacts);
  /// Notes the work of walls up to the end of a stage. @param contacts as at the start.
  void pass(const BodyState& state, const BodyInertia& inertia, const PotentialContacts& contacts);
  /// Limits the velocities at the end. @param loads, contacts evaluated there as
  /// ContactMode::FrictionUpdated. O(bodies + pairs).
  void limit(BodyState& state, const BodyInertia& inertia, const Loads& loads,
             const PotentialContacts& contacts);
  /// What walls did from the start to the end of limit(), J.
  std::vector<double> wallWorks() const;

 private:
  /// Bodies connected by pressed pairs at the start or at the end of a stage; bodies without such pairs are
  /// alone. These may have touched, too, where a stage ends at the edge of a contact.
  struct Island {
    std::vector<std::size_t> bodies;
    bool touchesWall = false;
    double growth = 0;  ///< of energy, less work, J
    double size = 0;    ///< of its terms, J
    void add(double energy);
  };
  void findIslands(const BodyInertia& inertia);
  Island* islandOf(const BodyPair& pair, const BodyInertia& inertia);
  void addPairs(const BodyInertia& inertia, std::vector<Vec3>& others);
  void addBodies(const BodyState& state, const BodyInertia& inertia, const std::vector<Vec3>& others);
  static void slow(const Island& island, BodyState& state, const BodyInertia& inertia);

  /// What walls do in a stage by a pressed pair.
  struct Work {
    BodyPair bodies;
    double work;  ///< J
  };
  BodyState start_, last_;  // of the step and of the stage
  std::vector<Work> works_;
  std::vector<PressedPair> before_, after_;
  std::vector<Island> islands_;
  std::vector<Index> islandOf_;  // of each body; −1: none
};

}  // namespace talus
