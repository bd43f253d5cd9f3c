#include "dynamics/implicit/island_solve.h"

#include <Eigen/Cholesky>
#include <Eigen/SparseCholesky>
#include <algorithm>

namespace talus {

namespace {

using Row = Eigen::Index;
using Block = Eigen::Matrix<double, 6, 6>;
using ByBlocks = Eigen::Matrix<double, 3, 6>;

constexpr std::size_t denseBodies = 24;

/// A block of the matrix, at the numbers of two bodies in their island, row ≥ column.
struct PlacedBlock {
  Row row, column;
  Block block;
};

/// Mass and inertia tensor of a body.
Block massBlock(const BodyInertia& inertia, const BodyState& state, std::size_t i) {
  Block block = Block::Zero();
  block.topLeftCorner<3, 3>().diagonal().setConstant(inertia.mass(i));
  block.bottomRightCorner<3, 3>() = inertia.tensor(i, state.orientation[i]);
  return block;
}

/// Velocity of a body's material at a point, from its velocity and angular velocity: [1, −[arm]×].
ByBlocks pointVelocity(const Vec3& arm) {
  ByBlocks map;
  map << Eigen::Matrix3d::Identity(), Eigen::Matrix3d::Zero();
  map.rightCols<3>() << 0, arm.z(), -arm.y(), -arm.z(), 0, arm.x(), arm.y(), -arm.x(), 0;
  return map;
}

/// Normal to the slip, if it slips.
Eigen::Matrix3d besideSlip(const LinearContact& c) {
  constexpr double slipping = 1 - 1e-6;  // rounding must not make it indefinite
  return Eigen::Matrix3d::Identity() - slipping * c.slip * c.slip.transpose();
}

/// dt² k + dt c along and across the normal.
Eigen::Matrix3d resistance(const LinearContact& c, double dt) {
  const double along = dt * (dt * c.along.stiffness + c.along.damping);
  const double across = dt * (dt * c.across.stiffness + c.across.damping);
  return across * besideSlip(c) + (along - across) * c.normal * c.normal.transpose();
}

class IslandMatrix {
 public:
  IslandMatrix(const ContactIsland& island, const BodyInertia& inertia, const BodyState& state, double dt)
      : island_(island), state_(state) {
    for (std::size_t i = 0; i < island.bodies.size(); ++i)
      blocks_.push_back(
          {static_cast<Row>(i), static_cast<Row>(i), massBlock(inertia, state, island.bodies[i])});
    for (const LinearContact* contact : island.contacts) {
      if (contact->rollingStiffness > 0)
        addRolling(*contact, dt * dt * contact->rollingStiffness *
                                 (besideSlip(*contact) - contact->normal * contact->normal.transpose()));
      else
        add(*contact, resistance(*contact, dt));
    }
  }

  Eigen::VectorXd solve(const Eigen::VectorXd& right) const {
    return island_.bodies.size() <= denseBodies ? solveDense(right) : solveSparse(right);
  }

  /// Masses times velocities.
  Eigen::VectorXd momentum(const Eigen::VectorXd& velocity) const {
    Eigen::VectorXd result(velocity.size());
    for (std::size_t i = 0; i < island_.bodies.size(); ++i) {
      const Row row = 6 * static_cast<Row>(i);
      result.segment<6>(row) = blocks_[i].block * velocity.segment<6>(row);
    }
    return result;
  }

 private:
  /// A body's number in the island; −1: a wall.
  Row numberOf(Index body) const {
    const auto i = static_cast<std::size_t>(body);
    const auto place = std::lower_bound(island_.bodies.begin(), island_.bodies.end(), i);
    return place != island_.bodies.end() && *place == i ? place - island_.bodies.begin() : -1;
  }

