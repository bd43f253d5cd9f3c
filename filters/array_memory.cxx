#include "array_memory.h"

#include <new>

namespace talus::filters {

void requireMemory(std::size_t bytes) {
  auto* memory = static_cast<volatile char*>(::operator new(bytes + 1));
  *memory = 0;  // else a compiler may leave both calls out
  ::operator delete(const_cast<char*>(memory));
}

}  // namespace talus::filters
