// Messages and reductions among ranks as threads; partitions.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <numeric>
#include <random>

#include "base/parallel.h"
#include "distributed/divided_work.h"
#include "distributed/packed.h"
#include "distributed/partition.h"
#include "distributed/reduction.h"
#include "distributed/serial_communicator.h"
#include "message_of.h"
#include "thread_communicator.h"

namespace talus::test_distributed {
namespace {

Message messageWith(int number) {
  ByteWriter bytes;
  bytes.value(number);
  return bytes.bytes();
}

int numberIn(const Message& message) {
  return ByteReader(message).value<int>();
}

TEST(Packed, ValuesCanBeReadOneByOne) {
  const std::vector<double> values{1.5, -2, 0.25};
  const Message message = packed(values.size(), [&](std::size_t n) { return values[n]; });
  EXPECT_EQ(message, packed(values));
  std::vector<double> read(values.size());
  forEachPacked<double>(message, [&](std::size_t n, double value) { read[n] = value; });
  EXPECT_EQ(read, values);
}

TEST(Communicator, BringsEachNeighbourItsMessage) {
  constexpr int size = 5;
  runOnThreads(size, [](ThreadCommunicator& ranks) {
    const int rank = ranks.rank();
    std::vector<int> neighbours{(rank + size - 1) % size, (rank + 1) % size};  // a ring
    std::sort(neighbours.begin(), neighbours.end());
    for (int round = 0; round < 50; ++round) {
      std::vector<Message> messages;
      for (const int to : neighbours) messages.push_back(messageWith(1000 * round + 10 * rank + to));
      const auto received = ranks.exchange(neighbours, std::move(messages));
      ASSERT_EQ(received.size(), neighbours.size());
      for (std::size_t i = 0; i < neighbours.size(); ++i)
        EXPECT_EQ(numberIn(received[i]), 1000 * round + 10 * neighbours[i] + rank);
    }
    EXPECT_EQ(ranks.traffic().messages, 100);
    EXPECT_EQ(ranks.traffic().bytes, 400);
    EXPECT_EQ(ranks.traffic().exchanges, 50);
    EXPECT_EQ(ranks.traffic().reductions, 0);
  });
}

TEST(Communicator, GivesAllRanksTheMessageOfOne) {
  for (const int size : {1, 2, 5})
    runOnThreads(size, [size](ThreadCommunicator& ranks) {
      for (int from = 0; from < size; ++from)
        EXPECT_EQ(numberIn(ranks.broadcast(messageWith(10 + ranks.rank()), from)), 10 + from);
      EXPECT_TRUE(ranks.broadcast({}, 0).empty());
      ranks.meet();
    });
}

TEST(Communicator, BringsEachRankAMessageOfEach) {
  for (const int size : {1, 2, 5})
    runOnThreads(size, [size](ThreadCommunicator& ranks) {
      std::vector<Message> messages;
      for (int to = 0; to < size; ++to) messages.push_back(packed(std::vector(3, 10 * ranks.rank() + to)));
      const std::vector<Message> received = ranks.toEach(std::move(messages));
      ASSERT_EQ(received.size(), static_cast<std::size_t>(size));
      for (int from = 0; from < size; ++from) {
        const auto r = static_cast<std::size_t>(from);
        EXPECT_EQ(unpacked<int>(received[r]), std::vector(3, 10 * from + ranks.rank()));
      }
    });
}

// Each rank talks to log₂(ranks) others, and to one more if their number is no power of two.
TEST(Communicator, GathersTheMessagesOfAllRanks) {
  for (const auto& [size, most] : {std::pair{1, 0}, {2, 1}, {3, 3}, {4, 2}, {7, 4}, {16, 4}, {21, 6}}) {
    runOnThreads(size, [size, most](ThreadCommunicator& ranks) {
      const auto messageOf = [](int rank) {
        return Message(static_cast<std::size_t>(5 * rank), static_cast<std::byte>(rank));
      };
      const std::vector<Message> all = ranks.gather(messageOf(ranks.rank()));
      ASSERT_EQ(all.size(), static_cast<std::size_t>(size));
      for (int rank = 0; rank < size; ++rank)
        EXPECT_EQ(all[static_cast<std::size_t>(rank)], messageOf(rank)) << size;
      EXPECT_LE(ranks.traffic().messages, most) << size;
    });
  }
}

TEST(Communicator, EndsAllRanksWithTheErrorOfOne) {
  const auto run = [] {
    runOnThreads(4, [](ThreadCommunicator& ranks) {
      if (ranks.rank() == 2) throw Error("Rank 2 fails", "", "");
      for (;;) {  // the others wait for its messages
        const std::vector<int> neighbours{ranks.rank() == 3 ? 2 : 3};
        if (ranks.rank() != 0) ranks.exchange(neighbours, {Message{}});
        ranks.reduce({}, [](Message&, std::span<const std::byte>) {});
      }
    });
  };
  EXPECT_NE(messageOf(run).find("Rank 2 fails"), std::string::npos);
}

TEST(Reduction, JoinsSeveralNumbersAtOnce) {
  for (const int size : {1, 2, 7})
    runOnThreads(size, [size](ThreadCommunicator& ranks) {
      const double own = ranks.rank();
      double most = own, least = own;
      std::int64_t count = ranks.rank() + 1;
      std::vector<std::int64_t> counts{1, ranks.rank()};
      std::vector<double> highest{-own, own};
      ExactSum sum;
      if (ranks.rank() == 0) sum.add(1e300);
      sum.add(1);
      if (ranks.rank() == size - 1) sum.add(-1e300);
      Reduction all;
      all.maximum(most);
      all.minimum(least);
      all.sum(count);
      all.sum(counts);
      all.maximum(highest);
      all.sum(sum);
      all.over(ranks);
      const int last = size - 1;
      EXPECT_EQ(most, last);
      EXPECT_EQ(least, 0);
      EXPECT_EQ(count, size * (size + 1) / 2);
      EXPECT_EQ(counts, (std::vector<std::int64_t>{size, size * last / 2}));
      EXPECT_EQ(highest, (std::vector<double>{0, static_cast<double>(last)}));
      EXPECT_EQ(sum.value(), size);
      EXPECT_EQ(ranks.traffic().reductions, 1);
    });
}

TEST(Reduction, OfOneRankChangesNothing) {
  SerialCommunicator alone;
  double speed = 3;
  Reduction all;
  all.maximum(speed);
  all.over(alone);
  EXPECT_EQ(speed, 3);
}

// Points in a long box, more of them at one end; costs differ.
struct Cloud {
  std::vector<Vec3> centres;
  std::vector<std::int64_t> costs;

