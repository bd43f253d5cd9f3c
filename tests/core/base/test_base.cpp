#include <gtest/gtest.h>
#include <tbb/info.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <limits>
#include <mutex>
#include <numeric>
#include <random>
#include <set>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/all_finite.h"
#include "base/background.h"
#include "base/bucket_sort.h"
#include "base/checksum.h"
#include "base/compensated_sum.h"
#include "base/context.h"
#include "base/cross.h"
#include "base/error.h"
#include "base/error_bytes.h"
#include "base/lanes_in_front.h"
#include "base/parallel.h"
#include "base/plain_bytes.h"
#include "base/regular_file.h"

namespace talus::test_base {
namespace {

TEST(Error, SaysWhatWhereAndRemedyInOneLine) {
  const Error error("The surface has no triangles", "0 of 7 cells", "Give polygons");
  EXPECT_STREQ(error.what(), "The surface has no triangles (0 of 7 cells). Give polygons.");
  EXPECT_EQ(error.remedy(), "Give polygons");
  EXPECT_STREQ(Error("Bad", "", "").what(), "Bad.");
}

TEST(Error, ShowsBytesThatAreNoLetters) {
  EXPECT_STREQ(Error(std::string("a\0b", 3), "Höhe €𝄞", "\n\x7f").what(), "a\\x00b (Höhe €𝄞). \\x0a\\x7f.");
  // Alone, cut off, too long for its letter, half of a pair of UTF-16.
  EXPECT_STREQ(Error("\x80 \xe2\x82", "\xc0\xaf", "\xed\xa0\x80").what(),
               "\\x80 \\xe2\\x82 (\\xc0\\xaf). \\xed\\xa0\\x80.");
}

TEST(Error, SaysWhichBodiesAndWhichSurfaceItIsAbout) {
  const auto refuse = [] { throw Error("Bad", "", "Mend it", {.body = {1, 0}, .surface = "The surface"}); };
  const std::vector<std::int64_t> ids{7, -3};
  try {
    withSubject({.surface = "drum"}, [&] { withBodyIds(ids, refuse); });
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.subject().body, (std::vector<std::int64_t>{-3, 7}));
    EXPECT_EQ(error.subject().surface, "drum");
    EXPECT_STREQ(error.what(), "Bad. Mend it.");
  }
  EXPECT_EQ(withSubject({.body = {1}}, [] { return 2; }), 2);
  EXPECT_TRUE(Error("Bad", "", "").subject().body.empty());
}

TEST(Error, IsTheSameInAnotherProcess) {
  const Error error("Bad", "there", "Mend it", {.body = {5, -3}, .surface = "drum"});
  ByteWriter writer;
  write(error, writer);
  ByteReader reader(writer.bytes());
  const Error again = readError(reader);
  EXPECT_STREQ(again.what(), error.what());
  EXPECT_EQ(again.problem(), "Bad");
  EXPECT_EQ(again.where(), "there");
  EXPECT_EQ(again.remedy(), "Mend it");
  EXPECT_EQ(again.subject().body, error.subject().body);
  EXPECT_EQ(again.subject().surface, "drum");
  EXPECT_TRUE(reader.atEnd());
}

TEST(RegularFile, PipesFoldersAndLargeFilesAreRefused) {
  const auto problemOf = [](const std::string& path) -> std::string {
    try {
      return contentOfFile(path, 10);
    } catch (const Error& error) {
      return error.problem();
    }
  };
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "talus_regular_file";
  std::filesystem::create_directories(folder);
  const std::string path = (folder / "f").string();
  std::ofstream(path) << "0123456789";
  EXPECT_EQ(problemOf(path), "0123456789");
  std::ofstream(path) << "0123456789a";
  EXPECT_EQ(problemOf(path), "The file has 11 bytes, the limit is 10");
  EXPECT_EQ(problemOf(folder.string()), "This is a folder, not a file");
  EXPECT_EQ(problemOf("/dev/zero"), "This is a device, not a file");
  EXPECT_EQ(problemOf(path + "x"), "There is no such file");
  std::filesystem::remove_all(folder);
}

TEST(Checksum, IsTheKnownOne) {
  const std::string digits = "123456789";
  EXPECT_EQ(checksum(std::as_bytes(std::span(digits))), 0x995DC9BBDF1939FA);  // of CRC catalogues
  EXPECT_EQ(checksum({}), 0u);
}

TEST(BucketSort, IsTheOrderOfTheItems) {
  std::mt19937 random(1);
  for (const std::size_t keys : {1, 7, 1000}) {
    std::vector<std::pair<std::size_t, int>> items;
    for (int i = 0; i < 500; ++i) items.emplace_back(random() % keys, static_cast<int>(random() % 20));
    std::vector<std::pair<std::size_t, int>> expected = items;
    std::sort(expected.begin(), expected.end());
    bucketSort(items, keys, [](const auto& item) { return item.first; });
    EXPECT_EQ(items, expected);
  }
}

TEST(CountingSort, KeepsTheOrderOfItemsOfOneKey) {
  std::vector<std::pair<std::size_t, int>> items{{2, 9}, {0, 5}, {2, 1}, {0, 3}, {3, 0}};
  const std::vector<std::size_t> end = countingSort(items, 4, [](const auto& item) { return item.first; });
  EXPECT_EQ(items, (std::vector<std::pair<std::size_t, int>>{{0, 5}, {0, 3}, {2, 9}, {2, 1}, {3, 0}}));
  for (const auto& [key, expected] : {std::pair(0, 2), std::pair(1, 2), std::pair(2, 4), std::pair(3, 5)})
    EXPECT_EQ(end[static_cast<std::size_t>(key)], static_cast<std::size_t>(expected));
}

TEST(Background, WorksWhileTheCallerGoesOn) {
  std::atomic<bool> begun = false, goneOn = false;
  std::thread::id worker;
  Background work([&] {
    begun = true;
    while (!goneOn) std::this_thread::yield();
    worker = std::this_thread::get_id();
  });
  while (!begun) std::this_thread::yield();
  goneOn = true;
  work.wait();
  EXPECT_NE(worker, std::this_thread::get_id());
}

TEST(Background, PassesErrorsOnOnce) {
  Background work([] { throw Error("Broken", "", ""); });
  EXPECT_THROW(work.wait(), Error);
  work.wait();
  Background nobodyAsks([] { throw Error("Broken", "", ""); });
}

TEST(Background, EndsBeforeItIsGone) {
  bool done = false;
  {
    Background work([&done] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      done = true;
    });
  }
  EXPECT_TRUE(done);
}

