#include "peers/bullet_meshes.h"

#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <btBulletCollisionCommon.h>

namespace talus::peers {

namespace {

// contactPairTest takes its algorithms from the closest-points table, in which GImpact does not enter itself.
class Configuration : public btDefaultCollisionConfiguration {
 public:
  btCollisionAlgorithmCreateFunc* getClosestPointsAlgorithmCreateFunc(int type0, int type1) override {
    if (type0 == GIMPACT_SHAPE_PROXYTYPE || type1 == GIMPACT_SHAPE_PROXYTYPE) return &gimpact_;
    return btDefaultCollisionConfiguration::getClosestPointsAlgorithmCreateFunc(type0, type1);
  }

 private:
  btGImpactCollisionAlgorithm::CreateFunc gimpact_;
};

btVector3 vector(const Vec3& p) {
  return {static_cast<btScalar>(p.x()), static_cast<btScalar>(p.y()), static_cast<btScalar>(p.z())};
}

struct Body {
  btTriangleMesh mesh;
  std::unique_ptr<btGImpactMeshShape> shape;
  btCollisionObject object;

  explicit Body(const TriangleMesh& source) {
    for (std::size_t t = 0; t < source.triangleCount(); ++t) {
      const auto corners = source.corners(t);
      mesh.addTriangle(vector(corners[0]), vector(corners[1]), vector(corners[2]));
    }
    shape = std::make_unique<btGImpactMeshShape>(&mesh);
    shape->setMargin(0);
    shape->updateBound();
    object.setCollisionShape(shape.get());
  }
};

struct Count : btCollisionWorld::ContactResultCallback {
  std::size_t contacts = 0;
  btScalar addSingleResult(btManifoldPoint&, const btCollisionObjectWrapper*, int, int,
                           const btCollisionObjectWrapper*, int, int) override {
    ++contacts;
    return 0;
  }
};

class BulletGImpact : public MeshPairPeer {
 public:
  BulletGImpact(const TriangleMesh& a, const TriangleMesh& b)
      : dispatcher_(&configuration_), world_(&dispatcher_, &broadphase_, &configuration_), a_(a), b_(b) {
    btGImpactCollisionAlgorithm::registerAlgorithm(&dispatcher_);
  }

  void setPoses(const std::vector<PosePair>& poses) override {
    poses_.clear();
    for (const PosePair& pair : poses) poses_.push_back({transform(pair.a), transform(pair.b)});
  }

  Answer query(std::size_t i) override {
    a_.object.setWorldTransform(poses_[i].a);
    b_.object.setWorldTransform(poses_[i].b);
    Count count;
    world_.contactPairTest(&a_.object, &b_.object, count);
    return {count.contacts, -1};
  }

 private:
  struct Transforms {
    btTransform a, b;
  };

  static btTransform transform(const Pose& pose) {
    btMatrix3x3 rotation;
    for (int i = 0; i < 3; ++i) rotation[i] = vector(pose.rotation.row(i));
    return btTransform(rotation, vector(pose.position));
  }

  Configuration configuration_;
  btCollisionDispatcher dispatcher_;
  btDbvtBroadphase broadphase_;
  btCollisionWorld world_;
  Body a_, b_;
  std::vector<Transforms> poses_;
};

}  // namespace

std::unique_ptr<MeshPairPeer> makeBulletGImpact(const TriangleMesh& a, const TriangleMesh& b) {
  return std::make_unique<BulletGImpact>(a, b);
}

}  // namespace talus::peers
