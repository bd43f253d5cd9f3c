// JSON → scene. What a value must be to be understood at all is checked while it is read; the rules that
// scenes obey are findFault's, whose finding is brought back to the place in the files.
#include <algorithm>
#include <map>
#include <unordered_map>

#include "base/error.h"
#include "scene/scene_documents.h"
#include "scene/scene_json.h"
#include "scene/shape_generators.h"

namespace talus {

namespace {

/// Numbers of named items.
using Names = std::unordered_map<std::string, Index>;

const std::vector<std::string> motionWords{"dynamic", "fixed", "prescribed"};

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

RotationTable rotationTableOf(JsonObject& object) {
  RotationTable table{.axis = object.get("axis").vector()};
  object.read("centre", table.centre);
  table.times = numbersOf(object.get("times"));
  table.angles = numbersOf(object.get("angles"));
  return table;
}

decltype(PrescribedMotion::kind) motionKindOf(JsonObject& object) {
  int kind = 0;
  object.get("kind");
  object.read("kind", kind,
              {"rotation", "vibration", "translation", "removal", "translationTable", "rotationTable"});
  if (kind == 0) {
    RotationMotion motion{.axis = object.get("axis").vector()};
    object.read("centre", motion.centre);
    motion.angularSpeed = object.get("angularSpeed").number();
    return motion;
  }
  if (kind == 1) {
    VibrationMotion motion{.direction = object.get("direction").vector(),
                           .amplitude = object.get("amplitude").number(),
                           .frequency = object.get("frequency").number()};
    object.read("phase", motion.phase);
    return motion;
  }
  if (kind == 2) return TranslationMotion{object.get("velocity").vector()};
  if (kind == 3) return Removal{object.get("time").number()};
  if (kind == 5) return rotationTableOf(object);
  return TranslationTable{numbersOf(object.get("times")), vectorsOf(object.get("displacements"))};
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

/// A corner of a listed triangle. @throws Error it names no point.
Index cornerOf(const JsonNode& node, std::size_t points) {
  const std::int64_t corner = node.integer();
  if (corner < 0 || corner >= static_cast<std::int64_t>(points))
    node.fail("There is no point " + std::to_string(corner) + " among " + std::to_string(points),
              "Numbers begin with 0");
  return static_cast<Index>(corner);
}

/// What a shape is made from, and the place that speaks of it.
struct ShapeSource {
  JsonNode place;
  ShapeRecipe make;
};

ShapeSource listedMesh(JsonObject& shape) {
  TriangleMesh mesh;
  for (const JsonNode& point : shape.get("points").items()) mesh.addPoint(point.vector());
  const JsonNode triangles = shape.get("triangles");
  for (const JsonNode& triangle : triangles.items()) {
    const auto corners = triangle.items(3);
    const auto corner = [&](std::size_t i) { return cornerOf(corners[i], mesh.pointCount()); };
    mesh.addTriangle(corner(0), corner(1), corner(2));
  }
  return {triangles, [mesh](Context&) { return mesh; }};
}

TriangleMesh scaled(TriangleMesh mesh, double factor) {
  for (auto* values : {&mesh.x, &mesh.y, &mesh.z})
    for (double& value : *values) value *= factor;
  return mesh;
}

ShapeSource loadedMesh(JsonObject& shape, const MeshLoader& load) {
  const JsonNode file = shape.get("file");
  double factor = 1;
  shape.read("scale", factor);
  if (!(factor > 0)) shape.get("scale").fail("The scale is not positive", "Give a factor above 0");
  const std::string path = SceneDocuments::resolve(file.text(), file.file());
  return {file, [path, factor, &load](Context&) { return scaled(load(path), factor); }};
}

/// The one of a shape's three sources that is there.
ShapeSource shapeSource(JsonObject& shape, const MeshLoader& load) {
  const bool file = shape.has("file"), listed = shape.has("points"), generated = shape.has("generator");
  if (file + listed + generated != 1)
    shape.node().fail("A shape is made in one of three ways",
                      "Give it a file, or a generator, or points and triangles");
  if (generated) return {shape.get("generator"), generatorRecipe(shape)};
  return file ? loadedMesh(shape, load) : listedMesh(shape);
}

/// Does work whose errors do not know their place in the file.
template <class Work>
auto at(const JsonNode& place, const Work& work) {
  try {
    return work();
  } catch (const Error& error) {
    std::string problem = error.problem();
    if (!error.where().empty()) problem.append(": ").append(error.where());
    place.fail(problem, error.remedy());
  }
}

constexpr std::int64_t stepsOfPart = 1000;

/// Runs work that runs a context's stages to 1 as so many steps of another one.
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

/// Builds a scene from documents, each list of theirs in turn, and remembers where each item stands.
class SceneBuilder {
 public:
  SceneBuilder(Scene& scene, MeshLoader loadMesh) : scene_(scene), loadMesh_(std::move(loadMesh)) {}

  void build(const std::vector<JsonNode>& roots, Context& context);
  void readMaterials(JsonObject& root);
  void readMotions(JsonObject& root);
  /// @throws Error the scene's first fault, where it stands in the documents.
  void requireValid(const JsonNode& root) const;

 private:
  void readShapes(JsonObject& root, Context& context);
  BodyShape shapeOf(const JsonNode& node, Context& context) const;
  void readBodies(JsonObject& root, const char* key, Motion motion);
  Body bodyOf(JsonObject& object, Body body) const;
  Vec3 positionOf(JsonObject& object, const Body& body) const;
  void readWorld(JsonObject& root);

  /// The items of a key's list, none if there is no such key; their places are noted as those of findFault's
  /// list.
  std::vector<JsonNode> itemsOf(JsonObject& root, const char* key, const char* list);
  static Index numberOf(const JsonNode& name, const Names& names, const char* what);

  Scene& scene_;
  MeshLoader loadMesh_;
  Names shapes_, materials_;
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

Index SceneBuilder::numberOf(const JsonNode& name, const Names& names, const char* what) {
  const auto found = names.find(name.text());
  if (found != names.end()) return found->second;
  std::vector<std::string> known;
  for (const auto& [other, number] : names) known.push_back(other);
  std::sort(known.begin(), known.end());
  name.fail(std::string("There is no ") + what + " '" + name.text() + "'", suggestion(name.text(), known));
}

void SceneBuilder::readWorld(JsonObject& root) {
  for (const char* key : {"format", "include", "$schema", "comment", "materials", "pairs", "shapes", "bodies",
                          "walls", "motions"})
    root.find(key);
  root.read("gravity", scene_.gravity);
  root.read("halo", scene_.halo);
  root.read("startsAtRest", scene_.startsAtRest);
  root.refuseOthers();
}

void SceneBuilder::readMaterials(JsonObject& root) {
  for (const JsonNode& node : itemsOf(root, "materials", "materials")) {
    scene_.materials.push_back(materialOf(node));
    materials_.emplace(scene_.materials.back().name, static_cast<Index>(scene_.materials.size() - 1));
  }
  for (const JsonNode& node : itemsOf(root, "pairs", "pairs")) {
    JsonObject object(node);
    const auto names = object.get("between").items(2);
    scene_.pairs.push_back({numberOf(names[0], materials_, "material"),
                            numberOf(names[1], materials_, "material"), contactOf(object.get("contact"))});
    object.refuseOthers();
  }
}

void SceneBuilder::readMotions(JsonObject& root) {
  for (const JsonNode& node : itemsOf(root, "motions", "motions")) scene_.motions.push_back(motionOf(node));
}

BodyShape SceneBuilder::shapeOf(const JsonNode& node, Context& context) const {
  JsonObject object(node);
  object.find("comment");
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
    scene_.shapes.push_back(shapeOf(node, context));
    shapes_.emplace(scene_.shapes.back().name, static_cast<Index>(scene_.shapes.size() - 1));
  }
}

/// Where the centre of mass lies: at `position`, or such that the origin of the mesh as it was given lies at
/// `origin`.
Vec3 SceneBuilder::positionOf(JsonObject& object, const Body& body) const {
  const auto position = object.find("position"), origin = object.find("origin");
  if (position && origin)
    origin->fail("A body has a position or an origin, not both", "Take one of them out");
  if (position) return position->vector();
  const Vec3& offset = scene_.shapes[static_cast<std::size_t>(body.shape)].offset;
  const Vec3 start = origin ? origin->vector() : Vec3(Vec3::Zero());
  return start + body.orientation.matrix() * (body.scale * offset);
}

Body SceneBuilder::bodyOf(JsonObject& object, Body body) const {
  object.find("comment");
  body.shape = numberOf(object.get("shape"), shapes_, "shape");
  body.material = numberOf(object.get("material"), materials_, "material");
  object.read("id", body.id);
  if (const auto node = object.find("orientation")) body.orientation = node->quaternion();
  if (body.orientation.squaredNorm() > 0) body.orientation = body.orientation.normalised();
  object.read("scale", body.scale);
  body.position = positionOf(object, body);
  object.read("velocity", body.velocity);
  object.read("angularVelocity", body.angularVelocity);
  object.read("motion", body.motion, motionWords);
  const double volume = scene_.shapes[static_cast<std::size_t>(body.shape)].properties.volume;
  body.mass = scene_.materials[static_cast<std::size_t>(body.material)].density * volume *
              (body.scale * body.scale * body.scale);
  object.read("mass", body.mass);
  object.refuseOthers();
  return body;
}

void SceneBuilder::readBodies(JsonObject& root, const char* key, Motion motion) {
  for (const JsonNode& node : itemsOf(root, key, "bodies")) {
    JsonObject object(node);
    scene_.bodies.add(bodyOf(object, {.id = nextId_, .motion = motion}));
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
  place.failIn(fault->field, fault->problem, fault->remedy);
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

/// `"name": [row, row]`
std::string listText(const char* name, const std::vector<std::string>& rows) {
  std::string text;
  text.append("\"").append(name).append("\": [");
  for (const std::string& row : rows) text.append(&row == &rows[0] ? "" : ", ").append(row);
  return text.append("]");
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
  std::string text = "{";
  text.append(listText("materials", rows.materials)).append(", ");
  text.append(listText("pairs", rows.pairs)).append(", ");
  text.append(listText("motions", rows.motions)).append("}");
  const nlohmann::json document = parseJson(text, name);
  SceneBuilder builder(scene, {});
  JsonObject root(JsonNode(document, "$", name));
  builder.readMaterials(root);
  builder.readMotions(root);
}

}  // namespace talus
