#pragma once

#include <cstring>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "scene/item_field.h"
#include "scene/motion.h"

namespace talus {

/// The words of a choice.
inline std::vector<std::string> wordsOf(const ItemField& field) {
  return {field.words.begin(), field.words.end()};
}

/// The word of a kind of motion in scene files.
inline const char* nameOf(const MotionKind& kind) {
  return std::visit([]<class Kind>(const Kind&) { return ItemFields<Kind>::itemName; }, kind);
}

/// A motion of each kind, in the order of MotionKind.
inline const std::vector<MotionKind>& motionsOfAllKinds() {
  static const auto all = []<class... Kinds>(std::variant<Kinds...>*) {
    return std::vector<MotionKind>{Kinds{}...};
  }(static_cast<MotionKind*>(nullptr));
  return all;
}

/// The words of the kinds of motion.
inline std::vector<std::string> motionKinds() {
  std::vector<std::string> words;
  for (const MotionKind& kind : motionsOfAllKinds()) words.emplace_back(nameOf(kind));
  return words;
}

/// Whether an item has a field: some kinds of motion do not have those of others.
template <class Item>
bool applies(const ItemField& field, const Item& item) {
  if constexpr (requires { item.kind; })
    return *field.except == '\0' || std::strcmp(field.except, nameOf(item.kind)) != 0;
  else
    return true;
}

}  // namespace talus
