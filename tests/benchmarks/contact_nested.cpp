// nested/BODIES/CONTENDER: a body wholly inside another. Counters: contacts; ours, the gap and whether it is
// a containment.

#include "contact/scene/body_contacts.h"
#include "contact_peers.h"
#include "contact_suites.h"
#include "core/shapes.h"

namespace talus::bench {

namespace {

// A ball in the tube of a ring.
struct Nested {
  TriangleMesh outer = shapes::torus(1, 0.3, 48, 24);
  TriangleMesh inner = shapes::moved(shapes::sphere(3), 0.05, Vec3::Zero());
  Pose pose{Vec3(1, 0, 0.1), Eigen::Matrix3d::Identity(), 1};
};

constexpr const char* prefix = "nested/ring 2304, ball 512/";

void enterOurs(const ContactRun& run, const Nested& bodies) {
  Context context;
  const auto outer = std::make_shared<ContactGeometry>(bodies.outer, "ring", SurrogateOptions{}, context);
  const auto inner = std::make_shared<ContactGeometry>(bodies.inner, "ball", SurrogateOptions{}, context);
  enter(run, std::string(prefix) + "Talus", [outer, inner, pose = bodies.pose](benchmark::State& state) {
    BodyContactFinder finder;
    std::vector<Contact> contacts;
    for ([[maybe_unused]] auto step : state) {
      contacts.clear();
      finder.find({outer.get(), {}, 0.01}, {inner.get(), pose, 0.01}, contacts);
    }
    state.counters["contacts"] = double(contacts.size());
    state.counters["contained"] = contacts.at(0).kind == ContactKind::Contained ? 1 : 0;
    state.counters["gap"] = contacts.at(0).gap;
  });
}

void enterPeer(const ContactRun& run, const Nested& bodies, const std::string& name,
               const std::shared_ptr<peers::MeshPairPeer>& peer) {
  peer->setPoses({{{}, bodies.pose}});
  enter(run, prefix + name, [peer](benchmark::State& state) {
    std::size_t contacts = 0;
    for ([[maybe_unused]] auto step : state) contacts = peer->query(0).contacts;
    state.counters["contacts"] = double(contacts);
  });
}

}  // namespace

void enterNested(const ContactRun& run) {
  const Nested bodies;
  enterOurs(run, bodies);
  for (const auto& [name, peer] : meshPairPeers(bodies.outer, bodies.inner))
    enterPeer(run, bodies, name, peer);
}

}  // namespace talus::bench
