#include "dynamics/contact_forces/damping_rates.h"

#include <cmath>

#include "base/cross.h"

namespace talus {

namespace {}  // namespace

// The rates of the normal dashpot are c (g + √(g g')) and c (g' + √(g g')): their ratio is √(g/g').
DampingRates::DampingRates(std::span<const MovingBody> bodies, std::span<const PairBlock> blocks,
                           std::span<const Index> some)
    : bodies_(bodies), places_(bodies.size(), -1), dashpots_(some.size()) {
  Index place = 0;
  for (const Index body : some) places_[static_cast<std::size_t>(body)] = place++;
  for (const PairBlock& block : blocks) {
    for (std::size_t i = 0; i < block.dashpots.size(); ++i) {
      const ContactFrequency& alone = block.frequencies[i];
      if (alone.dampingA > 0) add(block.dashpots[i], alone.bodyA, 1 + alone.dampingB / alone.dampingA);
      if (alone.dampingB > 0) add(block.dashpots[i], alone.bodyB, 1 + alone.dampingA / alone.dampingB);
    }
  }
}

void DampingRates::add(const Dashpot& dashpot, Index body, double times) {
  const auto row = static_cast<std::size_t>(body);
  if (places_[row] < 0) return;
  const Vec3 lever = dashpot.point - bodies_[row].pose.position;
  dashpots_[static_cast<std::size_t>(places_[row])].add(dashpot, lever, times);
}

// The tangential dashpot as one that acts in all directions, the normal one as what is left of it.
void DampingRates::Dashpots::add(const Dashpot& dashpot, const Vec3& lever, double times) {
  Eigen::Vector<double, 6> along;
  along << dashpot.normal, cross(lever, dashpot.normal);
  normal.noalias() += (times * (dashpot.along - dashpot.across) * along) * along.transpose();
  const double c = times * dashpot.across;
  all += c;
  first += c * lever;
  second += c * lever * lever.transpose();
}

DampingRates::Matrix6 DampingRates::Dashpots::sum() const {
  Matrix6 matrix = normal;
  const Eigen::Matrix3d turn = crossMatrix(first);
  matrix.topLeftCorner<3, 3>().diagonal().array() += all;
  matrix.topRightCorner<3, 3>() -= turn;
  matrix.bottomLeftCorner<3, 3>() += turn;
  matrix.bottomRightCorner<3, 3>() -= second;
  matrix.bottomRightCorner<3, 3>().diagonal().array() += second.trace();
  return matrix;
}

double DampingRates::operator[](Index body) const {
  const auto row = static_cast<std::size_t>(body);
  const MovingBody& moving = bodies_[row];
  Matrix6 rates = dashpots_[static_cast<std::size_t>(places_[row])].sum();
  rates.topRows<3>() *= moving.inverseMass;
  rates.bottomRows<3>() = (moving.inverseInertia * rates.bottomRows<3>()).eval();
  const Matrix6 squared = rates * rates;
  return std::pow(squared.cwiseProduct(squared.transpose()).sum(), 0.25);
}

}  // namespace talus
