#include "scene/shape_reader.h"

#include <string>

#include "scene/scene_documents.h"

namespace talus {

namespace {

/// A corner of a listed triangle. @throws Error it is not the index of a point.
Index cornerOf(const JsonNode& node, std::size_t points) {
  const std::int64_t corner = node.integer();
  if (corner < 0 || corner >= static_cast<std::int64_t>(points))
    node.fail("There is no point " + std::to_string(corner) + " among " + std::to_string(points),
              "Numbers begin with 0");
  return static_cast<Index>(corner);
}

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

/// @throws Error an unknown generator.
ShapeSource generatedMesh(JsonObject& shape) {
  const JsonNode name = shape.get("generator");
  const auto reader = shapeReaders().find(name.text());
  if (reader != shapeReaders().end()) return {name, reader->second(shape)};
  std::vector<std::string> known;
  for (const auto& [generator, read] : shapeReaders()) known.push_back(generator);
  name.fail("There is no generator '" + shortened(name.text()) + "'", suggestion(name.text(), known));
}

ShapeSource loadedMesh(JsonObject& shape, const MeshLoader& load) {
  const JsonNode file = shape.get("file");
  double factor = 1;
  shape.read("scale", factor);
  if (!(factor > 0)) shape.get("scale").fail("The scale is not positive", "Give a factor above 0");
  const std::string path = SceneDocuments::resolve(file);
  return {file, [path, factor, &load](Context&) { return scaled(load(path), factor); }};
}

}  // namespace

ShapeSource shapeSource(JsonObject& shape, const MeshLoader& load) {
  const bool file = shape.has("file"), listed = shape.has("points"), generated = shape.has("generator");
  if (file + listed + generated != 1)
    shape.node().fail("A shape is made in one of three ways",
                      "Give it a file, or a generator, or points and triangles");
  if (generated) return generatedMesh(shape);
  return file ? loadedMesh(shape, load) : listedMesh(shape);
}

}  // namespace talus