TEST(Context, ProgressRisesFromStageToStage) {
  std::vector<double> seen;
  Context context([&](double fraction) {
    seen.push_back(fraction);
    return true;
  });
  context.beginStage(0.25, 4);
  for (int i = 0; i < 4; ++i) context.advance(1);
  context.beginStage(1.0, 2);
  for (int i = 0; i < 3; ++i) context.advance(1);  // one more than announced
  ASSERT_FALSE(seen.empty());
  EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
  EXPECT_DOUBLE_EQ(seen.front(), 0.0);
  EXPECT_DOUBLE_EQ(seen.back(), 1.0);
  EXPECT_NE(std::find(seen.begin(), seen.end(), 0.25), seen.end());
}

TEST(Context, ReportThatSaysNoCancels) {
  Context context([](double fraction) { return fraction < 0.5; });
  context.beginStage(1.0, 100);
  EXPECT_THROW(
      {
        for (int i = 0; i < 100; ++i) context.advance(1);
      },
      Cancelled);
  EXPECT_TRUE(context.cancelled());
}

TEST(Context, SlowWorkThatMakesNoProgressIsCancelled) {
  int asked = 0;
  Context context([&asked](double fraction) {
    EXPECT_EQ(fraction, 0);
    return ++asked < 3;
  });
  context.beginStage(1.0, 1'000'000);
  EXPECT_THROW(
      {
        for (int i = 0; i < 1000; ++i) {
          std::this_thread::sleep_for(std::chrono::milliseconds(10));
          context.advance(0);
        }
      },
      Cancelled);
  EXPECT_EQ(asked, 3);
}

TEST(ParallelChunks, CoversEverythingOnceForEveryThreadCount) {
  for (const int threads : {1, 2, 0}) {
    const ThreadLimit limit(threads);
    std::vector<std::atomic<int>> visits(10007);
    Context context;
    context.beginStage(1.0, 10007);
    parallelChunks(visits.size(), 64, context, [&](std::size_t begin, std::size_t end) {
      EXPECT_EQ(begin % 64, 0u);
      for (std::size_t i = begin; i < end; ++i) ++visits[i];
    });
    for (const auto& count : visits) EXPECT_EQ(count, 1);
  }
}

// The number of threads that take part in a loop.
std::size_t threadsOfLoop() {
  std::mutex mutex;
  std::set<std::thread::id> threads;
  Context context;
  parallelChunks(40, 1, context, [&](std::size_t, std::size_t) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const std::lock_guard lock(mutex);
    threads.insert(std::this_thread::get_id());
  });
  return threads.size();
}

TEST(ThreadLimit, IsOfTheThreadThatMadeIt) {
  const int all = concurrency();
  const ThreadLimit one(1);
  EXPECT_EQ(concurrency(), 1);
  EXPECT_EQ(threadsOfLoop(), 1u);
  std::thread other([&] { EXPECT_EQ(concurrency(), all); });
  other.join();
  tbb::task_arena{}.execute(
      [&] { EXPECT_EQ(tbb::this_task_arena::max_concurrency(), tbb::info::default_concurrency()); });
}

TEST(ThreadLimit, IsNoMoreThanAnOuterOne) {
  const int all = concurrency();
  {
    const ThreadLimit outer(1);
    {
      const ThreadLimit inner(8), none(0);
      EXPECT_EQ(concurrency(), 1);
    }
    EXPECT_EQ(concurrency(), 1);
  }
  EXPECT_EQ(concurrency(), all);
}

