#pragma once

#include <array>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "base/quaternion.h"
#include "base/types.h"
#include "scene/item_words.h"

namespace talus {

/// Writes items of scene files by their fields (item_field.h).
class ItemWriter {
 public:
  using Json = nlohmann::ordered_json;
  /// The name of the item with that number. @param of what it is: material or shape.
  using NameOf = std::function<const std::string&(Index number, const char* of)>;

  explicit ItemWriter(NameOf nameOf) : nameOf_(std::move(nameOf)) {}

  /// Calls write(field, value) for each field that the file has.
  template <class Item, class Write>
  void eachField(const Item& item, const Write& write) const {
    ItemFields<Item>::visit([&](const ItemField& field, auto member) {
      if constexpr (std::is_same_v<decltype(member), MotionKind Item::*>) {
        write(field, Json(nameOf(item.*member)));
        std::visit([&](const auto& motion) { eachField(motion, write); }, item.*member);
      } else if (applies(field, item) && !(field.omitsDefault && item.*member == Item{}.*member)) {
        write(field, json(field, item.*member));
      }
    });
  }

  template <class Item>
  Json whole(const Item& item) const {
    Json object = Json::object();
    eachField(item, [&](const ItemField& field, Json value) { object[field.name] = std::move(value); });
    return object;
  }

 private:
  Json json(const ItemField&, const Vec3& v) const { return {v.x(), v.y(), v.z()}; }
  Json json(const ItemField&, const Quaternion& q) const { return {q.w, q.x, q.y, q.z}; }
  Json json(const ItemField& field, Index number) const { return nameOf_(number, field.of); }
  template <std::size_t count>
  Json json(const ItemField& field, const std::array<Index, count>& numbers) const {
    return listed(field, numbers);
  }
  template <class Value>
  Json json(const ItemField& field, const std::vector<Value>& values) const {
    return listed(field, values);
  }
  template <class Other>
  Json json(const ItemField& field, const Other& value) const {
    if constexpr (std::is_enum_v<Other>)
      return field.words[static_cast<std::size_t>(value)];
    else if constexpr (requires { ItemFields<Other>::itemName; })
      return whole(value);
    else
      return value;
  }
  template <class Values>
  Json listed(const ItemField& field, const Values& values) const {
    Json list = Json::array();
    for (const auto& value : values) list.push_back(json(field, value));
    return list;
  }

  NameOf nameOf_;
};

}  // namespace talus
