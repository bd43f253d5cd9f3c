#include "scene/scene_bytes.h"

#include "scene/scene_json.h"

namespace talus {

namespace {

// Each writes or reads: all that follows is listed once.

template <class Properties, class Bytes>
void transferProperties(Properties& p, Bytes& bytes) {
  bytes.all(p.density, p.volume, p.mass, p.centroid, p.inertia, p.principal.moments, p.principal.axes,
            p.shells, p.cavities, p.correctedShells, p.overlappingShells, p.warning);
}

template <class Shape, class Bytes>
void transferShape(Shape& s, Bytes& bytes) {
  bytes.all(s.name, s.mesh.x, s.mesh.y, s.mesh.z, s.mesh.a, s.mesh.b, s.mesh.c, s.offset);
  transferProperties(s.properties, bytes);
}

template <class World, class Bytes>
void transferFields(World& scene, Bytes& bytes) {
  ItemFields<Scene>::visit([&](const ItemField&, auto member) { bytes.all(scene.*member); });
}

}  // namespace

void writeWorld(const Scene& scene, ByteWriter& bytes) {
  const SceneRows rows = sceneRows(scene);
  bytes.all(rows.materials, rows.pairs, rows.motions);
  transferFields(scene, bytes);
}

void readWorld(ByteReader& bytes, Scene& scene) {
  SceneRows rows;
  bytes.all(rows.materials, rows.pairs, rows.motions);
  readSceneRows(rows, "a message", scene);
  transferFields(scene, bytes);
}

void write(const MassProperties& properties, ByteWriter& bytes) {
  transferProperties(properties, bytes);
}

MassProperties readProperties(ByteReader& bytes) {
  MassProperties properties;
  transferProperties(properties, bytes);
  return properties;
}

void write(const BodyShape& shape, ByteWriter& bytes) {
  transferShape(shape, bytes);
}

BodyShape readShape(ByteReader& bytes) {
  BodyShape shape;
  transferShape(shape, bytes);
  return shape;
}

void write(const Bodies& bodies, ByteWriter& bytes) {
  forEachArray(bodies, [&bytes](const auto& array) { bytes.all(array); });
}

Bodies readBodies(ByteReader& bytes) {
  Bodies bodies;
  forEachArray(bodies, [&bytes](auto& array) { bytes.all(array); });
  return bodies;
}

}  // namespace talus
