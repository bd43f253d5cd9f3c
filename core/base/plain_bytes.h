#pragma once

#include <type_traits>

#include "base/value_size.h"

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
constexpr bool hasPadding = sizeof(T) != valueSize<T>();

/// Plain data that may be written as they are: equal values have equal bytes.
template <class T>
concept PadlessBytes = PlainBytes<T> && !hasPadding<T>;

}  // namespace talus
