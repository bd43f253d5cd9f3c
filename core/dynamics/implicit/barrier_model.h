#pragma once

#include <boost/container/small_vector.hpp>
#include <vector>

#include "dynamics/implicit/block_cholesky.h"
#include "dynamics/implicit/contact_islands.h"
#include "dynamics/implicit/linearised_contact.h"

namespace talus {

/// A convex model of the incremental potential of an island (IncrementalPotential) near a state: contact
/// points keep their places, normals and weights, so that gaps and shifts of friction springs are linear in
/// the motions. Barriers and friction act on them in full. At rest the model has the potential's derivative.
///
/// Forces along which a body is under tension stiffen its rotation, too: that makes Newton's direction good
/// in taut chains and nets. Compression, which would soften it, is left out: the model stays convex.
///
/// Rows: six per body of the island, loads (N, N pair) or motions (pair, rad).
///
/// Cost: that of BlockCholesky for each system.
class BarrierModel {
 public:
  using Rows = Eigen::VectorXd;

  BarrierModel() = default;
  BarrierModel(const ContactIsland& island, const BodyInertia& inertia, const BodyState& state,
               const BodyState& ahead, double dt) {
    begin(island, inertia, state, ahead, dt);
  }
  /// Begins a model in the memory of the last one: megabytes, whose pages the system would clear each time.
  /// @param state in which the contacts were linearised. @param ahead where walls move from there: bodies
  /// give way to them. @param island must outlive the model.
  void begin(const ContactIsland& island, const BodyInertia& inertia, const BodyState& state,
             const BodyState& ahead, double dt);

  BarrierModel(const BarrierModel&) = delete;
  BarrierModel& operator=(const BarrierModel&) = delete;

  /// Newton's direction from rest: the motions by which the second derivative there balances loads.
  Rows solve(const Rows& loads) const;
  /// Whether that derivative changes little on the way.
  bool isNear(const Rows& motions) const;
  /// The motions to the minimum for the loads at rest; to be called once.
  ///
  /// Newton's method for barriers. Where a gap would become small it continues with the force that the
  /// linearised barrier had there instead of the gap, as circuit simulators limit the voltage of diodes (L.
  /// W. Nagel, SPICE2, University of California, ERL-M520 (1975)): so stiff barriers neither overshoot nor
  /// need a line search. Friction has the secants of the last shifts, which go ahead where their logarithms
  /// change steadily (Aitken's extrapolation).
  /// @param first solve(loads). @param begin motions at which it begins, such as first. @param systems ends
  /// after so many anyway.
  Rows minimum(const Rows& loads, const Rows& first, const Rows& begin, int systems = manySystems);
  Rows minimum(const Rows& loads, const Rows& first) { return minimum(loads, first, first); }
  static constexpr int manySystems = 40;

 private:
  using Row = BlockCholesky::Row;
  using Block = BlockCholesky::Block;

  /// Some points or springs that follow each other.
  struct Range {
    std::size_t begin = 0, end = 0;
  };
  // Seldom more than one: of a body with several walls.
  using Ranges = boost::container::small_vector<Range, 1>;
  /// The points and springs of one pair of bodies.
  struct BodyPairBlock {
    Row bodyA, bodyB;
    Ranges points{}, springs{};
    Vec3 apart;  // the centre of A from that of B, if neither is a wall
    // Stiffness of A, or of the only body that is not a wall; if neither is one: of A by B; of B.
    Block own, mixed, other;
    // The loads at rest if forces were those of the linear system, less those there.
    AlongMotion moreOnA, moreOnB;
  };
  /// Parts of a block that follow each other.
  struct Run {
    std::size_t pair;
    Range range;
  };

  void number(std::size_t bodies);
  Row numberOf(Index body) const { return rows_[static_cast<std::size_t>(body)]; }
  static bool isPoint(const LinearContact& contact);
  void findPairs(const BodyState& state);
  void addContacts(const BodyInertia& inertia, const BodyState& state, const BodyState& ahead);
  template <class PairOf>
  std::vector<Run> numberParts(bool points, const PairOf& pairOf);
  void prepareSystem();
  static bool isBetween(const BodyPairBlock& pair);
  template <class Visit>
  void forEach(const BodyPairBlock& pair, const Visit& visit);
  void sumUp(BodyPairBlock& pair);
  bool follow(BodyPairBlock& pair, const Rows& motions);
  bool followAll(const Rows& motions);
  Rows loadsOfModel(const Rows& loads) const;

  const ContactIsland* island_ = nullptr;
  double square_ = 0;       // dt²
  std::vector<Row> rows_;   // of each body of the scene: its number in the island; −1: it is not in it
  std::vector<Block> own_;  // stiffness of each body: inertia over dt², and tension
  std::vector<std::size_t> places_;  // of contacts among points or springs
  std::vector<BarrierPoint> points_;
  std::vector<FrictionSpring> springs_;
  std::vector<BodyPairBlock> pairs_;
  BlockCholesky system_;
  bool factored_ = false;
  bool driven_ = false;  // by walls
};

}  // namespace talus
