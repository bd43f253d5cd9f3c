#include "peers/bullet_world.h"

#include <btBulletDynamicsCommon.h>

#include <algorithm>
#include <cmath>

namespace talus::peers {

struct BulletWorld::Data {
  explicit Data(const Options& given) : options(given) {}

  Options options;
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadPhase;
  btSequentialImpulseConstraintSolver solver;
  btDiscreteDynamicsWorld world{&dispatcher, &broadPhase, &solver, &configuration};
  std::vector<std::unique_ptr<btConvexHullShape>> hulls;
  std::vector<std::unique_ptr<btRigidBody>> bodies;

  btVector3 inUnit(const Vec3& v) const {
    const Vec3 w = v / options.unit;
    return {btScalar(w.x()), btScalar(w.y()), btScalar(w.z())};
  }
  Vec3 inMetres(const btVector3& v) const {
    return options.unit * Vec3(double(v.x()), double(v.y()), double(v.z()));
  }
};

BulletWorld::BulletWorld(const Options& options) : data_(std::make_unique<Data>(options)) {
  data_->world.setGravity(data_->inUnit(options.gravity));
  data_->world.getSolverInfo().m_numIterations = options.iterations;
}

BulletWorld::~BulletWorld() {
  for (const auto& body : data_->bodies) data_->world.removeRigidBody(body.get());
}

std::size_t BulletWorld::addHull(const std::vector<Vec3>& corners) {
  auto& hull = data_->hulls.emplace_back(std::make_unique<btConvexHullShape>());
  const double margin = data_->options.margin * data_->options.unit;
  double radius = 0;
  for (const Vec3& p : corners) radius = std::max(radius, p.norm());
  for (const Vec3& p : corners) hull->addPoint(data_->inUnit((1 - margin / radius) * p), false);
  hull->recalcLocalAabb();
  hull->setMargin(btScalar(data_->options.margin));
  return data_->hulls.size() - 1;
}

void BulletWorld::add(const Body& body) {
  const double square = data_->options.unit * data_->options.unit;
  const Vec3 moments = body.moments / square;
  const btVector3 inertia{btScalar(moments.x()), btScalar(moments.y()), btScalar(moments.z())};
  btRigidBody::btRigidBodyConstructionInfo info(btScalar(body.mass), nullptr, data_->hulls[body.shape].get(),
                                                inertia);
  btMatrix3x3 rotation;
  for (int i = 0; i < 3; ++i)
    rotation[i].setValue(btScalar(body.pose.rotation(i, 0)), btScalar(body.pose.rotation(i, 1)),
                         btScalar(body.pose.rotation(i, 2)));
  info.m_startWorldTransform = btTransform(rotation, data_->inUnit(body.pose.position));
  info.m_friction = btScalar(std::sqrt(data_->options.friction));  // Bullet takes the product of both
  info.m_restitution = btScalar(std::sqrt(data_->options.restitution));
  data_->bodies.push_back(std::make_unique<btRigidBody>(info));
  if (!data_->options.maySleep) data_->bodies.back()->setActivationState(DISABLE_DEACTIVATION);
  data_->world.addRigidBody(data_->bodies.back().get());
}

void BulletWorld::step(double dt) {
  data_->world.stepSimulation(btScalar(dt), 0);
}

Pose BulletWorld::pose(std::size_t body) const {
  const btTransform& transform = data_->bodies[body]->getWorldTransform();
  Pose pose;
  pose.position = data_->inMetres(transform.getOrigin());
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) pose.rotation(i, j) = double(transform.getBasis()[i][j]);
  return pose;
}

double BulletWorld::speed(std::size_t body) const {
  return data_->inMetres(data_->bodies[body]->getLinearVelocity()).norm();
}

BulletWorld::Contacts BulletWorld::contacts(double reach) const {
  Contacts result;
  for (int i = 0; i < data_->dispatcher.getNumManifolds(); ++i) {
    const btPersistentManifold& manifold = *data_->dispatcher.getManifoldByIndexInternal(i);
    const std::size_t before = result.points;
    for (int k = 0; k < manifold.getNumContacts(); ++k) {
      const double gap = double(manifold.getContactPoint(k).getDistance()) * data_->options.unit;
      if (gap > reach) continue;
      ++result.points;
      result.deepest = std::max(result.deepest, -gap);
    }
    result.pairs += result.points > before ? 1 : 0;
  }
  return result;
}

std::size_t BulletWorld::sleeping() const {
  return static_cast<std::size_t>(std::count_if(data_->bodies.begin(), data_->bodies.end(),
                                                [](const auto& body) { return !body->isActive(); }));
}

}  // namespace talus::peers
