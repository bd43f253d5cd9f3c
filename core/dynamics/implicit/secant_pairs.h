#pragma once

#include <array>
#include <deque>
#include <span>
#include <vector>

#include "dynamics/body/loads.h"

namespace talus {

/// A motion of every body.
struct Motions {
  std::vector<Vec3> shift, turn;  ///< m; rotation vectors in the world, rad

  void clear(std::size_t count) {
    shift.assign(count, Vec3::Zero());
    turn.assign(count, Vec3::Zero());
  }
};

/// The work of loads on the motions of some bodies.
double workOf(const Loads& loads, const Motions& motions, std::span<const std::size_t> bodies);

/// The last motions of a minimisation and how the loads changed with them: they improve Newton's directions
/// of an approximate stiffness (limited-memory BFGS with that stiffness as its first matrix). Source: D. C.
/// Liu and J. Nocedal, Mathematical Programming 45 (1989) 503; with a stiffness instead of a multiple of the
/// identity as in T. Liu, S. Bouaziz, L. Kavan, ACM Transactions on Graphics 36(3) (2017) 23.
class SecantPairs {
 public:
  static constexpr std::size_t depth = 5;
  using Weights = std::array<double, depth>;

  void clear() { pairs_.clear(); }
  /// @param change of the residual loads: before less after the motion.
  void add(Motions motion, Loads change);

  /// Forgets the motions of some bodies: the stiffness has changed too much.
  void forget(std::span<const std::size_t> bodies);

  /// The two halves of the recursion, for bodies whose loads and motions depend on no others: subtracts from
  /// residual loads what the pairs account for; then, with the motion that the stiffness gives for the rest,
  /// adds their motions. Pairs without positive work are passed over.
  Weights reduce(std::span<const std::size_t> bodies, Loads& residual) const;
  void restore(std::span<const std::size_t> bodies, const Weights& weights, Motions& motion) const;

 private:
  struct Pair {
    Motions motion;
    Loads change;
  };
  std::deque<Pair> pairs_;  // the newest last
};

}  // namespace talus
