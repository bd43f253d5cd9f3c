#pragma once

#include <functional>
#include <span>

#include "distributed/partition.h"
#include "dynamics/field/force_field.h"
#include "dynamics/law/contact_memory.h"
#include "dynamics/ranks/body_share.h"

namespace talus {

/// The bodies that a rank knows, in the order of the scene: its own, ghosts of others, and all walls.
struct RankBodies {
  BodyShare all;
  std::vector<bool> ghost;
};

/// Which bodies a rank owns, and its ghosts. As a field it exerts no force: before each evaluation it fetches
/// the states of ghosts from their owners. See the README.
///
/// All ranks call each method at the same time, with the same arguments but for bodies. Messages: one to each
/// neighbour for each gather(), two for each exchange().
class Distribution final : public ForceField {
 public:
  /// @param ranks must outlive this. @param walls of the whole scene, known to all ranks.
  /// @param extent the maximum distance of a point of a dynamic body from its centre of mass, m.
  /// @param halo of each body, m.
  Distribution(Communicator& ranks, BodyShare walls, double extent, double halo);

  Communicator& ranks() const { return ranks_; }

  using Extent = std::function<double(const BodyShare& of, std::size_t i)>;
  using Presence = std::function<bool(const BodyShare& of, std::size_t i)>;

  /// To be called if any rank may hold any body: the next exchange() sends messages to all ranks.
  void scatter();
  /// Cuts space anew, so that ranks have equal costs. @param cost of each body, ≥ 0.
  void cut(const BodyShare& own, std::span<const std::int64_t> cost);
  /// Brings each body to the rank that owns its place, with the memory of its contacts; then chooses ghosts.
  /// Holds the bodies once, but for messages.
  /// @param own bodies of this rank. @param contacts by numbers: on return, those with a body that it owns
  /// now.
  /// @param extent of a body, m.
  /// @param isPresent whether a body is not removed: others stay where they are, and are no ghosts.
  RankBodies exchange(BodyShare own, ContactMemory& contacts, const Extent& extent,
                      const Presence& isPresent);

  /// Fetches the states of ghosts.
  void gather(BodyState& state, double time) override;
  void evaluate(const BodyState& /*state*/, double /*time*/, Loads& /*loads*/) override {}

  /// Measures how far bodies have moved. gather() does so, too.
  void watch(const BodyState& state);
  /// The maximum coordinate by which a body that is known had moved in any state since the exchange, m.
  double motion() const { return motion_; }
  /// How far bodies may move until ghosts may be missing, m.
  double allowedMotion() const { return usable * skin_; }
  /// Makes the skin so wide that bodies may move that far. Takes effect in the next exchange().
  void allow(double motion);
  int neighbours() const { return static_cast<int>(neighbours_.size()); }

 private:
  static constexpr double usable = 0.45;  // of the skin: half of it but for rounding of boxes

  // Rows that go to a neighbour, and those that come from it.
  struct Link {
    std::vector<std::size_t> sent, received;
  };
  void migrate(BodyShare& own, ContactMemory& contacts, const Presence& isPresent);
  std::vector<BodyShare> chooseGhosts(const BodyShare& own, const Extent& extent, const Presence& isPresent);
  RankBodies join(BodyShare own, const std::vector<BodyShare>& ghosts, const Presence& isPresent);
  double reach() const { return 2 * (extent_ + halo_) + skin_; }

  Communicator& ranks_;
  BodyShare walls_;
  double extent_, halo_, skin_;
  Partition partition_, before_;                  // now; in the last exchange
  std::vector<int> neighbours_;                   // with ghosts here, or ghosts of this rank
  std::vector<Link> links_;                       // one for each of them
  std::vector<std::vector<std::size_t>> chosen_;  // own bodies that are ghosts of each neighbour
  std::vector<Vec3> places_;                      // of known bodies at the exchange
  std::vector<std::size_t> unwatched_;            // rows of walls and removed bodies
  double motion_ = 0;
};

}  // namespace talus
