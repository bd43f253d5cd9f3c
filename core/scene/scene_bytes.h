#pragma once

#include "base/bytes.h"
#include "scene/scene.h"

namespace talus {

/// The parts of a scene as bytes, for messages and checksums. Reading gives the same, bit for bit.

/// All but shapes and bodies.
void writeWorld(const Scene& scene, ByteWriter& bytes);
/// Sets them in a scene that has none.
void readWorld(ByteReader& bytes, Scene& scene);

void write(const MassProperties& properties, ByteWriter& bytes);
MassProperties readProperties(ByteReader& bytes);

void write(const BodyShape& shape, ByteWriter& bytes);
BodyShape readShape(ByteReader& bytes);

void write(const Bodies& bodies, ByteWriter& bytes);
Bodies readBodies(ByteReader& bytes);

}  // namespace talus
