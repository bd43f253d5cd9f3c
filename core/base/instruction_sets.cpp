#include <hwy/highway.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

// The environment variable TALUS_SIMD names the widest instruction set that kernels may use, by Highway's
// name: AVX3 (AVX-512), AVX2, SSE4. So a processor computes the results of a processor with fewer instruction
// sets; tests use this. Read once, before main.

namespace talus {

namespace {

/// The bit of an instruction set; 0 if this build has none of that name.
std::int64_t targetOf(std::string_view name, std::string& known) {
  for (std::int64_t rest = HWY_TARGETS; rest != 0; rest &= rest - 1) {
    const std::int64_t target = rest & -rest;
    if (name == hwy::TargetName(target)) return target;
    known += ' ';
    known += hwy::TargetName(target);
  }
  return 0;
}

/// Ends the program if the name is unknown: otherwise a test would run with other instruction sets than
/// requested.
int limitInstructionSets() {
  const char* name = std::getenv("TALUS_SIMD");
  if (name == nullptr || *name == '\0') return 0;
  std::string known;
  const std::int64_t widest = targetOf(name, known);
  if (widest == 0) {
    std::fprintf(stderr, "talus: error: TALUS_SIMD=%s is no instruction set of this build: use one of%s\n",
                 name, known.c_str());
    std::_Exit(2);
  }
  hwy::DisableTargets(widest - 1);  // wider sets have lower bits
  return 1;
}

}  // namespace

}  // namespace talus

/// The linker options name this symbol, so that every program that uses the library includes this file.
extern "C" {
extern const int talusInstructionSets;
const int talusInstructionSets = talus::limitInstructionSets();
}
