#include "peers/fcl_meshes.h"

// FCL 0.7 uses assert without its header.
#include <cassert>

#include <fcl/fcl.h>

#include <deque>
#include <limits>

#include "peers/fcl_scene.h"

namespace talus::peers {

namespace {

using Model = fcl::BVHModel<fcl::OBBRSSd>;

std::shared_ptr<Model> modelOf(const TriangleMesh& mesh) {
  auto model = std::make_shared<Model>();
  model->beginModel(static_cast<int>(mesh.triangleCount()), static_cast<int>(mesh.pointCount()));
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < mesh.pointCount(); ++i) points.emplace_back(mesh.x[i], mesh.y[i], mesh.z[i]);
  std::vector<fcl::Triangle> triangles;
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
    triangles.emplace_back(static_cast<std::size_t>(mesh.a[t]), static_cast<std::size_t>(mesh.b[t]),
                           static_cast<std::size_t>(mesh.c[t]));
  model->addSubModel(points, triangles);
  model->endModel();
  return model;
}

fcl::Transform3d isometry(const Pose& pose) {
  fcl::Transform3d transform = fcl::Transform3d::Identity();
  transform.linear() = pose.rotation;
  transform.translation() = pose.position;
  return transform;
}

class Fcl : public MeshPairPeer {
 public:
  Fcl(const TriangleMesh& a, const TriangleMesh& b, bool distance)
      : a_(modelOf(a)), b_(modelOf(b)), distance_(distance) {}

  void setPoses(const std::vector<PosePair>& poses) override {
    poses_.clear();
    for (const PosePair& pair : poses) poses_.push_back({isometry(pair.a), isometry(pair.b)});
  }

  Answer query(std::size_t i) override {
    const auto& [a, b] = poses_[i];
    if (!distance_) {
      fcl::CollisionResultd result;
      return {fcl::collide(a_.get(), a, b_.get(), b, fcl::CollisionRequestd(1, false), result), -1};
    }
    fcl::DistanceRequestd request(true);
    fcl::DistanceResultd result;
    const double distance = fcl::distance(a_.get(), a, b_.get(), b, request, result);
    return {distance <= 0 ? std::size_t{1} : 0, distance};
  }

 private:
  struct Transforms {
    fcl::Transform3d a, b;
  };

  std::shared_ptr<Model> a_, b_;
  bool distance_;
  std::vector<Transforms> poses_;
};

}  // namespace

std::unique_ptr<MeshPairPeer> makeFclDistance(const TriangleMesh& a, const TriangleMesh& b) {
  return std::make_unique<Fcl>(a, b, true);
}

std::unique_ptr<MeshPairPeer> makeFclCollide(const TriangleMesh& a, const TriangleMesh& b) {
  return std::make_unique<Fcl>(a, b, false);
}

using Object = fcl::CollisionObject<double>;

struct FclScene::Objects {
  std::deque<Object> all;
  fcl::DynamicAABBTreeCollisionManager<double> manager;
  FclQuestion question = FclQuestion::Meet;
  std::size_t meeting = 0;

  void ask(const Object* a, const Object* b) {
    if (question != FclQuestion::Distance) {
      const bool wanted = question == FclQuestion::Contacts;
      const std::size_t most = wanted ? std::numeric_limits<std::size_t>::max() : 1;
      fcl::CollisionResultd result;
      meeting += fcl::collide(a, b, fcl::CollisionRequestd(most, wanted), result) > 0 ? 1 : 0;
    } else {
      fcl::DistanceResultd result;
      meeting += fcl::distance(a, b, fcl::DistanceRequestd(true), result) <= 0 ? 1 : 0;
    }
  }
};

FclScene::FclScene(const std::vector<TriangleMesh>& meshes) : objects_(std::make_unique<Objects>()) {
  for (const TriangleMesh& mesh : meshes)
    objects_->manager.registerObject(&objects_->all.emplace_back(modelOf(mesh)));
  objects_->manager.setup();
}

FclScene::~FclScene() = default;

std::size_t FclScene::search(const std::vector<Pose>& poses, FclQuestion question) {
  for (std::size_t i = 0; i < poses.size(); ++i) {
    objects_->all[i].setTransform(isometry(poses[i]));
    objects_->all[i].computeAABB();
  }
  objects_->manager.update();
  objects_->question = question;
  objects_->meeting = 0;
  objects_->manager.collide(objects_.get(), [](Object* a, Object* b, void* data) {
    if (a->getAABB().overlap(b->getAABB())) static_cast<Objects*>(data)->ask(a, b);
    return false;
  });
  return objects_->meeting;
}

}  // namespace talus::peers
