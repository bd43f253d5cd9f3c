#include "peers/ode_meshes.h"

#include <ode/ode.h>

#include <array>

namespace talus::peers {

namespace {

// One mesh. ODE keeps pointers to the arrays.
class OdeMesh {
 public:
  explicit OdeMesh(const TriangleMesh& mesh) : data_(dGeomTriMeshDataCreate()) {
    for (std::size_t i = 0; i < mesh.pointCount(); ++i)
      for (const double c : {mesh.x[i], mesh.y[i], mesh.z[i]}) points_.push_back(c);
    for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
      for (const Index i : mesh.triangle(t)) corners_.push_back(static_cast<dTriIndex>(i));
    dGeomTriMeshDataBuildDouble(data_, points_.data(), 3 * sizeof(double),
                                static_cast<int>(mesh.pointCount()), corners_.data(),
                                static_cast<int>(corners_.size()), 3 * sizeof(dTriIndex));
    geom_ = dCreateTriMesh(nullptr, data_, nullptr, nullptr, nullptr);
  }
  ~OdeMesh() {
    dGeomDestroy(geom_);
    dGeomTriMeshDataDestroy(data_);
  }
  OdeMesh(const OdeMesh&) = delete;
  OdeMesh& operator=(const OdeMesh&) = delete;

  void place(const Pose& pose) {
    dMatrix3 rotation{};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) rotation[4 * i + j] = pose.rotation(i, j);
    dGeomSetRotation(geom_, rotation);
    dGeomSetPosition(geom_, pose.position.x(), pose.position.y(), pose.position.z());
  }
  dGeomID geom() const { return geom_; }

 private:
  std::vector<double> points_;
  std::vector<dTriIndex> corners_;
  dTriMeshDataID data_;
  dGeomID geom_;
};

class Ode : public MeshPairPeer {
 public:
  Ode(const TriangleMesh& a, const TriangleMesh& b) : a_((dInitODE2(0), a)), b_(b) {}

  void setPoses(const std::vector<PosePair>& poses) override { poses_ = poses; }

  Answer query(std::size_t i) override {
    a_.place(poses_[i].a);
    b_.place(poses_[i].b);
    const int found = dCollide(a_.geom(), b_.geom(), static_cast<int>(contacts_.size()), contacts_.data(),
                               sizeof(dContactGeom));
    return {static_cast<std::size_t>(found), -1};
  }

 private:
  OdeMesh a_, b_;
  std::vector<PosePair> poses_;
  std::array<dContactGeom, 1024> contacts_;
};

}  // namespace

std::unique_ptr<MeshPairPeer> makeOde(const TriangleMesh& a, const TriangleMesh& b) {
  return std::make_unique<Ode>(a, b);
}

}  // namespace talus::peers
