#include "scene/scene_bytes.h"

#include <type_traits>

#include "base/text_bytes.h"
#include "scene/scene_json.h"

namespace talus {

namespace {

void writeTexts(const std::vector<std::string>& texts, ByteWriter& bytes) {
  bytes.value(static_cast<std::uint64_t>(texts.size()));
  for (const std::string& text : texts) writeText(text, bytes);
}

std::vector<std::string> readTexts(ByteReader& bytes) {
  std::vector<std::string> texts(static_cast<std::size_t>(bytes.value<std::uint64_t>()));
  for (std::string& text : texts) text = readText(bytes);
  return texts;
}

// Calls visit(number) for each number and vector of numbers.
template <class Properties, class Visitor>
void forEachNumber(Properties& properties, const Visitor& visit) {
  visit(properties.density);
  visit(properties.volume);
  visit(properties.mass);
  visit(properties.centroid);
  visit(properties.inertia);
  visit(properties.principal.moments);
  visit(properties.principal.axes);
  visit(properties.shells);
  visit(properties.cavities);
  visit(properties.correctedShells);
  visit(properties.overlappingShells);
}

}  // namespace

void writeWorld(const Scene& scene, ByteWriter& bytes) {
  const SceneRows rows = sceneRows(scene);
  for (const auto* texts : {&rows.materials, &rows.pairs, &rows.motions}) writeTexts(*texts, bytes);
  ItemFields<Scene>::visit([&](const ItemField&, auto member) {
    if constexpr (std::is_same_v<decltype(member), std::string Scene::*>)
      writeText(scene.*member, bytes);
    else
      bytes.value(scene.*member);
  });
}

void readWorld(ByteReader& bytes, Scene& scene) {
  SceneRows rows;
  for (auto* texts : {&rows.materials, &rows.pairs, &rows.motions}) *texts = readTexts(bytes);
  readSceneRows(rows, "a message", scene);
  ItemFields<Scene>::visit([&](const ItemField&, auto member) {
    using Value = std::remove_reference_t<decltype(scene.*member)>;
    if constexpr (std::is_same_v<Value, std::string>)
      scene.*member = readText(bytes);
    else
      scene.*member = bytes.value<Value>();
  });
}

void write(const MassProperties& properties, ByteWriter& bytes) {
  forEachNumber(properties, [&bytes](const auto& number) { bytes.value(number); });
  writeText(properties.warning, bytes);
}

MassProperties readProperties(ByteReader& bytes) {
  MassProperties properties;
  forEachNumber(properties, [&bytes](auto& number) {
    number = bytes.value<std::remove_reference_t<decltype(number)>>();
  });
  properties.warning = readText(bytes);
  return properties;
}

void write(const BodyShape& shape, ByteWriter& bytes) {
  writeText(shape.name, bytes);
  for (const auto* axis : {&shape.mesh.x, &shape.mesh.y, &shape.mesh.z}) bytes.array(*axis);
  for (const auto* corner : {&shape.mesh.a, &shape.mesh.b, &shape.mesh.c}) bytes.array(*corner);
  bytes.value(shape.offset);
  write(shape.properties, bytes);
}

BodyShape readShape(ByteReader& bytes) {
  BodyShape shape;
  shape.name = readText(bytes);
  for (auto* axis : {&shape.mesh.x, &shape.mesh.y, &shape.mesh.z}) *axis = bytes.array<double>();
  for (auto* corner : {&shape.mesh.a, &shape.mesh.b, &shape.mesh.c}) *corner = bytes.array<Index>();
  shape.offset = bytes.value<Vec3>();
  shape.properties = readProperties(bytes);
  return shape;
}

void write(const Bodies& bodies, ByteWriter& bytes) {
  forEachArray(bodies, [&bytes](const auto& array) { bytes.array(array); });
}

Bodies readBodies(ByteReader& bytes) {
  Bodies bodies;
  forEachArray(bodies, [&bytes](auto& array) {
    array = bytes.array<typename std::remove_reference_t<decltype(array)>::value_type>();
  });
  return bodies;
}

}  // namespace talus
