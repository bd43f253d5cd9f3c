// When frames are, and which one a time belongs to.
#include "dynamics/run/frame_times.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/error.h"

namespace talus::test_frame_times {
namespace {

using Times = std::vector<double>;

TEST(FrameTimes, EndWithTheEnd) {
  EXPECT_EQ(FrameTimes(0.25, 1).all(), (Times{0, 0.25, 0.5, 0.75, 1}));
  EXPECT_EQ(FrameTimes(0.25, 0.6).all(), (Times{0, 0.25, 0.5, 0.6}));
  EXPECT_EQ(FrameTimes(0.25, 0.1).all(), (Times{0, 0.1}));
  EXPECT_EQ(FrameTimes(0.25, 0).all(), Times{0});
  EXPECT_EQ(FrameTimes().all(), Times{0});
}

TEST(FrameTimes, RoundingMakesNoFrameOfItsOwn) {
  for (const double interval : {0.1, 0.01, 1.0 / 3, 1e-3, 7e-7})
    for (const int count : {1, 3, 7, 10, 1000}) {
      double sum = 0;
      for (int i = 0; i < count; ++i) sum += interval;
      for (const double end : {sum, interval * count, std::nextafter(interval * count, 0.0)}) {
        const FrameTimes times(interval, end);
        EXPECT_EQ(times.last(), count) << interval;
        EXPECT_NEAR(times(count), end, 1e-9 * interval);
        EXPECT_EQ(times(count), FrameTimes(interval, 2 * end)(count)) << "what ended there can go on";
      }
    }
}

TEST(FrameTimes, AreThoseOneWouldWrite) {
  EXPECT_EQ(FrameTimes(0.1, 0.7).all(), (Times{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7}));
  EXPECT_EQ(FrameTimes(0.01, 4)(57), 0.57);
  EXPECT_EQ(FrameTimes(1e-3, 4)(1001), 1.001);
  EXPECT_EQ(FrameTimes(3, 10).all(), (Times{0, 3, 6, 9, 10}));
}

TEST(FrameTimes, ATimeBelongsToTheFrameBefore) {
  const FrameTimes times(0.1, 1.05);
  for (std::int64_t i = 0; i <= times.last(); ++i) {
    EXPECT_EQ(times.frameAt(times(i)), i);
    EXPECT_EQ(times.frameAt(std::nextafter(times(i), 0.0)), i) << "rounding";
    EXPECT_EQ(times.frameAt(times(i) + 0.04), i);
    EXPECT_EQ(times.frameAt(times(i) - 0.001), std::max<std::int64_t>(i - 1, 0));
  }
  EXPECT_EQ(times.frameAt(-3), 0);
  EXPECT_EQ(times.frameAt(1e300), times.last());
  EXPECT_EQ(times.frameAt(std::numeric_limits<double>::quiet_NaN()), 0);
}

TEST(FrameTimes, RefuseWhatIsNoTime) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinite = std::numeric_limits<double>::infinity();
  for (const double interval : {0.0, -1.0, nan, infinite}) EXPECT_THROW(FrameTimes(interval, 1), Error);
  for (const double end : {-1e-9, nan, infinite}) EXPECT_THROW(FrameTimes(0.1, end), Error);
  EXPECT_THROW(FrameTimes(1e-9, 1), Error);
  EXPECT_NO_THROW(FrameTimes(1e-5, 9.99));
}

}  // namespace
}  // namespace talus::test_frame_times
