#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "dynamics/ranks/distribution.h"
#include "dynamics/run/scene_division.h"
#include "dynamics/run/simulated_system.h"

namespace talus {

/// The bodies that a rank knows of a scene that is divided among several: its own, ghosts, and walls. Brings
/// them to the ranks that own their places.
class GhostBodies {
 public:
  /// @param system with the rank's share at the start; must outlive this, as the ranks.
  GhostBodies(SimulatedSystem& system, Communicator& ranks, std::vector<Index> numbers,
              std::vector<PrescribedMotion> motions);

  Distribution& distribution() { return *distribution_; }
  const Distribution& distribution() const { return *distribution_; }
  /// Rows of the whole scene, ascending.
  const std::vector<Index>& numbers() const { return numbers_; }
  /// The row of a body; −1: it is not known here.
  Index rowOf(Index number) const;

  /// Gives bodies to the ranks that own their places now, and gets others. @param rebalances cuts space anew.
  void exchange(bool rebalances);
  /// The same with loaded bodies, which any rank may hold. @param contacts by numbers.
  void replace(BodyShare own, AcceptedContacts::Saved contacts);
  /// Whether a rank has much more to do than the mean.
  bool areUneven() const;

 private:
  void cut(const BodyShare& own);
  void settle(BodyShare own, AcceptedContacts::Saved contacts);
  void release();
  std::vector<std::int64_t> costs(const std::vector<Index>& own) const;

  SimulatedSystem& system_;
  std::vector<Index> numbers_;
  std::vector<PrescribedMotion> motions_;              // of the whole scene
  std::unordered_map<std::int64_t, double> removals_;  // times, by id
  std::optional<Distribution> distribution_;
};

}  // namespace talus
