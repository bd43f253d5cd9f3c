#include "repair/hole_patch.h"

#include <Eigen/Sparse>
#include <algorithm>
#include <map>
#include <numbers>
#include <set>
#include <utility>

#include "geometry/exact/predicates.h"
#include "geometry/mesh/patch_refinement.h"

namespace talus {

namespace {

using Triangle = std::array<Index, 3>;
using Edge = std::array<Index, 2>;  // the smaller number first

// At each point of an outline the mean length of its edges.
std::map<Index, double> spacingAround(const TriangleMesh& mesh, const HoleSurroundings& around,
                                      const HoleLoop& loop) {
  std::map<Index, double> spacing;
  for (const Index p : loop) {
    double sum = 0;
    for (const Index q : around.neighbours(p)) sum += (mesh.point(q) - mesh.point(p)).norm();
    spacing[p] = sum / static_cast<double>(around.neighbours(p).size());
  }
  return spacing;
}

// Places the new points of a patch so that the squares of the Laplacian are least. The Laplacian at a point
// is the mean of the ways to its neighbours, the nearer ones with more weight.
class Fairing {
 public:
  Fairing(TriangleMesh& mesh, const HoleSurroundings& around, const HoleLoop& loop,
          const std::vector<Triangle>& triangles, Index firstNew)
      : mesh_(mesh), firstNew_(firstNew), unknowns_(static_cast<Index>(mesh.pointCount()) - firstNew) {
    for (const auto& [a, b, c] : triangles)
      for (const auto& [p, q] : {std::pair(a, b), std::pair(b, c), std::pair(c, a)}) {
        near_[p].insert(q);
        near_[q].insert(p);
      }
    for (const Index p : loop) near_[p].insert(around.neighbours(p).begin(), around.neighbours(p).end());
  }

  // @return false: the points cannot be placed.
  bool run() {
    if (unknowns_ == 0) return true;
    using Matrix = Eigen::SparseMatrix<double>;
    std::vector<Eigen::Triplet<double>> entries;
    Eigen::MatrixXd fixed = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(near_.size()), 3);
    int row = 0;
    for (const auto& [p, near] : near_) addRow(row++, p, near, entries, fixed);
    Matrix laplacian(row, unknowns_);
    laplacian.setFromTriplets(entries.begin(), entries.end());
    const Matrix normal = laplacian.transpose() * laplacian;
    const Eigen::SimplicialLDLT<Matrix> solver(normal);
    if (solver.info() != Eigen::Success) return false;
    const Eigen::MatrixXd right = laplacian.transpose() * fixed;
    const Eigen::MatrixXd places = solver.solve(-right);
    if (!places.allFinite()) return false;
    for (Index i = 0; i < unknowns_; ++i) {
      const auto p = static_cast<std::size_t>(firstNew_ + i);
      mesh_.x[p] = places(i, 0), mesh_.y[p] = places(i, 1), mesh_.z[p] = places(i, 2);
    }
    return true;
  }

 private:
  void addRow(int row, Index p, const std::set<Index>& near, std::vector<Eigen::Triplet<double>>& entries,
              Eigen::MatrixXd& fixed) const {
    double sum = 0;
    for (const Index q : near) sum += weightOf(p, q);
    const auto add = [&](Index q, double weight) {
      if (q >= firstNew_)
        entries.emplace_back(row, q - firstNew_, weight);
      else
        fixed.row(row) += weight * mesh_.point(q).transpose();
    };
    add(p, -1);
    for (const Index q : near) add(q, weightOf(p, q) / sum);
  }

  double weightOf(Index p, Index q) const { return 1 / (mesh_.point(p) - mesh_.point(q)).norm(); }

  TriangleMesh& mesh_;
  Index firstNew_, unknowns_;
  std::map<Index, std::set<Index>> near_;  // of the patch's points: neighbours in the patch and around it
};

bool haveAreas(const TriangleMesh& mesh, const std::vector<Triangle>& triangles) {
  return std::none_of(triangles.begin(), triangles.end(), [&](const Triangle& t) {
    return collinear(mesh.point(t[0]), mesh.point(t[1]), mesh.point(t[2]));
  });
}

}  // namespace

void HolePatch::make(TriangleMesh& mesh, const HoleSurroundings& around, const HoleLoop& loop,
                     std::vector<Triangle>& triangles) {
  const auto firstNew = static_cast<Index>(mesh.pointCount());
  std::vector<Triangle> patch = triangles;
  refinePatch(mesh, around, spacingAround(mesh, around, loop), patch);
  if (Fairing(mesh, around, loop, patch, firstNew).run() && haveAreas(mesh, patch)) {
    triangles = std::move(patch);
    return;
  }
  for (auto* coordinates : {&mesh.x, &mesh.y, &mesh.z})
    coordinates->resize(static_cast<std::size_t>(firstNew));
}

bool HolePatch::isSmooth(const TriangleMesh& mesh, const HoleSurroundings& around,
                         const std::vector<Triangle>& triangles, const HoleLoop& loop) {
  std::set<Edge> outline;
  for (std::size_t i = 0; i < loop.size(); ++i)
    outline.insert(orderedEdge(loop[i], loop[(i + 1) % loop.size()]));
  double sum = 0, length = 0;
  for (const Triangle& t : triangles)
    for (std::size_t k = 0; k < 3; ++k) {
      const Edge edge = orderedEdge(t[k], t[(k + 1) % 3]);
      if (!outline.contains(edge)) continue;
      const double own = (mesh.point(edge[1]) - mesh.point(edge[0])).norm();
      sum += own *
             std::clamp(unitNormalOf(mesh.corners(t)).dot(around.normalBeyond(edge[0], edge[1])), -1.0, 1.0);
      length += own;
    }
  return sum > length / std::numbers::sqrt2;
}

}  // namespace talus