TEST(ParallelInvoke, CallsBothAndThrowsWhatOneThrows) {
  for (const int threads : {1, 0}) {
    const ThreadLimit limit(threads);
    std::atomic<int> calls{0};
    parallelInvoke([&] { ++calls; }, [&] { parallelInvoke([&] { ++calls; }, [&] { ++calls; }); });
    EXPECT_EQ(calls, 3);
    EXPECT_THROW(parallelInvoke([] {}, [] { throw Cancelled(); }), Cancelled);
  }
}

TEST(ParallelChunks, StopsSoonAfterCancel) {
  Context context;
  std::atomic<int> chunks{0};
  const auto work = [&] {
    parallelChunks(1000000, 1, context, [&](std::size_t, std::size_t) {
      if (++chunks == 100) context.cancel();
    });
  };
  EXPECT_THROW(work(), Cancelled);
  EXPECT_LT(chunks, 1000);
}

TEST(ParallelChunks, PassesErrorsOn) {
  Context context;
  const auto work = [&] {
    parallelChunks(100, 1, context, [](std::size_t begin, std::size_t) {
      if (begin == 50) throw Error("Bad", "item 50", "");
    });
  };
  EXPECT_THROW(work(), Error);
}

TEST(ParallelChunks, NothingToDoIsFine) {
  Context context;
  parallelChunks(0, 16, context, [](std::size_t, std::size_t) { FAIL(); });
}

TEST(AllFinite, SeesEveryNumber) {
  constexpr double most = std::numeric_limits<double>::max();
  for (std::size_t size = 0; size < 20; ++size) {
    std::vector<double> numbers(size, -most);
    EXPECT_TRUE(allFinite(numbers)) << size;
    for (double& number : numbers)
      for (const double bad :
           {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
            std::numeric_limits<double>::quiet_NaN()}) {
        number = bad;
        EXPECT_FALSE(allFinite(numbers)) << bad << " among " << size;
        number = most;
      }
  }
}

TEST(CompensatedSum, KeepsWhatRoundingTakes) {
  CompensatedSum sum;
  sum.add(1e16);
  for (int i = 0; i < 1000; ++i) sum.add(0.125);
  sum.add(-1e16);
  EXPECT_EQ(sum.value(), 125);
}

TEST(CompensatedSum, SumsOfPartsAreAsGood) {
  CompensatedSum all;
  for (int part = 0; part < 10; ++part) {
    CompensatedSum sum;
    for (int i = 0; i < 1000; ++i) sum.add(i % 2 == 0 ? 1e10 + 1e-6 : -1e10);
    all.add(sum);
  }
  EXPECT_NEAR(all.value(), 5000 * ((1e10 + 1e-6) - 1e10), 1e-15);
}

TEST(Cross, HasTheBitsOfEigens) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  const auto vector = [&] { return Vec3(normal(random), normal(random), normal(random)); };
  for (int i = 0; i < 1000; ++i) {
    const Vec3 u = vector(), v = vector();
    EXPECT_EQ(cross(u, v), u.cross(v));
  }
}

TEST(LanesInFront, NamesTheLanesOfEachMask) {
  for (unsigned mask = 0; mask < 256; ++mask) {
    std::size_t place = 0;
    for (int lane = 0; lane < 8; ++lane)
      if ((mask >> lane & 1) != 0) {
        EXPECT_EQ(lanesInFront.of[mask][place++], lane) << mask;
      }
    for (; place < LanesInFront::most; ++place) EXPECT_EQ(lanesInFront.of[mask][place], 0) << mask;
  }
}

struct Padded {
  double number = 0;
  int count = 0;
};
struct Full {
  Vec3 place = Vec3::Zero();
  std::int32_t first = 0, second = 0;
};

struct PaddedWithin {
  std::int32_t count = 0;
  std::array<Padded, 2> items{};
};
struct FullWithin {
  Full first;
  std::pair<Index, Index> ends{};
  std::array<std::int8_t, 8> few{};
  Eigen::Matrix3d matrix = Eigen::Matrix3d::Zero();
};

TEST(PlainBytes, TellPaddingAndWhatIsNoPlainData) {
  static_assert(hasPadding<Padded> && hasPadding<PaddedWithin> && hasPadding<std::pair<Index, double>>);
  static_assert(!hasPadding<Full> && !hasPadding<FullWithin> && !hasPadding<Vec3> && !hasPadding<Box>);
  static_assert(PadlessBytes<Full> && PadlessBytes<Vec3> && PadlessBytes<std::pair<Index, Index>>);
  static_assert(PlainBytes<Padded> && !PadlessBytes<Padded>);
  static_assert(!PlainBytes<int*> && !PlainBytes<std::string> && !PlainBytes<std::vector<int>>);
}

}  // namespace
}  // namespace talus::test_base
