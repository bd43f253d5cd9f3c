// Scene → JSON. Numbers are written with enough digits to restore the same bits.
#include <nlohmann/json.hpp>
#include <string_view>

#include "scene/item_writer.h"
#include "scene/scene_json.h"

namespace talus {

namespace {

using Json = ItemWriter::Json;

Json json(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}

Json json(const BodyShape& shape) {
  Json points = Json::array(), triangles = Json::array();
  for (std::size_t p = 0; p < shape.mesh.pointCount(); ++p)
    points.push_back(json(shape.mesh.point(static_cast<Index>(p))));
  for (std::size_t t = 0; t < shape.mesh.triangleCount(); ++t) triangles.push_back(shape.mesh.triangle(t));
  return {{"name", shape.name},
          {"points", std::move(points)},
          {"triangles", std::move(triangles)},
          {"offset", json(shape.offset)}};
}

ItemWriter writerOf(const Scene& scene) {
  return ItemWriter([&](Index number, const char* of) -> const std::string& {
    const auto i = static_cast<std::size_t>(number);
    return std::string_view(of) == ItemFields<Body>::shape.of ? scene.shapes[i].name
                                                              : scene.materials[i].name;
  });
}

template <class Item>
Json listOf(const std::vector<Item>& items, const ItemWriter& writer) {
  Json list = Json::array();
  for (const Item& item : items) list.push_back(writer.whole(item));
  return list;
}

template <class Item>
std::vector<std::string> rowsOf(const std::vector<Item>& items, const ItemWriter& writer) {
  std::vector<std::string> rows;
  for (const Item& item : items) rows.push_back(writer.whole(item).dump());
  return rows;
}

// The text of a JSON object with one key for each call, like Json::dump(1). The items of a list are converted
// one after the other: a million bodies need memory for their text alone.
class ObjectText {
 public:
  void member(const char* key, const Json& value) {
    begin(key);
    text_ += indented(value, 1);
  }
  template <class List, class ToJson>
  void list(const char* key, const List& items, const ToJson& toJson) {
    begin(key);
    text_ += "[";
    for (std::size_t i = 0; i < items.size(); ++i)
      text_ += (i == 0 ? "\n  " : ",\n  ") + indented(toJson(items[i]), 2);
    text_ += items.size() == 0 ? "]" : "\n ]";
  }
  std::string end() { return std::move(text_) + "\n}\n"; }

 private:
  void begin(const char* key) {
    text_ += text_.empty() ? "{\n " : ",\n ";
    text_ += Json(key).dump() + ": ";
  }
  // All lines but the first begin with so many blanks more.
  static std::string indented(const Json& value, std::size_t blanks) {
    std::string result;
    for (const char c : value.dump(1)) {
      result += c;
      if (c == '\n') result.append(blanks, ' ');
    }
    return result;
  }

  std::string text_;
};

}  // namespace

std::string sceneText(const Scene& scene) {
  const ItemWriter writer = writerOf(scene);
  ObjectText text;
  text.member("format", "talus-scene-1");
  writer.eachField(scene, [&](const ItemField& field, const Json& value) { text.member(field.name, value); });
  text.list("shapes", scene.shapes, [](const BodyShape& s) { return json(s); });
  text.member("materials", listOf(scene.materials, writer));
  text.member("pairs", listOf(scene.pairs, writer));
  text.list("bodies", scene.bodies, [&](const Body& body) { return writer.whole(body); });
  text.member("motions", listOf(scene.motions, writer));
  return text.end();
}

SceneRows sceneRows(const Scene& scene) {
  const ItemWriter writer = writerOf(scene);
  return {rowsOf(scene.materials, writer), rowsOf(scene.pairs, writer), rowsOf(scene.motions, writer)};
}

}  // namespace talus
