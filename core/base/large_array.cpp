#include "base/large_array.h"

#include <cstdlib>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace talus {

namespace {

constexpr std::size_t cacheLine = 64;
constexpr std::size_t hugePage = std::size_t{1} << 21;

constexpr std::size_t roundedUp(std::size_t bytes, std::size_t multiple) {
  return (bytes + multiple - 1) / multiple * multiple;
}

}  // namespace

void* allocateLarge(std::size_t bytes) {
  const bool large = bytes >= 2 * hugePage;  // costs at most a third more address space, but no more memory
  const std::size_t alignment = large ? hugePage : cacheLine;
  void* memory = std::aligned_alloc(alignment, roundedUp(bytes, alignment));
  if (memory == nullptr) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
  if (large) madvise(memory, bytes / hugePage * hugePage, MADV_HUGEPAGE);  // a hint, which may fail
#endif
  return memory;
}

void freeLarge(void* memory) {
  std::free(memory);
}

}  // namespace talus
