#include "peers/vtk_meshes.h"

#include <vtkCollisionDetectionFilter.h>
#include <vtkMatrix4x4.h>
#include <vtkNew.h>
#include <vtkTransform.h>

#include <array>

#include "peers/vtk.h"

namespace talus::peers {

namespace {

class VtkCollision : public MeshPairPeer {
 public:
  VtkCollision(const TriangleMesh& a, const TriangleMesh& b) {
    filter_->SetInputData(0, toPolyData(a));
    filter_->SetInputData(1, toPolyData(b));
    for (int i = 0; i < 2; ++i) filter_->SetTransform(i, transforms_[static_cast<std::size_t>(i)]);
    filter_->SetCollisionModeToFirstContact();
    filter_->GenerateScalarsOff();
  }

  void setPoses(const std::vector<PosePair>& poses) override { poses_ = poses; }

  Answer query(std::size_t i) override {
    place(poses_[i].a, transforms_[0]);
    place(poses_[i].b, transforms_[1]);
    filter_->Update();
    return {static_cast<std::size_t>(filter_->GetNumberOfContacts()), -1};
  }

 private:
  static void place(const Pose& pose, vtkTransform* transform) {
    vtkNew<vtkMatrix4x4> matrix;  // the identity
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) matrix->SetElement(i, j, pose.rotation(i, j));
      matrix->SetElement(i, 3, pose.position[i]);
    }
    transform->SetMatrix(matrix);
  }

  vtkNew<vtkCollisionDetectionFilter> filter_;
  std::array<vtkNew<vtkTransform>, 2> transforms_;
  std::vector<PosePair> poses_;
};

}  // namespace

std::unique_ptr<MeshPairPeer> makeVtkCollision(const TriangleMesh& a, const TriangleMesh& b) {
  return std::make_unique<VtkCollision>(a, b);
}

}  // namespace talus::peers
