#pragma once

#include <Eigen/Core>
#include <vector>

#include "dynamics/contact_dynamics/impulse_problem.h"
#include "dynamics/implicit/block_cholesky.h"

namespace talus {

/// Improves the impulses that sweeps have found, by a method of multipliers: a round takes the impulses r
/// and stiff springs k and finds the velocities v with
///
///   M (v − v_f) = Hᵀ P(r − k û(v))
///
/// by Newton's method; then r becomes P(r − k û), and springs become stiffer. v_f are the velocities without
/// impulses, P projects on the cones, û has De Saxcé's shift of the start of the round. Each round minimises
/// a convex function, along ways that linear systems give, which are solved exactly: so errors that long
/// chains of contacts share, which sweeps take away slowly, go as fast as others. Moments of rolling stay as
/// they are.
///
/// Keeps its buffers. Sources: P. Alart and A. Curnier, Computer Methods in Applied Mechanics and Engineering
/// 92 (1991) 353; V. Acary, F. Cadoux, C. Lemaréchal and J. Malick, Zeitschrift für Angewandte Mathematik und
/// Mechanik 91 (2011) 155; the exact search along a way as in A. Castro et al., IEEE Transactions on Robotics
/// 39 (2023) 1301.
class ConeNewton {
 public:
  /// Until a round changes no velocity by more than a part of what impulses change them by. Changes nothing
  /// where Newton's method does not find the velocities of the first round.
  /// @return the linear systems that were solved.
  int improve(ImpulseProblem& problem, double part);

 private:
  using Motions = Eigen::VectorXd;  // the velocity and angular velocity of each body that moves
  /// A point in a round.
  struct Law {
    double mobility = 0;         // its norm, 1/kg
    Vec3 walls = Vec3::Zero();   // its velocity where all that may move is at rest
    Vec3 start = Vec3::Zero();   // its impulse
    double shift = 0;            // m/s
    Vec3 sprung = Vec3::Zero();  // r − k û
    Vec3 way = Vec3::Zero();     // the change of its velocity along a way
  };

  void begin(const ImpulseProblem& problem);
  void setPattern(const ImpulseProblem& problem);
  void beginRound(const ImpulseProblem& problem);
  bool findMotions(const ImpulseProblem& problem);
  void spring(const ImpulseProblem& problem);
  Motions slope(const ImpulseProblem& problem) const;
  bool factor(const ImpulseProblem& problem);
  double partOf(const ImpulseProblem& problem, const Motions& way, double descent);
  double pushAlong(const ImpulseProblem& problem, double part) const;
  void give(ImpulseProblem& problem) const;

  Eigen::Index rowOf(Index body) const { return rows_[static_cast<std::size_t>(body)]; }
  Vec3 velocityBy(const Motions& motions, const ImpulsePair& pair, const ImpulsePoint& point) const;
  double sizeOf(const Motions& motions) const;
  Motions motionsOf(const std::vector<ImpulseBody>& bodies) const;

  std::vector<Eigen::Index> rows_;             // of each body; −1: a wall
  std::vector<double> levers_;                 // the longest of each row, m
  std::vector<BlockCholesky::Block> inertia_;  // of each row
  std::vector<Law> laws_;
  double stiffness_ = 0;  // of springs, over the mass at their points
  Motions free_, motions_;
  BlockCholesky system_;
  std::vector<BlockCholesky::Block> ofBodies_, ofPairs_;
  int systems_ = 0;
};

}  // namespace talus