  explicit Cloud(std::size_t count) {
    std::mt19937_64 random(3);
    std::uniform_real_distribution<double> uniform(0, 1);
    for (std::size_t i = 0; i < count; ++i) {
      centres.emplace_back(4 * std::pow(uniform(random), 3), uniform(random), 2 * uniform(random));
      costs.push_back(1 + static_cast<std::int64_t>(random() % 9));
    }
  }
  // The share of a rank: every n-th point, or a random one.
  Cloud share(int rank, int size, bool mixed) const {
    Cloud part(0);
    std::mt19937_64 random(5);
    for (std::size_t i = 0; i < centres.size(); ++i) {
      const auto holder = (mixed ? random() : i) % static_cast<unsigned>(size);
      if (holder != static_cast<unsigned>(rank)) continue;
      part.centres.push_back(centres[i]);
      part.costs.push_back(costs[i]);
    }
    return part;
  }
  Partition bisect(int size, bool mixed) const {
    Partition result;
    runOnThreads(size, [&](ThreadCommunicator& ranks) {
      const Cloud part = share(ranks.rank(), size, mixed);
      const Partition mine = Partition::bisect(part.centres, part.costs, ranks);
      if (ranks.rank() == size - 1) result = mine;
    });
    return result;
  }
};

TEST(Partition, DividesTheCostEvenly) {
  const Cloud cloud(5000);
  const auto whole = std::accumulate(cloud.costs.begin(), cloud.costs.end(), std::int64_t{0});
  for (const int size : {1, 2, 3, 4, 7, 13}) {
    const Partition partition = cloud.bisect(size, false);
    ASSERT_EQ(partition.ranks(), size);
    std::vector<std::int64_t> costs(static_cast<std::size_t>(size), 0);
    for (std::size_t i = 0; i < cloud.centres.size(); ++i)
      costs[static_cast<std::size_t>(partition.ownerOf(cloud.centres[i]))] += cloud.costs[i];
    // Each cut misses its aim by at most half of the cost of one point, 9.
    for (const std::int64_t cost : costs)
      EXPECT_NEAR(static_cast<double>(cost), static_cast<double>(whole) / size, 12) << size;
  }
}

TEST(Partition, DoesNotDependOnWhoHoldsWhat) {
  const Cloud cloud(2000);
  for (const int size : {2, 5, 8}) {
    const Partition a = cloud.bisect(size, false), b = cloud.bisect(size, true);
    for (int rank = 0; rank < size; ++rank) {
      EXPECT_EQ(a.cell(rank).min(), b.cell(rank).min());
      EXPECT_EQ(a.cell(rank).max(), b.cell(rank).max());
    }
  }
}

TEST(Partition, GivesEachPointToTheCellThatHoldsIt) {
  const Cloud cloud(3000);
  const Partition partition = cloud.bisect(6, false);
  for (const Vec3& centre : cloud.centres) {
    int holders = 0;
    for (int rank = 0; rank < 6; ++rank) {
      const Box& cell = partition.cell(rank);
      const bool holds =
          (centre.array() >= cell.min().array()).all() && (centre.array() < cell.max().array()).all();
      holders += holds ? 1 : 0;
      EXPECT_EQ(holds, partition.ownerOf(centre) == rank);
      if (holds) {
        EXPECT_EQ(partition.distance(rank, centre), 0);
      }
    }
    EXPECT_EQ(holders, 1);
  }
  EXPECT_GE(partition.ownerOf(Vec3::Constant(1e30)), 0);  // somebody owns what flies away
}

TEST(Partition, CoversSpaceWithoutOverlapAlsoWithFewerPointsThanRanks) {
  for (const double offset : {-20.0, 0.0, 20.0})
    for (const int size : {3, 8, 13}) {
      Partition partition;
      runOnThreads(size, [&](ThreadCommunicator& ranks) {
        std::vector<Vec3> centres;
        if (ranks.rank() == 0) centres = {{offset, 1, 2}, {offset + 1, 1, 2}};
        const Partition mine =
            Partition::bisect(centres, std::vector<std::int64_t>(centres.size(), 1), ranks);
        if (ranks.rank() == 0) partition = mine;
      });
      for (int rank = 0; rank < size; ++rank)
        EXPECT_TRUE((partition.cell(rank).min().array() <= partition.cell(rank).max().array()).all());
      for (double x = -30; x < 30; x += 0.5) {
        const Vec3 place(x, 0, 0);
        const Box& cell = partition.cell(partition.ownerOf(place));
        EXPECT_TRUE(cell.min().x() <= x && x < cell.max().x());
      }
    }
}

// Who may send to whom: a point near a cell lies in a cell that is near.
TEST(Partition, KnowsNeighbours) {
  const Cloud cloud(3000);
  const Partition partition = cloud.bisect(8, false);
  for (const double reach : {0.0, 0.05, 0.4, 100.0}) {
    for (int rank = 0; rank < 8; ++rank) {
      const std::vector<int> near = partition.neighbours(rank, reach);
      for (const int other : near) {
        const std::vector<int> back = partition.neighbours(other, reach);
        EXPECT_TRUE(std::binary_search(back.begin(), back.end(), rank));
      }
      if (reach == 100) {
        EXPECT_EQ(near.size(), 7u);
      }
      for (const Vec3& centre : cloud.centres) {
        const int owner = partition.ownerOf(centre);
        if (owner == rank || partition.distance(rank, centre) > reach) continue;
        EXPECT_TRUE(std::binary_search(near.begin(), near.end(), owner));
      }
    }
  }
}

TEST(Partition, AllowsRanksWithoutPoints) {
  Cloud cloud(3);
  cloud.centres = {Vec3(1, 1, 1), Vec3(1, 1, 1), Vec3(1, 1, 1)};  // cannot be divided
  const Partition partition = cloud.bisect(4, false);
  const int owner = partition.ownerOf(Vec3(1, 1, 1));
  EXPECT_TRUE(owner >= 0 && owner < 4);
  EXPECT_EQ(Cloud(0).bisect(3, false).ranks(), 3);
}

// Squares of numbers, each computed by one rank.
struct Squares {
  std::vector<std::int64_t> all, computed;

