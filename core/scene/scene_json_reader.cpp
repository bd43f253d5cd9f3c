// JSON → scene. Types are checked while values are read; the rules of scenes are those of findFault(), whose
// finding is mapped to its location in the files.
#include <algorithm>
#include <map>
#include <unordered_map>

#include "base/error.h"
#include "scene/item_reader.h"
#include "scene/scene_documents.h"
#include "scene/scene_json.h"
#include "scene/shape_reader.h"

namespace talus {

namespace {

/// Numbers of named items.
using Names = std::unordered_map<std::string, Index>;

/// Calls work() and adds the location in the file to its errors.
template <class Work>
auto at(const JsonNode& place, const Work& work) {
  try {
    return work();
  } catch (const Error& error) {
    std::string problem = error.problem();
    if (!error.where().empty()) problem.append(": ").append(error.where());
    place.fail(problem, error.remedy(), error.subject());
  }
}

/// The name of an item; its number if it has none that can be read.
std::string nameOrNumber(const JsonNode& item, std::size_t number) {
  const nlohmann::json& value = item.value();
  const auto name = value.is_object() ? value.find("name") : value.end();
  return name != value.end() && name->is_string() ? name->get<std::string>() : std::to_string(number);
}

constexpr std::int64_t stepsOfPart = 1000;

/// Reports the progress of work, from 0 to 1, as `stepsOfPart` steps of another context.
template <class Work>
auto asSteps(Context& whole, const Work& work) {
  std::int64_t told = 0;
  Context part([&](double fraction) {
    const auto steps = static_cast<std::int64_t>(fraction * stepsOfPart);
    whole.advance(steps - told);
    told = steps;
    return true;
  });
  auto result = work(part);
  whole.advance(stepsOfPart - told);
  return result;
}

/// Builds a scene from documents, list by list, and records the place of each item.
class SceneBuilder {
 public:
  SceneBuilder(Scene& scene, MeshLoader loadMesh) : scene_(scene), loadMesh_(std::move(loadMesh)) {}

  void build(const std::vector<JsonNode>& roots, Context& context);
  void readMaterials(JsonObject& root);
  void readMotions(JsonObject& root);
  /// @throws Error the first fault of the scene, with its place in the documents.
  void requireValid(const JsonNode& root) const;

 private:
  void readShapes(JsonObject& root, Context& context);
  BodyShape shapeOf(const JsonNode& node, Context& context) const;
  void readBodies(JsonObject& root, const char* key, Motion motion);
  /// @param body with what the file may leave out.
  void readBody(JsonObject object, Body& body) const;
  Vec3 positionOf(JsonObject& object, const Body& body) const;
  void readWorld(JsonObject& root);

  /// The items of a key's list, none if there is no such key. Their places are recorded under the name that
  /// findFault() gives the list.
  std::vector<JsonNode> itemsOf(JsonObject& root, const char* key, const char* list);
  Index numberOf(const JsonNode& name, const std::string& what) const;

