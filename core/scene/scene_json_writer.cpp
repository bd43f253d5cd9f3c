// Scene → JSON. Numbers are written with enough digits to restore the same bits.
#include <cmath>
#include <nlohmann/json.hpp>

#include "scene/scene_items.h"
#include "scene/scene_json.h"

namespace talus {

namespace {

using Json = nlohmann::ordered_json;

Json json(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}

Json json(const Quaternion& q) {
  return {q.w, q.x, q.y, q.z};
}

Json json(const ContactParameters& c) {
  return {{"restitution", c.restitution},
          {"friction", c.friction},
          {"rollingResistance", c.rollingResistance},
          {"cohesion", c.cohesion},
          {"stiffness", c.stiffness}};
}

Json json(const Material& m) {
  return {{"name", m.name},
          {"density", m.density},
          {"young", m.young},
          {"poisson", m.poisson},
          {"contact", json(m.contact)}};
}

const std::string& nameOf(const std::vector<Material>& materials, Index i) {
  return materials[static_cast<std::size_t>(i)].name;
}

Json json(const MaterialPair& pair, const Scene& scene) {
  return {{"between", {nameOf(scene.materials, pair.first), nameOf(scene.materials, pair.second)}},
          {"contact", json(pair.contact)}};
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

Json json(const Body& body, const Scene& scene) {
  return {{"id", body.id},
          {"shape", scene.shapes[static_cast<std::size_t>(body.shape)].name},
          {"material", nameOf(scene.materials, body.material)},
          {"position", json(body.position)},
          {"orientation", json(body.orientation)},
          {"scale", body.scale},
          {"velocity", json(body.velocity)},
          {"angularVelocity", json(body.angularVelocity)},
          {"mass", body.mass},
          {"motion", motionWords[static_cast<std::size_t>(body.motion)]}};
}

struct MotionJson {
  Json operator()(const RotationMotion& m) const {
    return {{"kind", "rotation"},
            {"axis", json(m.axis)},
            {"centre", json(m.centre)},
            {"angularSpeed", m.angularSpeed}};
  }
  Json operator()(const VibrationMotion& m) const {
    return {{"kind", "vibration"},
            {"direction", json(m.direction)},
            {"amplitude", m.amplitude},
            {"frequency", m.frequency},
            {"phase", m.phase}};
  }
  Json operator()(const TranslationMotion& m) const {
    return {{"kind", "translation"}, {"velocity", json(m.velocity)}};
  }
  Json operator()(const Removal& m) const { return {{"kind", "removal"}, {"time", m.time}}; }
  Json operator()(const TranslationTable& m) const {
    Json displacements = Json::array();
    for (const Vec3& displacement : m.displacements) displacements.push_back(json(displacement));
    return {{"kind", "translationTable"}, {"times", m.times}, {"displacements", std::move(displacements)}};
  }
  Json operator()(const RotationTable& m) const {
    return {{"kind", "rotationTable"},
            {"axis", json(m.axis)},
            {"centre", json(m.centre)},
            {"times", m.times},
            {"angles", m.angles}};
  }
};

Json json(const PrescribedMotion& motion) {
  Json item = std::visit(MotionJson{}, motion.kind);
  item["bodies"] = motion.bodies;
  if (motion.begin != 0) item["begin"] = motion.begin;
  if (std::isfinite(motion.end)) item["end"] = motion.end;  // JSON has no infinity
  return item;
}

template <class List, class ToJson>
Json list(const List& items, const ToJson& toJson) {
  Json all = Json::array();
  for (std::size_t i = 0; i < items.size(); ++i) all.push_back(toJson(items[i]));
  return all;
}

Json pairsOf(const Scene& scene) {
  return list(scene.pairs, [&](const MaterialPair& pair) { return json(pair, scene); });
}

Json materialsOf(const Scene& scene) {
  return list(scene.materials, [](const Material& m) { return json(m); });
}

Json motionsOf(const Scene& scene) {
  return list(scene.motions, [](const PrescribedMotion& m) { return json(m); });
}

std::vector<std::string> rowsOf(const Json& items) {
  std::vector<std::string> rows;
  for (const Json& item : items) rows.push_back(item.dump());
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
  ObjectText text;
  text.member("format", "talus-scene-1");
  text.member("gravity", json(scene.gravity));
  text.member("halo", scene.halo);
  text.member("startsAtRest", scene.startsAtRest);
  if (!scene.settledLaw.empty()) text.member("settledLaw", scene.settledLaw);
  text.list("shapes", scene.shapes, [](const BodyShape& s) { return json(s); });
  text.member("materials", materialsOf(scene));
  text.member("pairs", pairsOf(scene));
  text.list("bodies", scene.bodies, [&](const Body& body) { return json(body, scene); });
  text.member("motions", motionsOf(scene));
  return text.end();
}

SceneRows sceneRows(const Scene& scene) {
  return {rowsOf(materialsOf(scene)), rowsOf(pairsOf(scene)), rowsOf(motionsOf(scene))};
}

}  // namespace talus
