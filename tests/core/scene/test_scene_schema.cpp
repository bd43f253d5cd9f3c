// data/scene.schema.json says what the reader does: the same keys, required or not, the same types, the same
// defaults, the same words.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "base/error.h"
#include "scene/scene_json.h"
#include "scene/shape_generators.h"
#include "shapes.h"

namespace talus::test_scene_schema {
namespace {

using Json = nlohmann::json;
using Pointer = Json::json_pointer;

Json schema() {
  std::ifstream file(TALUS_DATA "/scene.schema.json");
  return Json::parse(file);
}

// A scene with an object of every kind that the schema defines.
Json document() {
  return Json::parse(R"({
    "format": "talus-scene-1",
    "shapes": [{"name": "file", "file": "box.stl"},
               {"name": "list", "points": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]],
                "triangles": [[0,2,1],[0,1,3],[1,2,3],[2,0,3]]},
               {"name": "s", "generator": "sphere", "levels": 1}],
    "materials": [{"name": "glass", "contact": {}}, {"name": "steel"}],
    "pairs": [{"between": ["steel", "glass"], "contact": {}}],
    "bodies": [{"shape": "list", "material": "glass"},
               {"shape": "list", "material": "glass", "motion": "prescribed", "id": 7}],
    "motions": [{"kind": "rotation", "bodies": [7], "axis": [0, 0, 1], "angularSpeed": 2},
                {"kind": "vibration", "bodies": [7], "direction": [1, 0, 0], "amplitude": 0.1, "frequency": 50},
                {"kind": "translation", "bodies": [7], "velocity": [1, 0, 0]},
                {"kind": "removal", "bodies": [7], "time": 2},
                {"kind": "translationTable", "bodies": [7], "times": [0, 1], "displacements": [[0,0,0],[1,0,0]]},
                {"kind": "rotationTable", "bodies": [7], "axis": [0, 0, 1], "times": [0, 1], "angles": [0, 1]}]})");
}

// Where document() has an object of each kind, and for a shape what must replace the sphere there.
struct Kind {
  const char* definition;  // "" is the root
  const char* object;
  const char* shape = nullptr;
};
const Kind kinds[] = {
    {"", ""},
    {"fileShape", "/shapes/0"},
    {"listedShape", "/shapes/1"},
    {"sphere", "/shapes/2"},
    {"convexGrain", "/shapes/2", R"({"name": "s", "generator": "convexGrain"})"},
    {"bumpedSphere", "/shapes/2", R"({"name": "s", "generator": "bumpedSphere", "triangles": 80})"},
    {"solid", "/shapes/2", R"({"name": "s", "generator": "solid"})"},
    {"container", "/shapes/2", R"({"name": "s", "generator": "container"})"},
    {"foam", "/shapes/2", R"({"name": "s", "generator": "foam", "cells": 4, "triangles": 4000})"},
    {"porousBlock", "/shapes/2",
     R"({"name": "s", "generator": "porousBlock", "tunnels": 2, "triangles": 8000})"},
    {"material", "/materials/0"},
    {"contact", "/materials/0/contact"},
    {"pair", "/pairs/0"},
    {"body", "/bodies/0"},
    {"rotation", "/motions/0"},
    {"vibration", "/motions/1"},
    {"translation", "/motions/2"},
    {"removal", "/motions/3"},
    {"translationTable", "/motions/4"},
    {"rotationTable", "/motions/5"},
};

Scene read(const Json& text) {
  Context context;
  return readSceneText(
      text.dump(), "t", [](const std::string&) { return shapes::unitBox(); }, context);
}

