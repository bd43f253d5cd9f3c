#include "dynamics/contact_forces/damping_rates.h"

#include <cmath>

namespace talus {

namespace {

Eigen::Matrix3d crossMatrix(const Vec3& v) {
  Eigen::Matrix3d matrix;
  matrix << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
  return matrix;
}

}  // namespace

DampingRates::DampingRates(std::span<const MovingBody> bodies, std::span<const PairBlock> blocks)
    : bodies_(bodies), dashpots_(bodies.size()) {
  for (const PairBlock& block : blocks)
    for (std::size_t i = 0; i < block.contacts.size(); ++i) add(block.contacts[i], block.frequencies[i]);
}

// The rates of the normal dashpot are c (g + √(g g')) and c (g' + √(g g')): their ratio is √(g/g').
void DampingRates::add(const LinearContact& contact, const ContactFrequency& alone) {
  if (alone.dampingA > 0)
    dashpotsOf(contact.bodyA)
        .add(contact, leverOf(contact, contact.bodyA), 1 + alone.dampingB / alone.dampingA);
  if (alone.dampingB > 0)
    dashpotsOf(contact.bodyB)
        .add(contact, leverOf(contact, contact.bodyB), 1 + alone.dampingA / alone.dampingB);
}

// The tangential dashpot as one that acts in all directions, the normal one as what is left of it.
void DampingRates::Dashpots::add(const LinearContact& contact, const Vec3& lever, double times) {
  Eigen::Vector<double, 6> along;
  along << contact.normal, cross(lever, contact.normal);
  normal.noalias() += (times * (contact.damping - contact.tangentialDamping) * along) * along.transpose();
  const double c = times * contact.tangentialDamping;
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
  const MovingBody& moving = bodies_[static_cast<std::size_t>(body)];
  Matrix6 rates = dashpots_[static_cast<std::size_t>(body)].sum();
  rates.topRows<3>() *= moving.inverseMass;
  rates.bottomRows<3>() = (moving.inverseInertia * rates.bottomRows<3>()).eval();
  const Matrix6 squared = rates * rates;
  return std::pow(squared.cwiseProduct(squared.transpose()).sum(), 0.25);
}

}  // namespace talus
