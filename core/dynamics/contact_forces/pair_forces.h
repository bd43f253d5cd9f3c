#pragma once

#include <vector>

#include "dynamics/contact_forces/contact_statistics.h"
#include "dynamics/contact_forces/force_bodies.h"
#include "dynamics/contact_forces/kept_search.h"
#include "dynamics/contact_forces/overlap_recovery.h"
#include "dynamics/contact_points/contact_point_finder.h"
#include "dynamics/field/potential_contacts.h"
#include "dynamics/field/stable_step.h"
#include "dynamics/law/contact_memory.h"
#include "dynamics/law/contact_response.h"

namespace talus {

/// What evaluations record besides forces. Only long steps need contacts, only steps of unknown length
/// frequencies: both take time.
struct ContactRecords {
  bool contacts = true;
  bool frequencies = true;
  bool dashpots = false;  ///< besides frequencies
};

/// What a contact resists motions with. It acts on velocities only.
struct Dashpot {
  Vec3 point = Vec3::Zero(), normal = Vec3::Zero();
  double along = 0, across = 0;  ///< the normal, N s/m
};

/// The forces and statistics of a block of pairs.
struct PairBlock {
  ContactMemory memory;                       ///< of the trial
  std::vector<LinearContact> contacts;        ///< if recorded
  std::vector<ContactFrequency> frequencies;  ///< of the contacts, if recorded
  std::vector<Dashpot> dashpots;              ///< of these frequencies, if recorded
  std::vector<PressedPair> pushed;
  std::vector<BodyPair> passed;  ///< pairs that have passed into or through each other since the last state
  std::vector<HeldSpring> held;  ///< of trials as FrictionUpdated
  std::vector<HeldRolling> heldRolling;
  ContactStatistics statistics;
  SearchTotals searches;
  ExactSum slip;  ///< energy dissipated by friction and recovery since the last accepted state, J

  void clear();
  /// For messages to other ranks.
  void write(ByteWriter& bytes) const;
  void read(ByteReader& bytes);
  /// Of what write() writes, about.
  std::int64_t byteCount() const;
  /// Adds a pair that touches to the statistics.
  void count(const PairMemory& pair, const PairResponse& response, std::size_t points);
};

/// Computes the forces of pairs of bodies, one after the other: contact points, loads and memory. Changes
/// only its arguments: for any thread.
class PairForces {
 public:
  /// @param bodies at their current poses; must outlive this. @param separationSpeed see ContactForceOptions.
  PairForces(const ForceBodies& bodies, const LawTable& laws, double separationSpeed)
      : bodies_(bodies), laws_(laws), separationSpeed_(separationSpeed) {}

  /// The trial that is evaluated.
  struct Trial {
    double elapsed = 0;                       ///< since the last accepted state, s
    ContactRefinement* refinement = nullptr;  ///< of pairs whose triangles are searched; null: there is none
    ContactMode mode = ContactMode::Explicit;
    double sight = 0;                     ///< see PairLaw
    std::span<const HeldSpring> acted{};  ///< of all pairs, in their order: see HeldFriction
    std::span<const Pose> start{};        ///< of all bodies in the last accepted state
    std::span<const Quaternion> startOrientations{};
    std::span<const HeldRolling> actedRolling{};
    ContactRecords records{};
  };
  /// Appends a pair to the block. @param before memory of the last accepted state. @param kept of this pair.
  void add(const MemoryWalk::Found& before, const Trial& trial, ContactPointFinder& finder, KeptSearch& kept,
           PairBlock& block) const;

  /// Starts to load what add() will read of that pair.
  void fetch(const KeptSearch& next) const;

  /// range − gap, at least 0 and at most the range, m. @param features see ContactPointFinder::distance.
  double shortOfRange(const BodyPair& pair, ContactPointFinder& finder, FeaturePair& features) const;
  PairLaw lawOf(const BodyPair& pair) const;
  /// The maximum speed at which two overlapping bodies are driven apart, m/s: the given one, or otherwise
  /// 2 range √(κ A/4 (1/m + 1/m')) with the area A of the smaller surface.
  double maximumSeparationSpeed(const BodyPair& pair, const PairLaw& law) const;

 private:
  bool isStillSeparated(const PairMemory& before, KeptSearch& kept) const;
  static void storeAhead(const BodyPair& pair, const PairLaw& law, const Trial& trial, ElasticAction& action,
                         PairBlock& block);
  void rememberSeparated(const MemoryWalk::Found& before, const PairLaw& law, const Trial& trial,
                         const ElasticAction& action, ContactPointFinder& finder, PairBlock& block) const;
  double energyLeft(const MemoryWalk::Found& known, const Trial& trial) const;
  void press(const MemoryWalk::Found& before, const PairLaw& law, const Trial& trial, ElasticAction& action,
             PairBlock& block) const;
  void judgeOverlap(const PairMemory* last, const PairLaw& law, const ElasticAction& action,
                    PairBlock& block) const;
  void record(const PairLaw& law, std::size_t first, const ContactRecords& records, PairBlock& block) const;
  void rollOver(const MemoryWalk::Found& before, const TouchingPair& touching, const Trial& trial,
                HeldFriction& held, PairBlock& block, PairResponse& response) const;
  RecoveryRule recoveryOf(const BodyPair& pair, const PairLaw& law) const;

  const ForceBodies& bodies_;
  const LawTable& laws_;
  double separationSpeed_;
};

}  // namespace talus