  Scene& scene_;
  MeshLoader loadMesh_;
  Names shapes_, materials_;
  ItemReader items_{[this](const JsonNode& name, const char* of) { return numberOf(name, of); }};
  std::int64_t nextId_ = 0;
  std::map<std::string, std::vector<JsonNode>> places_;  // of items, by the name of findFault's list
};

std::vector<JsonNode> SceneBuilder::itemsOf(JsonObject& root, const char* key, const char* list) {
  const auto node = root.find(key);
  if (!node) return {};
  auto items = node->items();
  auto& places = places_[list];
  places.insert(places.end(), items.begin(), items.end());
  return items;
}

Index SceneBuilder::numberOf(const JsonNode& name, const std::string& what) const {
  const Names& names = what == ItemFields<Body>::shape.of ? shapes_ : materials_;
  const auto found = names.find(name.text());
  if (found != names.end()) return found->second;
  std::vector<std::string> known;
  for (const auto& [other, number] : names) known.push_back(other);
  std::sort(known.begin(), known.end());
  name.fail("There is no " + what + " '" + shortened(name.text()) + "'", suggestion(name.text(), known));
}

void SceneBuilder::readWorld(JsonObject& root) {
  for (const char* key : {"format", "include", "materials", "pairs", "shapes", "bodies", "walls", "motions"})
    root.find(key);
  root.skipText("$schema");
  root.skipText("comment");
  items_.fields(root, scene_);
  root.refuseOthers();
}

void SceneBuilder::readMaterials(JsonObject& root) {
  for (const JsonNode& node : itemsOf(root, "materials", "materials")) {
    scene_.materials.push_back(items_.whole<Material>(node));
    materials_.emplace(scene_.materials.back().name, static_cast<Index>(scene_.materials.size() - 1));
  }
  for (const JsonNode& node : itemsOf(root, "pairs", "pairs"))
    scene_.pairs.push_back(items_.whole<MaterialPair>(node));
}

void SceneBuilder::readMotions(JsonObject& root) {
  for (const JsonNode& node : itemsOf(root, "motions", "motions"))
    scene_.motions.push_back(items_.whole<PrescribedMotion>(node));
}

BodyShape SceneBuilder::shapeOf(const JsonNode& node, Context& context) const {
  JsonObject object(node);
  object.skipText("comment");
  const std::string name = object.get("name").text();
  const ShapeSource source = shapeSource(object, loadMesh_);
  Vec3 offset = Vec3::Zero();
  object.read("offset", offset);
  object.refuseOthers();
  return at(source.place, [&] {
    const TriangleMesh mesh = asSteps(context, source.make);
    BodyShape shape = asSteps(context, [&](Context& part) { return makeBodyShape(name, mesh, part); });
    shape.offset += offset;
    return shape;
  });
}

void SceneBuilder::readShapes(JsonObject& root, Context& context) {
  for (const JsonNode& node : itemsOf(root, "shapes", "shapes")) {
    withSubject({.surface = nameOrNumber(node, scene_.shapes.size())},
                [&] { scene_.shapes.push_back(shapeOf(node, context)); });
    shapes_.emplace(scene_.shapes.back().name, static_cast<Index>(scene_.shapes.size() - 1));
  }
}

/// The centre of mass where no `position` is given: the origin of the mesh file lies at `origin`.
Vec3 SceneBuilder::positionOf(JsonObject& object, const Body& body) const {
  const auto origin = object.find("origin");
  if (origin && object.has("position"))
    origin->fail("A body has a position or an origin, not both", "Remove one of them");
  if (object.has("position")) return body.position;
  const Vec3& offset = scene_.shapes[static_cast<std::size_t>(body.shape)].offset;
  const Vec3 start = origin ? origin->vector() : Vec3(Vec3::Zero());
  return start + body.orientation.matrix() * (body.scale * offset);
}

void SceneBuilder::readBody(JsonObject object, Body& body) const {
  object.skipText("comment");
  items_.fields(object, body);
  if (body.orientation.squaredNorm() > 0) body.orientation = body.orientation.normalised();
  body.position = positionOf(object, body);
  if (!object.has("mass")) {
    const double volume = scene_.shapes[static_cast<std::size_t>(body.shape)].properties.volume;
    body.mass = scene_.materials[static_cast<std::size_t>(body.material)].density * volume *
                (body.scale * body.scale * body.scale);
  }
  object.refuseOthers();
}

void SceneBuilder::readBodies(JsonObject& root, const char* key, Motion motion) {
  for (const JsonNode& node : itemsOf(root, key, "bodies")) {
    Body body{.id = nextId_, .motion = motion};
    try {
      readBody(JsonObject(node), body);
    } catch (Error& error) {
      error.setSubject({.body = {body.id}});
      throw;
    }
    scene_.bodies.add(body);
    if (scene_.bodies.id.back() < INT64_MAX) nextId_ = std::max(nextId_, scene_.bodies.id.back() + 1);
  }
}

void SceneBuilder::build(const std::vector<JsonNode>& roots, Context& context) {
  for (const JsonNode& node : roots) {
    JsonObject root(node);
    readWorld(root);
    readMaterials(root);
    readShapes(root, context);
    readBodies(root, "bodies", Motion::Dynamic);
    readBodies(root, "walls", Motion::Fixed);
    readMotions(root);
  }
}

void SceneBuilder::requireValid(const JsonNode& root) const {
  const auto fault = findFault(scene_);
  if (!fault) return;
  const JsonNode& place = fault->list.empty() ? root : places_.at(fault->list)[fault->index];
  place.part(fault->field).fail(fault->problem, fault->remedy, fault->subject);
}

std::int64_t shapesIn(const std::vector<JsonNode>& roots) {
  std::int64_t count = 0;
  for (const JsonNode& root : roots)
    if (root.value().contains("shapes")) count += static_cast<std::int64_t>(root.value()["shapes"].size());
  return count;
}

Scene built(const SceneDocuments& documents, const MeshLoader& loadMesh, Context& context) {
  constexpr std::int64_t partsOfShape = 2;
  context.beginStage(1, partsOfShape * stepsOfPart * shapesIn(documents.roots()));
  Scene scene;
  SceneBuilder builder(scene, loadMesh);
  builder.build(documents.roots(), context);
  builder.requireValid(documents.roots().back());
  return scene;
}

/// An array of the rows, each parsed.
nlohmann::json listOf(const std::vector<std::string>& rows, const std::string& name) {
  nlohmann::json list = nlohmann::json::array();
  for (const std::string& row : rows) list.push_back(parseJson(row, name));
  return list;
}

}  // namespace

Scene readSceneFile(const std::string& path, const MeshLoader& loadMesh, Context& context) {
  SceneDocuments documents;
  documents.addFile(path);
  return built(documents, loadMesh, context);
}

Scene readSceneText(const std::string& text, const std::string& name, const MeshLoader& loadMesh,
                    Context& context) {
  SceneDocuments documents;
  documents.addText(text, name);
  return built(documents, loadMesh, context);
}

void readSceneRows(const SceneRows& rows, const std::string& name, Scene& scene) {
  nlohmann::json document;
  document["materials"] = listOf(rows.materials, name);
  document["pairs"] = listOf(rows.pairs, name);
  document["motions"] = listOf(rows.motions, name);
  SceneBuilder builder(scene, {});
  JsonObject root(JsonNode(document, "$", name));
  builder.readMaterials(root);
  builder.readMotions(root);
}

}  // namespace talus
