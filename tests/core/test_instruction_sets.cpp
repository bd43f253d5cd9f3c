#include <gtest/gtest.h>
#include <hwy/highway.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

/// Prints the widest instruction set that kernels would use.
[[noreturn]] void tellWidest() {
  const std::int64_t sets = hwy::SupportedTargets() & HWY_TARGETS;
  std::fprintf(stderr, "widest %s\n", hwy::TargetName(sets & -sets));
  std::_Exit(0);
}

// Each statement runs in the program started anew, which reads the variable before main.
class InstructionSets : public testing::Test {
 protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
  void TearDown() override { unsetenv("TALUS_SIMD"); }
};

TEST_F(InstructionSets, AreNoWiderThanAsked) {
  const std::int64_t sets = hwy::SupportedTargets();
  int compared = 0;
  for (const auto& [target, name] : {std::pair{HWY_AVX2, "AVX2"}, std::pair{HWY_SSE4, "SSE4"}}) {
    if ((sets & target) == 0) continue;
    setenv("TALUS_SIMD", name, 1);
    EXPECT_EXIT(tellWidest(), testing::ExitedWithCode(0), std::string("widest ") + name);
    ++compared;
  }
  EXPECT_GE(compared, 1);
}

TEST_F(InstructionSets, ThatAreUnknownEndTheProgram) {
  setenv("TALUS_SIMD", "avx9", 1);
  EXPECT_EXIT(tellWidest(), testing::ExitedWithCode(2), "TALUS_SIMD=avx9 is no instruction set.* AVX2 SSE4");
}

}  // namespace
