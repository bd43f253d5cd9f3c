#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>

#include "base/types.h"

namespace talus {

/// Types whose bytes are their value: numbers, vectors, and structures of these. Eigen's vectors are not
/// trivially copyable by their declaration, but by what they do.
template <class T>
concept PlainBytes = std::is_standard_layout_v<T> &&
                     (std::is_trivially_destructible_v<T> ||
                      std::is_same_v<T, Box>)&&std::is_default_constructible_v<T> &&
                     !std::is_pointer_v<T> && !std::is_empty_v<T>;

/// Whether some bytes of a type belong to none of its members: their values are indeterminate.
template <PlainBytes T>
bool hasPadding() {
#if defined(__has_builtin)
#if __has_builtin(__builtin_clear_padding)
  unsigned char bytes[sizeof(T)];
  T item{};
  std::memset(static_cast<void*>(&item), 0xff, sizeof(T));
  __builtin_clear_padding(&item);
  std::memcpy(bytes, static_cast<const void*>(&item), sizeof(T));
  for (const unsigned char byte : bytes)
    if (byte != 0xff) return true;
#endif
#endif
  return false;
}

/// Ends the program before main() if a type that it writes has padding. Naming it is enough.
template <PlainBytes T>
inline const bool isPadless = [] {
  if (!hasPadding<T>()) return true;
  std::fprintf(stderr, "talus: error: %s has padding, so its bytes must not be written\n",
               __PRETTY_FUNCTION__);
  std::abort();
}();

}  // namespace talus
