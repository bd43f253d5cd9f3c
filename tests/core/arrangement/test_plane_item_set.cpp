// What cuts a plane, each once, and the numbers of its points: tables that grow.
#include "arrangement/cut/plane_item_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <tuple>
#include <utility>

#include "arrangement/cut/local_numbers.h"

namespace talus::test_plane_item_set {
namespace {

using Key = std::pair<Index, Index>;

TEST(PlaneItemSet, KeepsTheFirstPlaneThroughEachSegment) {
  std::mt19937 random(1);
  for (const int count : {3, 8, 9, 100, 5000}) {
    SCOPED_TRACE(count);
    PlaneItemSet set;
    std::map<Key, Index> expected;
    for (int i = 0; i < count; ++i) {
      const auto upTo = [&](int most) { return static_cast<Index>(random() % static_cast<unsigned>(most)); };
      const Index from = upTo(20), to = from + upTo(20), on = from == to ? -1 : upTo(1000);
      set.add({from, to, on});
      const auto [at, isNew] = expected.try_emplace({from, to}, on);
      if (!isNew) at->second = std::min(at->second, on);
    }
    set.sort();
    auto next = expected.begin();
    ASSERT_EQ(set.items().size(), expected.size());
    for (const PlaneItem& item : set.items()) {
      EXPECT_EQ(std::tie(item.from, item.to, item.on),
                std::tie(next->first.first, next->first.second, next->second));
      ++next;
    }
  }
}

TEST(LocalNumbers, AreThoseThatWereSet) {
  LocalNumbers numbers;
  for (Index i = 0; i < 1000; ++i) {
    Index& number = numbers[7919 * i % 100003];
    EXPECT_EQ(number, LocalNumbers::none);
    number = i;
  }
  for (Index i = 0; i < 1000; ++i) EXPECT_EQ(numbers[7919 * i % 100003], i);
}

}  // namespace
}  // namespace talus::test_plane_item_set
