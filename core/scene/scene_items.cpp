#include "scene/scene_items.h"

#include <string>
#include <vector>

namespace talus {

namespace {

std::vector<double> numbersOf(const JsonNode& node) {
  std::vector<double> numbers;
  for (const JsonNode& item : node.items()) numbers.push_back(item.number());
  return numbers;
}

std::vector<Vec3> vectorsOf(const JsonNode& node) {
  std::vector<Vec3> vectors;
  for (const JsonNode& item : node.items()) vectors.push_back(item.vector());
  return vectors;
}

using MotionKind = decltype(PrescribedMotion::kind);

MotionKind rotationOf(JsonObject& object) {
  RotationMotion motion{.axis = object.get("axis").vector()};
  object.read("centre", motion.centre);
  motion.angularSpeed = object.get("angularSpeed").number();
  return motion;
}

MotionKind vibrationOf(JsonObject& object) {
  VibrationMotion motion{.direction = object.get("direction").vector(),
                         .amplitude = object.get("amplitude").number(),
                         .frequency = object.get("frequency").number()};
  object.read("phase", motion.phase);
  return motion;
}

MotionKind translationOf(JsonObject& object) {
  return TranslationMotion{object.get("velocity").vector()};
}

MotionKind removalOf(JsonObject& object) {
  return Removal{object.get("time").number()};
}

MotionKind translationTableOf(JsonObject& object) {
  return TranslationTable{numbersOf(object.get("times")), vectorsOf(object.get("displacements"))};
}

MotionKind rotationTableOf(JsonObject& object) {
  RotationTable table{.axis = object.get("axis").vector()};
  object.read("centre", table.centre);
  table.times = numbersOf(object.get("times"));
  table.angles = numbersOf(object.get("angles"));
  return table;
}

MotionKind motionKindOf(JsonObject& object) {
  static const std::vector<std::string> words{"rotation", "vibration",        "translation",
                                              "removal",  "translationTable", "rotationTable"};
  constexpr MotionKind (*readers[])(JsonObject&) = {rotationOf, vibrationOf,        translationOf,
                                                    removalOf,  translationTableOf, rotationTableOf};
  int kind = 0;
  object.get("kind");
  object.read("kind", kind, words);
  return readers[kind](object);
}

}  // namespace

ContactParameters contactOf(const JsonNode& node) {
  ContactParameters contact;
  JsonObject object(node);
  object.read("restitution", contact.restitution);
  object.read("friction", contact.friction);
  object.read("rollingResistance", contact.rollingResistance);
  object.read("cohesion", contact.cohesion);
  object.read("stiffness", contact.stiffness);
  object.refuseOthers();
  return contact;
}

Material materialOf(const JsonNode& node) {
  JsonObject object(node);
  Material material{.name = object.get("name").text()};
  object.read("density", material.density);
  object.read("young", material.young);
  object.read("poisson", material.poisson);
  if (const auto contact = object.find("contact")) material.contact = contactOf(*contact);
  object.refuseOthers();
  return material;
}

PrescribedMotion motionOf(const JsonNode& node) {
  JsonObject object(node);
  PrescribedMotion motion;
  for (const JsonNode& id : object.get("bodies").items()) motion.bodies.push_back(id.integer());
  motion.kind = motionKindOf(object);
  if (motion.moves()) {
    object.read("begin", motion.begin);
    object.read("end", motion.end);
  }
  object.refuseOthers();
  return motion;
}

}  // namespace talus
