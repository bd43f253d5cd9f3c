#include "dynamics/run/squeezing_walls.h"

#include <algorithm>
#include <set>

#include "dynamics/implicit/contact_islands.h"

namespace talus {

namespace {

std::vector<Index> wallsThatSqueeze(const ContactIsland& island, const ForceBodies& bodies) {
  constexpr double unbalanced = 0.1;  // of the forces of walls
  Vec3 sum = Vec3::Zero();
  double total = 0, power = 0;
  std::set<Index> walls;
  for (const LinearContact* contact : island.contacts) {
    const bool isA = bodies[contact->bodyA].wall;
    const Index wall = isA ? contact->bodyA : contact->bodyB;
    if (!bodies[wall].wall) continue;
    const Vec3 force = isA ? contact->force : Vec3(-contact->force);
    sum += force;
    total += force.norm();
    power += force.dot(bodies.placed()[wall].velocityAt(contact->point));
    walls.insert(wall);
  }
  if (!(power > 0) || sum.norm() > unbalanced * total) return {};
  return {walls.begin(), walls.end()};
}

}  // namespace

std::vector<Index> squeezingWalls(LinearContacts contacts, const ForceBodies& bodies,
                                  const BodyInertia& inertia, Index body) {
  for (const ContactIsland& island : contactIslands(contacts, inertia))
    if (std::ranges::binary_search(island.bodies, static_cast<std::size_t>(body)))
      return wallsThatSqueeze(island, bodies);
  return {};
}

}  // namespace talus
