#include <gtest/gtest.h>
#include <hwy/highway.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace talus::test_instruction_sets {
namespace {

/// Prints the widest instruction set that kernels would use.
[[noreturn]] void tellWidest() {
  const std::int64_t sets = hwy::SupportedTargets() & HWY_TARGETS;
  std::fprintf(stderr, "widest %s\n", hwy::TargetName(sets & -sets));
  std::_Exit(0);
}

// A statement runs in the program started anew, which reads the variable before main.
class InstructionSets : public testing::Test {
 protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
  void TearDown() override { unsetenv("TALUS_SIMD"); }
};

TEST_F(InstructionSets, AreNoWiderThanAvx2) {
  if ((hwy::SupportedTargets() & HWY_AVX2) == 0) GTEST_SKIP() << "This processor has no AVX2";
  setenv("TALUS_SIMD", "AVX2", 1);
  EXPECT_EXIT(tellWidest(), testing::ExitedWithCode(0), "widest AVX2");
}

TEST_F(InstructionSets, AreNoWiderThanSse4) {
  if ((hwy::SupportedTargets() & HWY_SSE4) == 0) GTEST_SKIP() << "This processor has no SSE4";
  setenv("TALUS_SIMD", "SSE4", 1);
  EXPECT_EXIT(tellWidest(), testing::ExitedWithCode(0), "widest SSE4");
}

TEST_F(InstructionSets, ThatAreUnknownEndTheProgram) {
  setenv("TALUS_SIMD", "avx9", 1);
  EXPECT_EXIT(tellWidest(), testing::ExitedWithCode(2), "TALUS_SIMD=avx9 is no instruction set.* AVX2 SSE4");
}

}  // namespace
}  // namespace talus::test_instruction_sets
