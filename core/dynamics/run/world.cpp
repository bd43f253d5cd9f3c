#include "dynamics/run/world.h"

#include <utility>

#include "dynamics/run/body_rows.h"
#include "dynamics/run/make_integrator.h"

namespace talus {

bool knowsAllBodies(const SimulationOptions& options) {
  return options.certify || options.contacts.law == ContactLawKind::Barrier ||
         !goesBodyByBody(options.integrator);
}

BodyShare World::ownBodies() const {
  return shareOf(system_, {}, [](std::size_t) { return true; });
}

void World::takeOver(BodyShare bodies, AcceptedContacts::Saved contacts) {
  system_.state = std::move(bodies.state);
  system_.fields.contacts.replaceBodies(system_.scene, {}, std::move(contacts));
  system_.integrator->setBodyMemory(std::move(bodies.memory));
}

}  // namespace talus