// What reading says: "" if all is well.
std::string complaint(const Json& text) {
  try {
    read(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

class SceneSchema : public testing::TestWithParam<Kind> {
 protected:
  Json definition() const {
    const std::string name = GetParam().definition;
    return name.empty() ? schema() : schema()["$defs"][name];
  }
  static Json document() {
    Json text = test_scene_schema::document();
    if (GetParam().shape) text["shapes"][2] = Json::parse(GetParam().shape);
    return text;
  }
  Json with(const std::string& key, const Json& value) const {
    Json changed = document();
    changed[Pointer(GetParam().object)][key] = value;
    return changed;
  }
  std::string path(const std::string& key) const {
    std::string text = "$";
    for (const char* c = GetParam().object; *c; ++c) text += *c == '/' ? '.' : *c;
    for (const char digit : std::string("0123456")) {
      const std::string item = std::string(".") + digit;
      if (const auto at = text.find(item); at != std::string::npos)
        text.replace(at, 2, std::string("[") + digit + "]");
    }
    return text + "." + key;
  }
};
INSTANTIATE_TEST_SUITE_P(Kinds, SceneSchema, testing::ValuesIn(kinds), [](const auto& kind) {
  return std::string(*kind.param.definition ? kind.param.definition : "scene");
});

TEST(SceneSchema, EveryKindOfObjectIsTested) {
  std::set<std::string> tested, defined{""};
  for (const Kind& kind : kinds) tested.insert(kind.definition);
  const Json definitions = schema()["$defs"];
  for (const auto& [name, definition] : definitions.items())
    if (definition["type"] == "object") defined.insert(name);
  EXPECT_EQ(tested, defined);
  for (const auto& [generator, read] : shapeReaders()) EXPECT_TRUE(tested.contains(generator)) << generator;
}

TEST_P(SceneSchema, HasTheReadersKeys) {
  EXPECT_EQ(complaint(document()), "");
  const Json properties = definition()["properties"];
  const std::string said = complaint(with("notAKey", 1));
  const std::string intro = "Choose from: ";
  const auto begin = said.find(intro);
  ASSERT_NE(begin, std::string::npos) << said;
  std::set<std::string> known, defined;
  std::istringstream words(said.substr(begin + intro.size(), said.size() - begin - intro.size() - 1));
  for (std::string word; std::getline(words >> std::ws, word, ',');)
    EXPECT_TRUE(known.insert(word).second) << word << " is told twice: " << said;
  for (const auto& [key, property] : properties.items()) defined.insert(key);
  EXPECT_EQ(known, defined);
  EXPECT_EQ(definition()["additionalProperties"], false);
}

TEST_P(SceneSchema, RequiresWhatTheReaderRequires) {
  const Json properties = definition()["properties"];
  const auto required = definition().value("required", std::vector<std::string>());
  for (const std::string& key : required) {
    Json changed = document();
    changed[Pointer(GetParam().object)].erase(key);
    EXPECT_NE(complaint(changed), "") << key;
  }
  Json least = document();
  Json& object = least[Pointer(GetParam().object)];
  for (const auto& [key, property] : properties.items())
    if (std::find(required.begin(), required.end(), key) == required.end()) object.erase(key);
  for (const std::string& key : required)
    EXPECT_EQ(complaint(least).find("'" + key + "' is missing"), std::string::npos);
}

TEST_P(SceneSchema, HasTheReadersTypes) {
  const Json properties = definition()["properties"];
  for (const auto& [key, property] : properties.items()) {
    const Json wrong = property.value("type", "") == "object" ? Json(1) : Json{{"an", "object"}};
    const std::string said = complaint(with(key, wrong));
    EXPECT_NE(said.find(path(key)), std::string::npos) << key << ": " << said;
  }
}

TEST_P(SceneSchema, DefaultsChangeNothing) {
  const Json properties = definition()["properties"];
  int defaults = 0;
  for (const auto& [key, property] : properties.items()) {
    const Pointer object(GetParam().object);
    if (!property.contains("default") || key == "triangles" || key == "cells" || key == "tunnels")
      continue;  // slow
    Json without = document();
    without[object].erase(key);
    EXPECT_EQ(sceneText(read(with(key, property["default"]))), sceneText(read(without))) << key;
    ++defaults;
  }
  EXPECT_TRUE(defaults > 0 || definition().dump().find("\"default\"") == std::string::npos);
}

TEST_P(SceneSchema, LimitsAreTheReaders) {
  const Json properties = definition()["properties"];
  for (const auto& [key, property] : properties.items())
    for (const char* limit : {"minimum", "maximum", "exclusiveMinimum"}) {
      if (!property.contains(limit) || property["maximum"] > 100000) continue;
      const double value = property[limit];
      const bool isWhole = property["type"] == "integer";
      const double beyond = value + (std::string(limit) == "maximum" ? 1 : -1) * (isWhole ? 1 : 1e-6);
      const Json wrong = isWhole ? Json(static_cast<std::int64_t>(beyond)) : Json(beyond);
      EXPECT_NE(complaint(with(key, wrong)), "") << key << " " << wrong;
      if (std::string(limit) == "exclusiveMinimum") {
        EXPECT_NE(complaint(with(key, property[limit])), "") << key;
      }
    }
}

TEST_P(SceneSchema, HasTheReadersWords) {
  const Json properties = definition()["properties"];
  for (const auto& [key, property] : properties.items()) {
    EXPECT_TRUE(property.contains("description")) << key;
    if (!property.contains("enum")) continue;
    const std::string said = complaint(with(key, "nonsense"));
    for (const Json& word : property["enum"])
      EXPECT_NE(said.find(word.get<std::string>()), std::string::npos) << said;
  }
}

}  // namespace
}  // namespace talus::test_scene_schema
