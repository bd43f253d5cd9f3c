#include "repair/hole_patch.h"

#include <Eigen/Sparse>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "geometry/exact/predicates.h"
#include "geometry/mesh/edge_table.h"

namespace talus {

namespace {

using Triangle = std::array<Index, 3>;
using Edge = std::array<Index, 2>;  // the smaller number first

constexpr int maximumDivisions = 12, maximumSweeps = 20;

Edge edgeOf(Index p, Index q) {
  return {std::min(p, q), std::max(p, q)};
}

Vec3 normalOf(const TriangleMesh& mesh, const Triangle& t) {
  const Vec3 a = mesh.point(t[0]);
  return (mesh.point(t[1]) - a).cross(mesh.point(t[2]) - a).stableNormalized();
}

// Adds points to a patch.
class Refinement {
 public:
  Refinement(TriangleMesh& mesh, const HoleSurroundings& around, const HoleLoop& loop,
             std::vector<Triangle>& triangles)
      : mesh_(mesh), around_(around), triangles_(triangles) {
    for (const Index p : loop) {
      double sum = 0;
      for (const Index q : around.neighbours(p)) sum += (mesh.point(q) - mesh.point(p)).norm();
      spacing_[p] = sum / static_cast<double>(around.neighbours(p).size());
    }
  }

  void run() {
    relax();
    for (int i = 0; i < maximumDivisions && divide(); ++i) relax();
  }

 private:
  // Divides triangles at their centres where that is farther from their corners than points are around.
  bool divide() {
    const double factor = std::numbers::sqrt2;
    const std::size_t count = triangles_.size();
    for (std::size_t t = 0; t < count; ++t) {
      const auto [a, b, c] = triangles_[t];
      const Vec3 centre = (mesh_.point(a) + mesh_.point(b) + mesh_.point(c)) / 3;
      const double spacing = (spacing_[a] + spacing_[b] + spacing_[c]) / 3;
      const auto isFar = [&](Index p) {
        return factor * (centre - mesh_.point(p)).norm() > std::max(spacing, spacing_[p]);
      };
      if (!isFar(a) || !isFar(b) || !isFar(c)) continue;
      const Index p = mesh_.addPoint(centre);
      spacing_[p] = spacing;
      triangles_[t] = {a, b, p};
      triangles_.push_back({b, c, p});
      triangles_.push_back({c, a, p});
    }
    return triangles_.size() > count;
  }

  // Flips edges whose opposite angles are more than half a turn in sum.
  void relax() {
    for (int sweep = 0, flips = 1; sweep < maximumSweeps && flips > 0; ++sweep) {
      flips = 0;
      std::map<Edge, std::array<std::size_t, 2>> sides;  // the triangles at each edge
      std::map<Edge, int> uses;
      for (std::size_t t = 0; t < triangles_.size(); ++t)
        for (std::size_t k = 0; k < 3; ++k) {
          const Edge edge = edgeOf(triangles_[t][k], triangles_[t][(k + 1) % 3]);
          sides[edge][static_cast<std::size_t>(std::min(uses[edge]++, 1))] = t;
        }
      std::set<std::size_t> changed;
      for (const auto& [edge, beside] : sides) {
        if (uses[edge] != 2 || changed.contains(beside[0]) || changed.contains(beside[1])) continue;
        if (!flip(edge, beside[0], beside[1], uses)) continue;
        changed.insert(beside.begin(), beside.end());
        ++flips;
      }
    }
  }

  bool flip(const Edge& edge, std::size_t s, std::size_t t, std::map<Edge, int>& uses) {
    const Index c = oppositeOf(s, edge), d = oppositeOf(t, edge);
    if (c == d || uses.contains(edgeOf(c, d)) || isAround(c, d)) return false;
    if (!(angleAt(c, edge) + angleAt(d, edge) > std::numbers::pi + 1e-9)) return false;
    // The first triangle uses the edge from one end to the other.
    const Triangle& first = triangles_[s];
    const auto at = std::find(first.begin(), first.end(), c) - first.begin();
    const Index a = first[static_cast<std::size_t>(at + 1) % 3],
                b = first[static_cast<std::size_t>(at + 2) % 3];
    const Triangle one{c, a, d}, other{c, d, b};
    for (const auto& [p, q, r] : {one, other})
      if (collinear(mesh_.point(p), mesh_.point(q), mesh_.point(r))) return false;
    if (normalOf(mesh_, one).dot(normalOf(mesh_, other)) <= 0) return false;
    triangles_[s] = one, triangles_[t] = other;
    ++uses[edgeOf(c, d)];
    return true;
  }

  // Whether an edge of the surface around joins two points of the outline.
  bool isAround(Index p, Index q) const {
    if (!around_.isOnOutline(p) || !around_.isOnOutline(q)) return false;
    const std::vector<Index>& near = around_.neighbours(p);
    return std::binary_search(near.begin(), near.end(), q);
  }

  Index oppositeOf(std::size_t t, const Edge& edge) const {
    for (const Index p : triangles_[t])
      if (p != edge[0] && p != edge[1]) return p;
    return -1;
  }

  double angleAt(Index p, const Edge& edge) const {
    const Vec3 u = mesh_.point(edge[0]) - mesh_.point(p), v = mesh_.point(edge[1]) - mesh_.point(p);
    return std::atan2(u.cross(v).norm(), u.dot(v));
  }

  TriangleMesh& mesh_;
  const HoleSurroundings& around_;
  std::vector<Triangle>& triangles_;
  std::map<Index, double> spacing_;  // the length of edges wanted around a point
};

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

HoleSurroundings::HoleSurroundings(const TriangleMesh& mesh, const std::vector<HoleLoop>& loops) {
  std::set<Edge> outline;
  for (const HoleLoop& loop : loops)
    for (std::size_t i = 0; i < loop.size(); ++i) {
      neighbours_[loop[i]];
      outline.insert(edgeOf(loop[i], loop[(i + 1) % loop.size()]));
    }
  EdgeTable(mesh).forEachEdge([&](Index low, std::span<const EdgeUse> uses) {
    const Index high = uses[0].high;
    if (const auto at = neighbours_.find(low); at != neighbours_.end()) at->second.push_back(high);
    if (const auto at = neighbours_.find(high); at != neighbours_.end()) at->second.push_back(low);
    if (outline.contains(edgeOf(low, high)))
      normals_[edgeOf(low, high)] = normalOf(mesh, mesh.triangle(static_cast<std::size_t>(uses[0].triangle)));
  });
  for (auto& entry : neighbours_) std::sort(entry.second.begin(), entry.second.end());
}

void HolePatch::make(TriangleMesh& mesh, const HoleSurroundings& around, const HoleLoop& loop,
                     std::vector<Triangle>& triangles) {
  const auto firstNew = static_cast<Index>(mesh.pointCount());
  std::vector<Triangle> patch = triangles;
  Refinement(mesh, around, loop, patch).run();
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
  for (std::size_t i = 0; i < loop.size(); ++i) outline.insert(edgeOf(loop[i], loop[(i + 1) % loop.size()]));
  double sum = 0, length = 0;
  for (const Triangle& t : triangles)
    for (std::size_t k = 0; k < 3; ++k) {
      const Edge edge = edgeOf(t[k], t[(k + 1) % 3]);
      if (!outline.contains(edge)) continue;
      const double own = (mesh.point(edge[1]) - mesh.point(edge[0])).norm();
      sum += own * std::clamp(normalOf(mesh, t).dot(around.normalBeyond(edge[0], edge[1])), -1.0, 1.0);
      length += own;
    }
  return sum > length / std::numbers::sqrt2;
}

}  // namespace talus
