// The greatest rates of dashpots: bounded, and not by much.
#include "dynamics/contact_forces/damping_rates.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <random>

namespace talus::test_damping_rates {
namespace {

class Values {
 public:
  explicit Values(unsigned seed) : random_(seed) {}
  double between(double low, double high) { return std::uniform_real_distribution(low, high)(random_); }
  Vec3 vector() { return {between(-1, 1), between(-1, 1), between(-1, 1)}; }

 private:
  std::mt19937 random_;
};

MovingBody bodyAt(const Vec3& place, double mass, const Vec3& moments) {
  MovingBody body;
  body.pose.position = place;
  body.inverseMass = 1 / mass;
  body.inverseInertia = moments.cwiseInverse().asDiagonal();
  return body;
}

MovingBody anyBody(Values& values) {
  MovingBody body = bodyAt(3 * values.vector(), values.between(0.1, 10),
                           {values.between(1, 2), values.between(1, 2), values.between(1, 2)});
  const Eigen::Matrix3d turn =
      Eigen::AngleAxisd(values.between(0, 3), values.vector().normalized()).toRotationMatrix();
  body.inverseInertia = (turn * body.inverseInertia * turn.transpose()).eval();
  return body;
}

LinearContact dashpot(Index a, Index b, const Vec3& point, const Vec3& normal, double along, double across) {
  LinearContact contact;
  contact.bodyA = a;
  contact.bodyB = b;
  contact.point = point;
  contact.normal = normal;
  contact.along.damping = along;
  contact.across.damping = across;
  return contact;
}

// The greatest eigenvalue of M⁻¹C over all bodies.
double greatestRate(const std::vector<MovingBody>& bodies, const std::vector<LinearContact>& contacts) {
  const auto size = static_cast<Eigen::Index>(6 * bodies.size());
  Eigen::MatrixXd damping = Eigen::MatrixXd::Zero(size, size), inverse = damping;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(6 * i);
    inverse.block<3, 3>(row, row) = bodies[i].inverseMass * Eigen::Matrix3d::Identity();
    inverse.block<3, 3>(row + 3, row + 3) = bodies[i].inverseInertia;
  }
  for (const LinearContact& contact : contacts) {
    Eigen::MatrixXd velocity = Eigen::MatrixXd::Zero(3, size);  // of B relative to A
    for (const auto& [number, sign] : {std::pair(contact.bodyA, -1.0), std::pair(contact.bodyB, 1.0)}) {
      const Vec3 lever = contact.point - bodies[static_cast<std::size_t>(number)].pose.position;
      for (Eigen::Index k = 0; k < 3; ++k) {
        velocity.block<3, 1>(0, 6 * number + k) = sign * Vec3::Unit(k);
        velocity.block<3, 1>(0, 6 * number + 3 + k) = sign * Vec3::Unit(k).cross(lever);
      }
    }
    const Eigen::Matrix3d along = contact.normal * contact.normal.transpose();
    const Eigen::Matrix3d all =
        contact.along.damping * along + contact.across.damping * (Eigen::Matrix3d::Identity() - along);
    damping += velocity.transpose() * all * velocity;
  }
  return (inverse * damping).eigenvalues().real().maxCoeff();
}

double bound(const std::vector<MovingBody>& bodies, const std::vector<LinearContact>& contacts) {
  PairBlock block;
  for (const LinearContact& contact : contacts) {
    block.frequencies.push_back(frequencyOf(contact, bodies[static_cast<std::size_t>(contact.bodyA)],
                                            bodies[static_cast<std::size_t>(contact.bodyB)]));
    block.dashpots.push_back({contact.point, contact.normal, contact.along.damping, contact.across.damping});
  }
  std::vector<Index> dynamic;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (bodies[i].inverseMass > 0) dynamic.push_back(static_cast<Index>(i));
  const DampingRates rates(bodies, std::span(&block, 1), dynamic);
  double greatest = 0;
  for (const Index i : dynamic) greatest = std::max(greatest, rates[i]);
  return greatest;
}

TEST(DampingRates, OfABodyOnTheGround) {
  const std::vector<MovingBody> bodies{MovingBody{}, bodyAt({0, 0, 0.5}, 2, {1, 1, 1})};
  EXPECT_DOUBLE_EQ(bound(bodies, {dashpot(0, 1, {0, 0, 0}, {0, 0, 1}, 6, 0)}), 3);
}

// As many equal modes as a face has make the bound 3^¼ of the rate at most.
TEST(DampingRates, OfAFlatFaceIsNotThatOfThePointsTogether) {
  const std::vector<MovingBody> bodies{MovingBody{}, bodyAt({0, 0, 0}, 1, {1. / 3, 1. / 3, 1. / 3})};
  std::vector<LinearContact> corners;
  const double half = std::sqrt(1. / 3);
  for (const double x : {-half, half})
    for (const double y : {-half, half}) corners.push_back(dashpot(0, 1, {x, y, 0}, {0, 0, 1}, 0.25, 0));
  EXPECT_NEAR(greatestRate(bodies, corners), 1, 1e-12);
  EXPECT_NEAR(bound(bodies, corners), std::pow(3, 0.25), 1e-12);
}

TEST(DampingRates, AreNotExceededByBodiesThatTouchEachOther) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    Values values(seed);
    std::vector<MovingBody> bodies{MovingBody{}};
    const int count = 1 + static_cast<int>(seed % 5);
    for (int i = 0; i < count; ++i) bodies.push_back(anyBody(values));
    std::vector<LinearContact> contacts;
    for (int i = 0; i < 12; ++i) {
      const int a = static_cast<int>(values.between(0, count)), b = a + 1;
      const double along = values.between(0, 5);
      contacts.push_back(dashpot(a, b, 3 * values.vector(), values.vector().normalized(), along,
                                 values.between(0, 1) * along));
    }
    const double truth = greatestRate(bodies, contacts), told = bound(bodies, contacts);
    EXPECT_GE(told, (1 - 1e-12) * truth) << seed;
    EXPECT_LE(told, 4 * truth) << seed;
  }
}

}  // namespace
}  // namespace talus::test_damping_rates
