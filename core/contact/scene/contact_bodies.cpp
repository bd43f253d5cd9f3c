#include "contact/scene/contact_bodies.h"

namespace talus {

ContactBodies contactBodies(const Bodies& bodies) {
  ContactBodies placed;
  placed.shape.reserve(bodies.size());
  placed.pose.reserve(bodies.size());
  placed.role.reserve(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i)
    placed.add(bodies.shape[i], {bodies.position[i], bodies.orientation[i].matrix(), bodies.scale[i]},
               bodies.motion[i] == Motion::Dynamic ? BodyRole::Mobile : BodyRole::Wall);
  return placed;
}

}  // namespace talus
