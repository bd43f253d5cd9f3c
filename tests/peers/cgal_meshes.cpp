#include "peers/cgal_meshes.h"

#include <CGAL/Rigid_triangle_mesh_collision_detection.h>

#include "peers/cgal_surface.h"

namespace talus::peers {

namespace {

using Transformation = CGAL::Aff_transformation_3<CgalKernel>;

Transformation transformationOf(const Pose& pose) {
  const auto& r = pose.rotation;
  const auto& p = pose.position;
  return {r(0, 0), r(0, 1), r(0, 2), p.x(),   r(1, 0), r(1, 1),
          r(1, 2), p.y(),   r(2, 0), r(2, 1), r(2, 2), p.z()};
}

class CgalIntersections : public MeshPairPeer {
 public:
  CgalIntersections(const TriangleMesh& a, const TriangleMesh& b) : a_(surfaceOf(a)), b_(surfaceOf(b)) {
    detection_.add_mesh(a_);
    detection_.add_mesh(b_);
  }

  void setPoses(const std::vector<PosePair>& poses) override {
    poses_.clear();
    for (const PosePair& pair : poses) poses_.push_back({transformationOf(pair.a), transformationOf(pair.b)});
  }

  Answer query(std::size_t i) override {
    detection_.set_transformation(0, poses_[i].a);
    detection_.set_transformation(1, poses_[i].b);
    return {detection_.get_all_intersections(0).size(), -1};
  }

 private:
  struct Transformations {
    Transformation a, b;
  };

  CgalSurface a_, b_;  // kept: the trees hold pointers
  CGAL::Rigid_triangle_mesh_collision_detection<CgalSurface> detection_;
  std::vector<Transformations> poses_;
};

}  // namespace

std::unique_ptr<MeshPairPeer> makeCgalIntersections(const TriangleMesh& a, const TriangleMesh& b) {
  return std::make_unique<CgalIntersections>(a, b);
}

}  // namespace talus::peers
