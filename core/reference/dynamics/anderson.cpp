#include "reference/dynamics/anderson.h"

#include <Eigen/QR>
#include <cmath>

namespace talus {

namespace {

using Row = Eigen::Index;

/// √(1/mass) three times and √(1/largest moment) three times; zeros for walls.
Eigen::Matrix<double, 6, 1> weights(const BodyInertia& inertia, std::size_t i) {
  Eigen::Matrix<double, 6, 1> w = Eigen::Matrix<double, 6, 1>::Zero();
  if (inertia.isWall(i)) return w;
  w.head<3>().setConstant(std::sqrt(inertia.inverseMass(i)));
  w.tail<3>().setConstant(1 / std::sqrt(inertia.moments(i).maxCoeff()));
  return w;
}

Eigen::VectorXd flat(const Loads& loads, const BodyInertia& inertia) {
  Eigen::VectorXd rows(6 * static_cast<Row>(loads.size()));
  for (std::size_t i = 0; i < loads.size(); ++i)
    rows.segment<6>(6 * static_cast<Row>(i)) << loads.force[i], loads.torque[i];
  for (std::size_t i = 0; i < loads.size(); ++i)
    rows.segment<6>(6 * static_cast<Row>(i)).array() *= weights(inertia, i).array();
  return rows;
}

void setLoads(const Eigen::VectorXd& rows, const BodyInertia& inertia, Loads& loads) {
  for (std::size_t i = 0; i < loads.size(); ++i) {
    if (inertia.isWall(i)) continue;
    const Eigen::Matrix<double, 6, 1> body =
        rows.segment<6>(6 * static_cast<Row>(i)).cwiseQuotient(weights(inertia, i));
    loads.force[i] = body.head<3>();
    loads.torque[i] = body.tail<3>();
  }
}

}  // namespace

void Anderson::restart() {
  changes_.clear();
  last_ = {};
}

void Anderson::remember(const Vectors& now) {
  if (last_.found.size() > 0) changes_.push_back({now.residual - last_.residual, now.found - last_.found});
  if (changes_.size() > depth_) changes_.pop_front();
  last_ = now;
}

Eigen::VectorXd Anderson::mixed(const Vectors& now) const {
  if (changes_.empty()) return now.found;
  const auto columns = static_cast<Row>(changes_.size());
  Eigen::MatrixXd differences(now.residual.size(), columns);
  for (Row c = 0; c < columns; ++c) differences.col(c) = changes_[static_cast<std::size_t>(c)].residual;
  const Eigen::VectorXd parts = differences.colPivHouseholderQr().solve(now.residual);
  Eigen::VectorXd next = now.found;
  for (Row c = 0; c < columns; ++c) next -= parts[c] * changes_[static_cast<std::size_t>(c)].found;
  return next;
}

void Anderson::improve(LoadGuess& guess, const MovingSystem& system) {
  Vectors now;
  now.found = flat(guess.found, system.inertia);
  now.residual = now.found - flat(guess.used, system.inertia);
  remember(now);
  setLoads(mixed(now), system.inertia, guess.used);
}

}  // namespace talus
