#include "peers/bullet_boxes.h"

#include <BulletCollision/BroadphaseCollision/btAxisSweep3.h>
#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>

#include <utility>
#include <vector>

namespace talus::peers {

namespace {

btVector3 corner(const std::array<std::vector<double>, 3>& sides, std::size_t i) {
  return {static_cast<btScalar>(sides[0][i]), static_cast<btScalar>(sides[1][i]),
          static_cast<btScalar>(sides[2][i])};
}

std::unique_ptr<btBroadphaseInterface> make(BulletMethod method, const BoxArrays& boxes) {
  if (method == BulletMethod::Tree) return std::make_unique<btDbvtBroadphase>();
  Box world;
  for (std::size_t i = 0; i < boxes.size(); ++i) world.extend(boxes.box(i));
  const Vec3 half = world.sizes();
  const Vec3 low = world.center() - half;
  const Vec3 high = world.center() + half;
  const auto vector = [](const Vec3& v) {
    return btVector3(static_cast<btScalar>(v.x()), static_cast<btScalar>(v.y()),
                     static_cast<btScalar>(v.z()));
  };
  return std::make_unique<bt32BitAxisSweep3>(vector(low), vector(high),
                                             static_cast<unsigned>(boxes.size()) + 2, nullptr, true);
}

class Bullet : public BroadPhasePeer {
 public:
  explicit Bullet(BulletMethod method) : method_(method) {}
  ~Bullet() override {
    if (method_ == BulletMethod::Tree)
      destroyTree();
    else
      for (btBroadphaseProxy* proxy : proxies_) phase_->destroyProxy(proxy, nullptr);
  }
  Bullet(const Bullet&) = delete;
  Bullet& operator=(const Bullet&) = delete;

  void setBoxes(const BoxArrays& boxes) override {
    if (!phase_) {
      phase_ = make(method_, boxes);
      for (std::size_t i = 0; i < boxes.size(); ++i)
        proxies_.push_back(
            phase_->createProxy(corner(boxes.low, i), corner(boxes.high, i), 0, nullptr, 1, -1, nullptr));
      return;
    }
    for (std::size_t i = 0; i < boxes.size(); ++i)
      phase_->setAabb(proxies_[i], corner(boxes.low, i), corner(boxes.high, i), nullptr);
  }

  std::size_t findPairs() override {
    phase_->calculateOverlappingPairs(nullptr);
    return static_cast<std::size_t>(phase_->getOverlappingPairCache()->getNumOverlappingPairs());
  }

 private:
  // A proxy that goes is looked for among all pairs, which takes hours for a million boxes: the pairs go
  // first.
  void destroyTree() {
    auto& tree = static_cast<btDbvtBroadphase&>(*phase_);
    btNullPairCache none;
    btOverlappingPairCache* const pairs = std::exchange(tree.m_paircache, &none);
    for (btBroadphaseProxy* proxy : proxies_) tree.destroyProxy(proxy, nullptr);
    tree.m_paircache = pairs;
  }

  BulletMethod method_;
  std::unique_ptr<btBroadphaseInterface> phase_;
  std::vector<btBroadphaseProxy*> proxies_;
};

}  // namespace

std::unique_ptr<BroadPhasePeer> makeBulletBoxes(BulletMethod method) {
  return std::make_unique<Bullet>(method);
}

}  // namespace talus::peers
