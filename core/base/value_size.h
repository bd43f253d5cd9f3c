#pragma once

#include <array>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include "base/types.h"

namespace talus {

/// The bytes of a type that belong to a member, at any depth: less than its size if it has padding. Of
/// numbers, Eigen's vectors and matrices of fixed size, arrays, pairs, and structures of up to 16 public
/// members of these.
template <class T>
constexpr std::size_t valueSize();

/// Parts of valueSize().
namespace value_size {

// Stands for a member of any type, as an initialiser.
struct AnyMember {
  template <class Member>
  operator Member() const;
};

template <class T, class... Members>
constexpr std::size_t memberCount() {
  if constexpr (requires { T{std::declval<Members>()..., AnyMember{}}; })
    return memberCount<T, Members..., AnyMember>();
  return sizeof...(Members);
}

template <class... Members>
struct Types {
  static constexpr std::size_t size = (std::size_t{0} + ... + valueSize<Members>());
};
template <class... Members>
Types<Members...> typesOf(const Members&...);

// Never called: its type tells those of the members.
template <class T>
auto membersOf(const T& item) {
  constexpr std::size_t count = memberCount<T>();
  static_assert(count > 0 && count <= 16, "valueSize() counts up to 16 members");
  if constexpr (count == 1) {
    const auto& [a] = item;
    return typesOf(a);
  } else if constexpr (count == 2) {
    const auto& [a, b] = item;
    return typesOf(a, b);
  } else if constexpr (count == 3) {
    const auto& [a, b, c] = item;
    return typesOf(a, b, c);
  } else if constexpr (count == 4) {
    const auto& [a, b, c, d] = item;
    return typesOf(a, b, c, d);
  } else if constexpr (count == 5) {
    const auto& [a, b, c, d, e] = item;
    return typesOf(a, b, c, d, e);
  } else if constexpr (count == 6) {
    const auto& [a, b, c, d, e, f] = item;
    return typesOf(a, b, c, d, e, f);
  } else if constexpr (count == 7) {
    const auto& [a, b, c, d, e, f, g] = item;
    return typesOf(a, b, c, d, e, f, g);
  } else if constexpr (count == 8) {
    const auto& [a, b, c, d, e, f, g, h] = item;
    return typesOf(a, b, c, d, e, f, g, h);
  } else if constexpr (count == 9) {
    const auto& [a, b, c, d, e, f, g, h, i] = item;
    return typesOf(a, b, c, d, e, f, g, h, i);
  } else if constexpr (count == 10) {
    const auto& [a, b, c, d, e, f, g, h, i, j] = item;
    return typesOf(a, b, c, d, e, f, g, h, i, j);
  } else if constexpr (count == 11) {
    const auto& [a, b, c, d, e, f, g, h, i, j, k] = item;
    return typesOf(a, b, c, d, e, f, g, h, i, j, k);
  } else if constexpr (count == 12) {
    const auto& [a, b, c, d, e, f, g, h, i, j, k, l] = item;
    return typesOf(a, b, c, d, e, f, g, h, i, j, k, l);
  } else if constexpr (count == 13) {
    const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m] = item;
    return typesOf(a, b, c, d, e, f, g, h, i, j, k, l, m);
  } else if constexpr (count == 14) {
    const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n] = item;
    return typesOf(a, b, c, d, e, f, g, h, i, j, k, l, m, n);
  } else if constexpr (count == 15) {
    const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o] = item;
    return typesOf(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o);
  } else if constexpr (count == 16) {
    const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = item;
    return typesOf(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p);
  }
}

template <class T>
inline constexpr bool isArray = false;
template <class Item, std::size_t count>
inline constexpr bool isArray<std::array<Item, count>> = true;

template <class T>
inline constexpr bool isPair = false;
template <class First, class Second>
inline constexpr bool isPair<std::pair<First, Second>> = true;

}  // namespace value_size

template <class T>
constexpr std::size_t valueSize() {
  if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>)
    return sizeof(T);
  else if constexpr (std::is_same_v<T, Box>)
    return 2 * valueSize<Vec3>();
  else if constexpr (requires { T::SizeAtCompileTime; })
    return static_cast<std::size_t>(T::SizeAtCompileTime) * valueSize<typename T::Scalar>();
  else if constexpr (value_size::isArray<T>)
    return std::tuple_size_v<T> * valueSize<typename T::value_type>();
  else if constexpr (value_size::isPair<T>)
    return valueSize<typename T::first_type>() + valueSize<typename T::second_type>();
  else
    return decltype(value_size::membersOf(std::declval<const T&>()))::size;
}

}  // namespace talus