  void add(const LinearContact& contact, const Eigen::Matrix3d& stiff) {
    const Row numbers[] = {numberOf(contact.bodyA), numberOf(contact.bodyB)};
    ByBlocks maps[2];
    for (int side = 0; side < 2; ++side) {
      const auto body = static_cast<std::size_t>(side == 0 ? contact.bodyA : contact.bodyB);
      maps[side] = (side == 0 ? -1 : 1) * pointVelocity(contact.point - state_.position[body]);
    }
    for (int p = 0; p < 2; ++p)
      for (int q = 0; q < 2; ++q)
        if (numbers[q] >= 0 && numbers[p] >= numbers[q])
          blocks_.push_back({numbers[p], numbers[q], maps[p].transpose() * stiff * maps[q]});
  }

  void addRolling(const LinearContact& contact, const Eigen::Matrix3d& stiff) {
    const Row numbers[] = {numberOf(contact.bodyA), numberOf(contact.bodyB)};
    for (int p = 0; p < 2; ++p)
      for (int q = 0; q < 2; ++q) {
        if (numbers[q] < 0 || numbers[p] < numbers[q]) continue;
        Block block = Block::Zero();
        block.bottomRightCorner<3, 3>() = p == q ? stiff : Eigen::Matrix3d(-stiff);
        blocks_.push_back({numbers[p], numbers[q], block});
      }
  }

  Eigen::VectorXd solveDense(const Eigen::VectorXd& right) const {
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(right.size(), right.size());
    for (const PlacedBlock& b : blocks_) matrix.block<6, 6>(6 * b.row, 6 * b.column) += b.block;
    return solution(matrix.selfadjointView<Eigen::Lower>().llt(), right);
  }

  Eigen::VectorXd solveSparse(const Eigen::VectorXd& right) const {
    std::vector<Eigen::Triplet<double>> entries;
    entries.reserve(36 * blocks_.size());
    for (const PlacedBlock& b : blocks_)
      for (Row r = 0; r < 6; ++r)
        for (Row c = 0; c < 6; ++c)
          entries.emplace_back(static_cast<int>(6 * b.row + r), static_cast<int>(6 * b.column + c),
                               b.block(r, c));
    Eigen::SparseMatrix<double> matrix(right.size(), right.size());
    matrix.setFromTriplets(entries.begin(), entries.end());
    return solution(Eigen::SimplicialLLT<Eigen::SparseMatrix<double>, Eigen::Lower>(matrix), right);
  }

  // Without the contacts if rounding has made the matrix indefinite.
  template <class Factors>
  Eigen::VectorXd solution(const Factors& factors, const Eigen::VectorXd& right) const {
    if (factors.info() == Eigen::Success) {
      const Eigen::VectorXd found = factors.solve(right);
      if (found.allFinite()) return found;
    }
    Eigen::VectorXd found(right.size());
    for (std::size_t i = 0; i < island_.bodies.size(); ++i) {
      const Row row = 6 * static_cast<Row>(i);
      found.segment<6>(row) = blocks_[i].block.llt().solve(right.segment<6>(row));
    }
    return found;
  }

  const ContactIsland& island_;
  const BodyState& state_;
  std::vector<PlacedBlock> blocks_;  ///< the masses first
};

}  // namespace

void solveIsland(const ContactIsland& island, const BodyInertia& inertia, const BodyState& state, double dt,
                 const Loads& residual, Loads& change) {
  const IslandMatrix matrix(island, inertia, state, dt);
  Eigen::VectorXd rows(6 * static_cast<Row>(island.bodies.size()));
  for (std::size_t i = 0; i < island.bodies.size(); ++i)
    rows.segment<6>(6 * static_cast<Row>(i)) << residual.force[island.bodies[i]],
        residual.torque[island.bodies[i]];
  rows = matrix.momentum(matrix.solve(rows));
  for (std::size_t i = 0; i < island.bodies.size(); ++i) {
    change.force[island.bodies[i]] = rows.segment<3>(6 * static_cast<Row>(i));
    change.torque[island.bodies[i]] = rows.segment<3>(6 * static_cast<Row>(i) + 3);
  }
}

}  // namespace talus
