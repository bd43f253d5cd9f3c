#include "geometry/check/crossing_candidates.h"

#include <Eigen/Eigenvalues>
#include <limits>

namespace talus {

namespace {

constexpr Index fanSize = 32;  // minimum number of triangles at a point for a tree of directions

using Usable = std::vector<std::uint8_t>;

// Triangles that stand for all: every so many.
std::vector<Index> someOf(const Usable& usable) {
  constexpr std::size_t maximumSamples = 4096;
  std::vector<Index> some;
  for (std::size_t t = 0; t < usable.size(); t += usable.size() / maximumSamples + 1)
    if (usable[t]) some.push_back(static_cast<Index>(t));
  return some;
}

// The principal axes of the edges of some triangles, by the eigenvectors of the sum of e eᵀ over the edges e.
Eigen::Matrix3d edgeFrame(const TriangleMesh& mesh, const std::vector<Index>& some) {
  Eigen::Matrix3d sum = Eigen::Matrix3d::Zero();
  for (const Index t : some) {
    const auto [a, b, c] = mesh.corners(static_cast<std::size_t>(t));
    for (const Vec3& edge : {Vec3(b - a), Vec3(c - b), Vec3(a - c)}) sum += edge * edge.transpose();
  }
  if (!sum.allFinite()) return Eigen::Matrix3d::Identity();
  return Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(sum).eigenvectors().transpose();
}

// The box of a rotated triangle, enlarged by the rounding error of the rotation.
Box turnedBox(const TriangleMesh& mesh, std::size_t triangle, const Eigen::Matrix3d& frame) {
  constexpr double roundings = 16 * std::numeric_limits<double>::epsilon();
  Box box;
  double farthest = 0;
  for (const Vec3& p : mesh.corners(triangle)) {
    box.extend(frame * p);
    farthest = std::max(farthest, p.lpNorm<Eigen::Infinity>());
  }
  return grown(box, roundings * farthest);
}

double areaOf(const Box& box) {
  const Vec3 size = box.sizes();
  return size.x() * size.y() + size.y() * size.z() + size.z() * size.x();
}

// Whether boxes of rotated triangles have less than half of the total area.
bool turnsSmall(const TriangleMesh& mesh, const std::vector<Index>& some, const Eigen::Matrix3d& frame) {
  double plain = 0, turned = 0;
  for (const Index t : some) {
    plain += areaOf(mesh.bounds(static_cast<std::size_t>(t)));
    turned += areaOf(turnedBox(mesh, static_cast<std::size_t>(t), frame));
  }
  return turned < 0.5 * plain;
}

// Boxes of the triangles, or of the rotated triangles if those are much smaller.
std::vector<Box> smallBoxes(const TriangleMesh& mesh, const Usable& usable) {
  const std::vector<Index> some = someOf(usable);
  const Eigen::Matrix3d frame = edgeFrame(mesh, some);
  const bool turns = turnsSmall(mesh, some, frame);
  std::vector<Box> boxes(usable.size());
  for (std::size_t t = 0; t < boxes.size(); ++t)
    if (usable[t]) boxes[t] = turns ? turnedBox(mesh, t, frame) : mesh.bounds(t);
  return boxes;
}

}  // namespace

CrossingCandidates::CrossingCandidates(const TriangleMesh& mesh, const std::vector<std::uint8_t>& usable)
    : mesh_(mesh), boxes_(smallBoxes(mesh, usable)) {
  assignFans(usable);
  if (fans_.empty()) {
    others_ = BoxBlocks(boxes_);
    boxes_ = {};
    return;
  }
  std::vector<Box> others = boxes_;
  for (const Index t : inFans_) others[static_cast<std::size_t>(t)].setEmpty();
  others_ = BoxBlocks(others);
  buildFans();
}

// Assigns each triangle to the fan around the corner with the most triangles.
void CrossingCandidates::assignFans(const std::vector<std::uint8_t>& usable) {
  std::vector<Index> count(mesh_.pointCount(), 0), fanAt(mesh_.pointCount(), -1);
  for (std::size_t t = 0; t < boxes_.size(); ++t)
    if (usable[t])
      for (const Index corner : mesh_.triangle(t)) ++count[static_cast<std::size_t>(corner)];
  fanOf_.assign(boxes_.size(), -1);
  for (std::size_t t = 0; t < boxes_.size(); ++t) {
    if (!usable[t]) continue;
    const auto corners = mesh_.triangle(t);
    const Index apex = *std::max_element(corners.begin(), corners.end(), [&](Index p, Index q) {
      return count[static_cast<std::size_t>(p)] < count[static_cast<std::size_t>(q)];
    });
    if (count[static_cast<std::size_t>(apex)] < fanSize) continue;
    Index& fan = fanAt[static_cast<std::size_t>(apex)];
    if (fan < 0) {
      fan = static_cast<Index>(fans_.size());
      fans_.emplace_back();
      apex_.push_back(apex);
    }
    fanOf_[t] = fan;
    inFans_.push_back(static_cast<Index>(t));
    fans_[static_cast<std::size_t>(fan)].triangles.push_back(static_cast<Index>(t));
  }
}

std::size_t CrossingCandidates::trianglesIn(std::size_t group) const {
  if (group < blockGroups())
    return others_.beginOf(std::min((group + 1) * blocksPerGroup, others_.blockCount())) -
           others_.beginOf(group * blocksPerGroup);
  const std::size_t begin = (group - blockGroups()) * fanTrianglesPerGroup;
  return std::min(fanTrianglesPerGroup, inFans_.size() - begin);
}

void CrossingCandidates::buildFans() {
  directions_.resize(mesh_.triangleCount());
  std::vector<Box> all;
  for (std::size_t f = 0; f < fans_.size(); ++f) {
    Fan& fan = fans_[f];
    std::vector<Box> boxes, directions;
    for (const Index t : fan.triangles) {
      const auto i = static_cast<std::size_t>(t);
      const auto corners = mesh_.triangle(i);
      const auto apex = std::find(corners.begin(), corners.end(), apex_[f]) - corners.begin();
      boxes.push_back(boxes_[i]);
      directions.push_back(directions_[i] = directionsOf(mesh_.corners(i), static_cast<std::size_t>(apex)));
    }
    fan.boxes = BoxTree(boxes);
    fan.directions = BoxTree(directions);
    all.push_back(fan.boxes.bounds());
  }
  fanBoxes_ = BoxTree(all);
}

// The box around the unit vectors from a corner into the triangle: an arc, whose height above its chord of
// length c is at most c²/4.
Box CrossingCandidates::directionsOf(const std::array<Vec3, 3>& corners, std::size_t apex) {
  constexpr double rounding = 1e-14;
  const Vec3 from = (corners[(apex + 1) % 3] - corners[apex]).stableNormalized();
  const Vec3 to = (corners[(apex + 2) % 3] - corners[apex]).stableNormalized();
  return grown(Box(from).extend(to), 0.25 * (to - from).squaredNorm() + rounding);
}

}  // namespace talus
