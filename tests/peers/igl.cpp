#include "peers/igl.h"

#include <igl/FastWindingNumberForSoups.h>

#include <numbers>
#include <vector>

namespace talus::peers {

namespace {

namespace sample = igl::FastWindingNumber::HDK_Sample;
using Point = sample::UT_Vector3T<float>;

Point toIgl(const Vec3& p) {
  Point q;
  for (int k = 0; k < 3; ++k) q[k] = static_cast<float>(p[k]);
  return q;
}

}  // namespace

struct IglWinding::Tree {
  std::vector<Point> points;
  std::vector<int> corners;
  sample::UT_SolidAngle<float, float> angles;
};

IglWinding::IglWinding(const TriangleMesh& mesh) : tree_(std::make_unique<Tree>()) {
  constexpr int order = 2;
  igl::default_num_threads(1);
  for (std::size_t i = 0; i < mesh.pointCount(); ++i)
    tree_->points.push_back(toIgl(mesh.point(static_cast<Index>(i))));
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
    tree_->corners.insert(tree_->corners.end(), {mesh.a[t], mesh.b[t], mesh.c[t]});
  tree_->angles.init(static_cast<int>(mesh.triangleCount()), tree_->corners.data(),
                     static_cast<int>(mesh.pointCount()), tree_->points.data(), order);
}

IglWinding::~IglWinding() = default;

void IglWinding::evaluate(std::span<const Vec3> points, std::span<double> winding, double separation) const {
  for (std::size_t i = 0; i < points.size(); ++i)
    winding[i] = tree_->angles.computeSolidAngle(toIgl(points[i]), static_cast<float>(separation)) /
                 (4 * std::numbers::pi);
}

}  // namespace talus::peers
