#include "scene/bodies.h"

namespace talus {

void Bodies::resize(std::size_t count) {
  const Body standing;
  id.resize(count, standing.id);
  shape.resize(count, standing.shape);
  position.resize(count, standing.position);
  orientation.resize(count, standing.orientation);
  scale.resize(count, standing.scale);
  velocity.resize(count, standing.velocity);
  angularVelocity.resize(count, standing.angularVelocity);
  mass.resize(count, standing.mass);
  material.resize(count, standing.material);
  motion.resize(count, standing.motion);
}

void Bodies::add(const Body& body) {
  resize(size() + 1);
  set(size() - 1, body);
}

Body Bodies::operator[](std::size_t i) const {
  return {id[i],       shape[i],           position[i], orientation[i], scale[i],
          velocity[i], angularVelocity[i], mass[i],     material[i],    motion[i]};
}

void Bodies::set(std::size_t i, const Body& body) {
  id[i] = body.id;
  shape[i] = body.shape;
  position[i] = body.position;
  orientation[i] = body.orientation;
  scale[i] = body.scale;
  velocity[i] = body.velocity;
  angularVelocity[i] = body.angularVelocity;
  mass[i] = body.mass;
  material[i] = body.material;
  motion[i] = body.motion;
}

}  // namespace talus
