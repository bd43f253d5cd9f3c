#include "peers/bullet.h"

#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include <limits>

namespace talus::peers {

namespace {

btConvexHullShape hullOf(const std::vector<Vec3>& points) {
  btConvexHullShape hull;
  for (const Vec3& p : points)
    hull.addPoint(btVector3(btScalar(p.x()), btScalar(p.y()), btScalar(p.z())), false);
  hull.recalcLocalAabb();
  hull.setMargin(0);
  return hull;
}

btTransform transformOf(const Pose& pose) {
  btMatrix3x3 rotation;
  for (int i = 0; i < 3; ++i)
    rotation[i] = btVector3(btScalar(pose.rotation(i, 0)), btScalar(pose.rotation(i, 1)),
                            btScalar(pose.rotation(i, 2)));
  const Vec3& p = pose.position;
  return btTransform(rotation, btVector3(btScalar(p.x()), btScalar(p.y()), btScalar(p.z())));
}

}  // namespace

struct BulletGjk::Data {
  Data(const std::vector<Vec3>& pointsA, const std::vector<Vec3>& pointsB)
      : a(hullOf(pointsA)), b(hullOf(pointsB)) {}

  btConvexHullShape a, b;
  btVoronoiSimplexSolver simplex;
  btGjkEpaPenetrationDepthSolver penetration;
  btGjkPairDetector detector{&a, &b, &simplex, &penetration};
  std::vector<btDiscreteCollisionDetectorInterface::ClosestPointInput> inputs;
};

BulletGjk::BulletGjk(const std::vector<Vec3>& a, const std::vector<Vec3>& b)
    : data_(std::make_unique<Data>(a, b)) {}

BulletGjk::~BulletGjk() = default;

void BulletGjk::setPoses(const std::vector<Pose>& a, const std::vector<Pose>& b) {
  data_->inputs.resize(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    data_->inputs[i].m_transformA = transformOf(a[i]);
    data_->inputs[i].m_transformB = transformOf(b[i]);
  }
}

double BulletGjk::distance(std::size_t i) {
  btPointCollector result;
  data_->detector.getClosestPoints(data_->inputs[i], result, nullptr);
  return result.m_hasResult ? double(result.m_distance) : std::numeric_limits<double>::infinity();
}

}  // namespace talus::peers
