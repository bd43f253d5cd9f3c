#pragma once

#include <array>
#include <functional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "scene/item_words.h"
#include "scene/json_node.h"
#include "scene/motion.h"

namespace talus {

/// Reads items of scene files by their fields (item_field.h). Types and keys are checked; values are not, see
/// findFault().
class ItemReader {
 public:
  /// The number of the item with that name. @param of what it is: material or shape.
  using NumberOf = std::function<Index(const JsonNode& name, const char* of)>;

  explicit ItemReader(NumberOf numberOf) : numberOf_(std::move(numberOf)) {}

  /// @throws Error a wrong type, an unknown key or kind, a key that is missing.
  template <class Item>
  Item whole(const JsonNode& node) const {
    Item item;
    JsonObject object(node);
    fields(object, item);
    object.refuseOthers();
    return item;
  }

  /// The same for the fields of an object that has other keys, too.
  template <class Item>
  void fields(JsonObject& object, Item& item) const {
    ItemFields<Item>::visit([&](const ItemField& field, auto member) {
      if (!applies(field, item)) return;
      if constexpr (std::is_same_v<decltype(member), MotionKind Item::*>)
        readKind(object, item.*member);
      else if (field.isRequired)
        read(object.get(field.name), field, item.*member);
      else if (const auto node = object.find(field.name))
        read(*node, field, item.*member);
    });
  }

 private:
  void readKind(JsonObject& object, MotionKind& kind) const {
    kind = motionsOfAllKinds()[object.get("kind").wordNumber(motionKinds())];
    std::visit([&](auto& motion) { fields(object, motion); }, kind);
  }

  void read(const JsonNode& node, const ItemField&, double& to) const { to = node.number(); }
  void read(const JsonNode& node, const ItemField&, bool& to) const { to = node.flag(); }
  void read(const JsonNode& node, const ItemField&, std::int64_t& to) const { to = node.integer(); }
  void read(const JsonNode& node, const ItemField&, Vec3& to) const { to = node.vector(); }
  void read(const JsonNode& node, const ItemField&, Quaternion& to) const { to = node.quaternion(); }
  void read(const JsonNode& node, const ItemField& field, Index& to) const { to = numberOf_(node, field.of); }
  void read(const JsonNode& node, const ItemField& field, std::string& to) const {
    to = field.words.empty() ? node.text() : field.words[node.wordNumber(wordsOf(field))];
  }
  template <std::size_t count>
  void read(const JsonNode& node, const ItemField& field, std::array<Index, count>& to) const {
    const auto items = node.items(count);
    for (std::size_t i = 0; i < count; ++i) read(items[i], field, to[i]);
  }
  template <class Value>
  void read(const JsonNode& node, const ItemField& field, std::vector<Value>& to) const {
    for (const JsonNode& item : node.items()) read(item, field, to.emplace_back());
  }
  template <class Other>
  void read(const JsonNode& node, const ItemField& field, Other& to) const {
    if constexpr (std::is_enum_v<Other>)
      to = static_cast<Other>(node.wordNumber(wordsOf(field)));
    else
      to = whole<Other>(node);
  }

  NumberOf numberOf_;
};

}  // namespace talus
