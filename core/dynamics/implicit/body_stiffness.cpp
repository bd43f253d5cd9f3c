#include "dynamics/implicit/body_stiffness.h"

#include <Eigen/Eigenvalues>

#include "base/parallel_items.h"

namespace talus {

namespace {

// The second derivative of −f · exp(ψ) r by the rotation ψ of a body, summed over forces f at arms r with the
// moments W = Σ f rᵀ: tr(W) 1 − (W + Wᵀ)/2. Without its negative part.
Eigen::Matrix3d stiffnessOfTension(const Eigen::Matrix3d& moments) {
  const Eigen::Matrix3d whole =
      moments.trace() * Eigen::Matrix3d::Identity() - 0.5 * (moments + moments.transpose());
  Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver;
  solver.computeDirect(whole);
  const Eigen::Matrix3d& axes = solver.eigenvectors();
  return axes * solver.eigenvalues().cwiseMax(0).asDiagonal() * axes.transpose();
}

void addTension(const ContactIsland& island, const std::vector<BlockCholesky::Row>& rows,
                const BodyState& state, std::vector<BlockCholesky::Block>& own) {
  std::vector<Eigen::Matrix3d> moments(own.size(), Eigen::Matrix3d::Zero());
  const auto add = [&](Index body, const LinearContact& contact, const Vec3& force) {
    const Vec3 arm = contact.point - state.position[static_cast<std::size_t>(body)];
    if (const BlockCholesky::Row row = rows[static_cast<std::size_t>(body)]; row >= 0)
      moments[static_cast<std::size_t>(row)] += force * arm.transpose();
  };
  for (const LinearContact* contact : island.contacts) {
    add(contact->bodyA, *contact, -contact->force);
    add(contact->bodyB, *contact, contact->force);
  }
  constexpr std::size_t bodiesAtATime = 64;
  parallelItems(own.size(), bodiesAtATime,
                [&](std::size_t i) { own[i].bottomRightCorner<3, 3>() += stiffnessOfTension(moments[i]); });
}

}  // namespace

void addBodyStiffness(const ContactIsland& island, const std::vector<BlockCholesky::Row>& rows,
                      const BodyInertia& inertia, const BodyState& state, double square,
                      std::vector<BlockCholesky::Block>& own) {
  for (std::size_t n = 0; n < own.size(); ++n) {
    const std::size_t body = island.bodies[n];
    own[n].setZero();
    own[n].topLeftCorner<3, 3>().diagonal().setConstant(inertia.mass(body) / square);
    own[n].bottomRightCorner<3, 3>() = inertia.tensor(body, state.orientation[body]) / square;
  }
  addTension(island, rows, state, own);
}

}  // namespace talus
