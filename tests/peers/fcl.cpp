#include "peers/fcl.h"

// FCL 0.7 uses assert without its header.
#include <cassert>

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/geometry/shape/box.h>

#include <deque>
#include <utility>
#include <vector>

namespace talus::peers {

namespace {

using Object = fcl::CollisionObject<double>;

// An object whose box is given, not computed from its shape.
class BoxObject : public Object {
 public:
  explicit BoxObject(const std::shared_ptr<fcl::Box<double>>& shape) : Object(shape) {}

  void setBox(const Vec3& low, const Vec3& high) { aabb = fcl::AABB<double>(low, high); }
};

using Found = std::vector<std::pair<const Object*, const Object*>>;

bool take(Object* a, Object* b, void* data) {
  if (a->getAABB().overlap(b->getAABB())) static_cast<Found*>(data)->emplace_back(a, b);
  return false;
}

class Fcl : public BroadPhasePeer {
 public:
  explicit Fcl(FclTree tree) : tree_(tree) {}

  void setBoxes(const BoxArrays& boxes) override {
    const bool first = objects_.empty();
    if (first) {
      const auto shape = std::make_shared<fcl::Box<double>>(1, 1, 1);
      for (std::size_t i = 0; i < boxes.size(); ++i) pointers_.push_back(&objects_.emplace_back(shape));
    }
    for (std::size_t i = 0; i < boxes.size(); ++i) objects_[i].setBox(boxes.box(i).min(), boxes.box(i).max());
    if (first || tree_ == FclTree::Rebuild) {
      manager_.clear();
      manager_.registerObjects(pointers_);
      manager_.setup();
    } else {
      manager_.update();
    }
  }

  std::size_t findPairs() override {
    found_.clear();
    manager_.collide(&found_, take);
    return found_.size();
  }

 private:
  FclTree tree_;
  std::deque<BoxObject> objects_;
  std::vector<Object*> pointers_;
  fcl::DynamicAABBTreeCollisionManager<double> manager_;
  Found found_;
};

}  // namespace

std::unique_ptr<BroadPhasePeer> makeFcl(FclTree tree) {
  return std::make_unique<Fcl>(tree);
}

}  // namespace talus::peers