  explicit Squares(std::size_t count) : all(count, -1) {}
  DividedWork::Item item() {
    return {[this](std::size_t n) {
              all[n] = static_cast<std::int64_t>(n * n);
              computed.push_back(all[n]);
            },
            [this](std::size_t n, ByteWriter& to) { to.value(all[n]); },
            [this](std::size_t n, ByteReader& from) { all[n] = from.value<std::int64_t>(); }};
  }
};

TEST(DividedWork, GivesAllResultsToAllRanks) {
  const ThreadLimit limit(1);
  for (const auto& [size, messages] : {std::pair{1, 0}, {2, 1}, {3, 3}, {7, 4}, {16, 4}}) {
    std::atomic<std::int64_t> computed = 0;
    runOnThreads(size, [&, size = size, messages = messages](ThreadCommunicator& ranks) {
      DividedWork work(ranks);
      work.setLeast(0);
      Squares squares(10);
      work.compute(std::vector<std::int64_t>(10, 1), 0, squares.item());
      for (std::size_t n = 0; n < 10; ++n) EXPECT_EQ(squares.all[n], static_cast<std::int64_t>(n * n));
      EXPECT_LE(squares.computed.size(), static_cast<std::size_t>(10 / size + 1));
      computed += static_cast<std::int64_t>(squares.computed.size());
      EXPECT_LE(ranks.traffic().messages, messages);
    });
    EXPECT_EQ(computed, 10);
  }
}

TEST(DividedWork, IsDoneByAllRanksIfMessagesTakeLonger) {
  const ThreadLimit limit(1);
  runOnThreads(3, [&](ThreadCommunicator& ranks) {
    DividedWork work(ranks);
    Squares squares(10);
    work.compute(std::vector<std::int64_t>(10, 100), 80, squares.item());                // little work
    work.compute(std::vector<std::int64_t>(10, 1'000'000), 14'000'000, squares.item());  // many bytes
    EXPECT_EQ(squares.computed.size(), 20U);
    EXPECT_EQ(work.divisions(), 0);
    work.compute(std::vector<std::int64_t>(10, 1'000'000), 13'000'000, squares.item());
    EXPECT_EQ(work.divisions(), 1);
  });
}

TEST(DividedWork, IsDealtSoThatCostsAreAboutEqual) {
  using Assignment = DividedWork::Assignment;
  const auto deal = [](const std::vector<std::int64_t>& costs, int ranks) {
    return DividedWork::assign(costs, ranks);
  };
  EXPECT_EQ(deal({1, 1, 1, 1}, 2), (Assignment{{0, 2}, {1, 3}}));
  EXPECT_EQ(deal({5, 1, 1, 1, 1, 1}, 2), (Assignment{{0}, {1, 2, 3, 4, 5}}));
  EXPECT_EQ(deal({}, 3), (Assignment{{}, {}, {}}));
  EXPECT_EQ(deal({3}, 3), (Assignment{{0}, {}, {}}));  // one rank computes, the others wait
}

// Ranks with other numbers of items, or results of other lengths, must not read each other's messages.
TEST(DividedWork, NoticesRanksThatDiffer) {
  const ThreadLimit limit(1);
  const auto run = [](const auto& countOf, bool longer) {
    runOnThreads(2, [&](ThreadCommunicator& ranks) {
      DividedWork work(ranks);
      work.setLeast(0);
      const std::size_t count = countOf(ranks.rank());
      Squares squares(count);
      DividedWork::Item item = squares.item();
      if (longer && ranks.rank() == 0)
        item.write = [](std::size_t, ByteWriter& to) { to.value(Vec3(0, 0, 0)); };
      work.compute(std::vector<std::int64_t>(count, 1), 0, item);
    });
  };
  EXPECT_NE(
      messageOf([&] { run([](int rank) { return rank == 0 ? 4U : 6U; }, false); }).find("different results"),
      std::string::npos);
  EXPECT_NE(messageOf([&] { run([](int) { return 4U; }, true); }).find("different results"),
            std::string::npos);
}

}  // namespace
}  // namespace talus::test_distributed
