// The memory of contacts and bodies on their way between ranks: what stays is moved within its arrays.
#include <gtest/gtest.h>

#include "dynamics/ranks/body_share.h"
#include "dynamics/ranks/numbered_contacts.h"

namespace talus::test_numbered_contacts {
namespace {

TangentialSpring springOf(int n) {
  TangentialSpring spring{};
  spring.onA = Vec3(n, 0, 0);
  return spring;
}

// Pairs (n, n + 1), each with n springs, and every other one with a rolling spring.
ContactMemory chain(int first, int last) {
  ContactMemory memory;
  for (int n = first; n < last; ++n) {
    PairMemory& pair = memory.pairs.emplace_back();
    pair.bodies = {n, n + 1};
    pair.withheld = n;
    pair.firstSpring = static_cast<Index>(memory.springs.size());
    pair.springs = n;
    for (int k = 0; k < n; ++k) memory.springs.push_back(springOf(100 * n + k));
    if (n % 2 == 0) continue;
    pair.rolling = static_cast<Index>(memory.rolling.size());
    memory.rolling.emplace_back().angle = Vec3(0, n, 0);
  }
  return memory;
}

// Each pair has what chain() gave it.
void expectPairs(const ContactMemory& memory, const std::vector<int>& wanted) {
  ASSERT_EQ(memory.pairs.size(), wanted.size());
  std::size_t springs = 0, rolling = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const PairMemory& pair = memory.pairs[i];
    EXPECT_EQ(pair.withheld, wanted[i]);
    ASSERT_EQ(memory.springsOf(pair).size(), static_cast<std::size_t>(wanted[i]));
    for (int k = 0; k < wanted[i]; ++k)
      EXPECT_EQ(memory.springsOf(pair)[static_cast<std::size_t>(k)].onA.x(), 100 * wanted[i] + k);
    EXPECT_EQ(pair.rolling >= 0, wanted[i] % 2 == 1);
    if (pair.rolling >= 0) {
      EXPECT_EQ(memory.rolling[static_cast<std::size_t>(pair.rolling)].angle.y(), wanted[i]);
    }
    springs += static_cast<std::size_t>(wanted[i]);
    rolling += wanted[i] % 2 == 1 ? 1 : 0;
  }
  EXPECT_EQ(memory.springs.size(), springs);  // nothing is left over
  EXPECT_EQ(memory.rolling.size(), rolling);
}

TEST(NumberedContacts, KeepsPairsInPlace) {
  ContactMemory memory = chain(0, 9);
  const PairMemory* const place = memory.pairs.data();
  keepPairs(memory, [](const PairMemory& pair) { return pair.bodies.first % 3 > 0; });
  expectPairs(memory, {1, 2, 4, 5, 7, 8});
  EXPECT_EQ(memory.pairs.data(), place);
}

TEST(NumberedContacts, NamesBodiesByRows) {
  const std::vector<Index> numbers{2, 3, 4, 6, 7};
  ContactMemory memory = toRows(chain(0, 9), numbers);
  expectPairs(memory, {2, 3, 6});
  EXPECT_EQ(memory.pairs[1].bodies, (BodyPair{1, 2}));
  EXPECT_EQ(memory.pairs[2].bodies, (BodyPair{3, 4}));
  expectPairs(toNumbers(memory, numbers), {2, 3, 6});
  EXPECT_EQ(toNumbers(memory, numbers).pairs[2].bodies, (BodyPair{6, 7}));
}

TEST(NumberedContacts, MergesThoseOfSeveralRanks) {
  expectPairs(mergePairs({chain(3, 5), {}, chain(0, 2), chain(1, 4)}), {0, 1, 2, 3, 4});
  ContactMemory only = chain(2, 5);
  const PairMemory* const place = only.pairs.data();
  std::vector<ContactMemory> memories(3);
  memories[1] = std::move(only);
  const ContactMemory merged = mergePairs(std::move(memories));
  expectPairs(merged, {2, 3, 4});
  EXPECT_EQ(merged.pairs.data(), place);  // of one rank: not copied
}

TEST(BodyShare, KeepsRowsInPlace) {
  BodyShare share;
  share.memory.arrays.resize(1);
  for (Index n = 0; n < 7; ++n) {
    share.number.push_back(10 * n);
    share.bodies.add({.id = n, .scale = 1.0 + n});
    share.state.resize(share.number.size());
    share.state.position.back() = Vec3(n, 0, 0);
    share.memory.arrays[0].push_back(Vec3(0, 0, n));
  }
  const Vec3* const place = share.state.position.data();
  share.keep([](std::size_t row) { return row % 3 == 0; });
  EXPECT_EQ(share.number, (std::vector<Index>{0, 30, 60}));
  EXPECT_EQ(share.bodies.id, (std::vector<std::int64_t>{0, 3, 6}));
  EXPECT_EQ(share.bodies.scale, (std::vector<double>{1, 4, 7}));
  EXPECT_EQ(share.bodies.size(), 3U);
  EXPECT_EQ(share.state.position.back().x(), 6);
  EXPECT_EQ(share.state.velocity.size(), 3U);
  EXPECT_EQ(share.memory.arrays[0].back().z(), 6);
  EXPECT_EQ(share.state.position.data(), place);
}

}  // namespace
}  // namespace talus::test_numbered_contacts
