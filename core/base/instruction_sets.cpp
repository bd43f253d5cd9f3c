#include <hwy/highway.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

// The environment variable TALUS_SIMD names the widest instruction set that kernels may use, by Highway's
// name: AVX3 (AVX-512), AVX2, SSE4. So a processor gives the results of one with fewer instruction sets;
// tests use this. Read once, before main.

namespace talus {

namespace {

/// The bit that stands for an instruction set. 0: this build has none of that name.
std::int64_t targetOf(std::string_view name, std::string& known) {
  for (std::int64_t rest = HWY_TARGETS; rest != 0; rest &= rest - 1) {
    const std::int64_t target = rest & -rest;
    if (name == hwy::TargetName(target)) return target;
    known += ' ';
    known += hwy::TargetName(target);
  }
  return 0;
}

/// Ends the program if the name is unknown: otherwise a test would run with other instruction sets than it
/// asked for.
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

/// Named by the linker's options, so that programs that use any part of the library get this file as well.
extern "C" {
extern const int talusInstructionSets;
const int talusInstructionSets = talus::limitInstructionSets();
}
