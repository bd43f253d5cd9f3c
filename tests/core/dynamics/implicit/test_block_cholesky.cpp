// Systems of 6 × 6 blocks: against a dense solver, for graphs of every kind.
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <deque>

#include "base/parallel.h"
#include "dynamics/implicit/block_cholesky.h"
#include "shapes/random.h"

namespace talus::test_block_cholesky {
namespace {

using Block = BlockCholesky::Block;
using Pairs = std::vector<BlockCholesky::Pair>;

constexpr Eigen::Index bodies = 60;

Pairs chain() {
  Pairs pairs;
  for (Eigen::Index i = 1; i < bodies; ++i) pairs.emplace_back(i, i - 1);
  return pairs;
}

Pairs star() {
  Pairs pairs;
  for (Eigen::Index i = 1; i < bodies; ++i) pairs.emplace_back(0, i);
  return pairs;
}

// 3 × 4 × 5 bodies, each beside its neighbours; every pair twice, in both orders.
Pairs heap() {
  Pairs pairs;
  const auto join = [&](Eigen::Index i, Eigen::Index j) {
    pairs.emplace_back(i, j);
    pairs.emplace_back(j, i);
  };
  for (Eigen::Index i = 0; i < bodies; ++i) {
    if (i % 3 < 2) join(i, i + 1);
    if (i / 3 % 4 < 3) join(i, i + 3);
    if (i / 12 < 4) join(i, i + 12);
  }
  return pairs;
}

Pairs none() {
  return {};
}

Pairs everyPair() {
  Pairs pairs;
  for (Eigen::Index i = 0; i < bodies; ++i)
    for (Eigen::Index j = 0; j < i; ++j) pairs.emplace_back(i, j);
  return pairs;
}

// Springs between the bodies of each pair, of up to 1e6 times the stiffness that holds each in its place.
struct System {
  BlockCholesky blocks;
  Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(6 * bodies, 6 * bodies);
  Eigen::VectorXd right{6 * bodies};

  std::deque<Block> terms;

  explicit System(const Pairs& pairs) : blocks(bodies, pairs) {
    const KeyedRandom random(3), rightHand(5);
    for (Eigen::Index i = 0; i < right.size(); ++i) right[i] = rightHand[i][0].between();
    for (Eigen::Index i = 0; i < bodies; ++i) add(i, i, Block::Identity());
    for (std::size_t n = 0; n < pairs.size(); ++n) {
      const auto [i, j] = pairs[n];
      Eigen::Matrix<double, 6, 2> ofA, ofB;
      for (Eigen::Index k = 0; k < 12; ++k) {
        ofA(k % 6, k / 6) = random[static_cast<std::int64_t>(n)][k].between();
        ofB(k % 6, k / 6) = random[static_cast<std::int64_t>(n)][12 + k].between();
      }
      const double stiffness = std::pow(10.0, 3 + 3 * random[static_cast<std::int64_t>(n)][24].between());
      add(i, i, stiffness * ofA * ofA.transpose());
      add(j, j, stiffness * ofB * ofB.transpose());
      add(i, j, stiffness * ofA * ofB.transpose());
    }
  }
  void add(Eigen::Index i, Eigen::Index j, const Block& block) {
    dense.block<6, 6>(6 * i, 6 * j) += block;
    terms.push_back(block);
    if (i == j) {
      blocks.add(i, terms.back());
    } else {
      dense.block<6, 6>(6 * j, 6 * i) += block.transpose();
      blocks.add(blocks.place(i, j), terms.back());
    }
  }
};

TEST(BlockCholesky, AgreesWithADenseSolver) {
  for (const Pairs& pairs : {none(), chain(), star(), heap(), everyPair()}) {
    SCOPED_TRACE(pairs.size());
    System system(pairs);
    ASSERT_TRUE(system.blocks.factor());
    const Eigen::VectorXd found = system.blocks.solve(system.right);
    const Eigen::VectorXd expected = system.dense.llt().solve(system.right);
    EXPECT_LT((found - expected).norm(), 1e-8 * expected.norm());
  }
}

TEST(BlockCholesky, FactorsOtherNumbersInTheSamePlaces) {
  for (const Pairs& pairs : {heap(), everyPair()}) {
    System system(pairs);
    ASSERT_TRUE(system.blocks.factor());
    const Eigen::VectorXd first = system.blocks.solve(system.right);
    for (Block& term : system.terms) term *= 4;  // without rounding
    ASSERT_TRUE(system.blocks.factor());
    EXPECT_EQ(system.blocks.solve(4 * system.right), first);
  }
}

// Large systems are divided among threads; the last one is large enough without question.
TEST(BlockCholesky, SameBitsForAnyThreads) {
  for (const Pairs& pairs : {chain(), heap(), everyPair()}) {
    SCOPED_TRACE(pairs.size());
    const auto solved = [&](int threads) {
      const ThreadLimit limit(threads);
      System system(pairs);
      EXPECT_TRUE(system.blocks.factor());
      return system.blocks.solve(system.right);
    };
    const Eigen::VectorXd one = solved(1);
    for (int n = 0; n < 10; ++n) EXPECT_EQ(solved(4), one);
  }
}

TEST(BlockCholesky, TellsThatAMatrixIsNotPositiveDefinite) {
  for (const Pairs& pairs : {chain(), heap(), everyPair()})
    for (const Eigen::Index i : {Eigen::Index{0}, Eigen::Index{7}, bodies - 1}) {
      System system(pairs);
      system.add(i, i, -1e9 * Block::Identity());
      EXPECT_FALSE(system.blocks.factor()) << pairs.size() << ' ' << i;
    }
}

}  // namespace
}  // namespace talus::test_block_cholesky
