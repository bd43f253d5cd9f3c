#include "geometry/check/unfolded_points.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "base/parallel.h"
#include "geometry/exact/orientation_filter.h"

namespace talus {

namespace {

constexpr std::size_t maximumFan = 24, pointsPerChunk = 4096;

// The corners of each triangle at a point, in the triangle's order: the two others. In rows by point.
class CornerRows {
 public:
  struct Others {
    Index from, to;
  };

  CornerRows(const TriangleMesh& mesh, const std::vector<std::uint8_t>& usable)
      : begin_(mesh.pointCount() + 1, 0) {
    forEachCorner(mesh, usable, [&](Index p, Others) { ++begin_[static_cast<std::size_t>(p) + 1]; });
    for (std::size_t p = 0; p + 1 < begin_.size(); ++p) begin_[p + 1] += begin_[p];
    others_.resize(begin_.back());
    std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
    forEachCorner(mesh, usable,
                  [&](Index p, Others others) { others_[next[static_cast<std::size_t>(p)]++] = others; });
  }

  std::span<const Others> at(std::size_t point) const {
    return {others_.data() + begin_[point], begin_[point + 1] - begin_[point]};
  }

 private:
  template <class Visit>
  static void forEachCorner(const TriangleMesh& mesh, const std::vector<std::uint8_t>& usable,
                            const Visit& visit) {
    for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
      if (!usable[t]) continue;
      const auto [a, b, c] = mesh.triangle(t);
      visit(a, {b, c});
      visit(b, {c, a});
      visit(c, {a, b});
    }
  }

  std::vector<std::size_t> begin_;
  std::vector<Others> others_;
};

using Fan = std::span<const CornerRows::Others>;

// Whether each triangle ends where exactly one other one begins: closed fans.
bool areCycles(Fan fan) {
  return std::all_of(fan.begin(), fan.end(), [&](const CornerRows::Others& own) {
    std::size_t same = 0, following = 0;
    for (const CornerRows::Others& other : fan) {
      same += other.from == own.from;
      following += other.from == own.to;
    }
    return same == 1 && following == 1;
  });
}

// Triangles around a point, seen along an axis.
class FanView {
 public:
  FanView(const TriangleMesh& mesh, std::size_t point, Fan fan) : centre_(at(mesh, point)), fan_(fan) {
    Vec3 normal = Vec3::Zero();
    for (std::size_t i = 0; i < fan.size(); ++i) {
      from_[i] = at(mesh, static_cast<std::size_t>(fan[i].from));
      to_[i] = at(mesh, static_cast<std::size_t>(fan[i].to));
      normal += (from_[i] - centre_).cross(to_[i] - centre_);
    }
    Eigen::Index axis = 0;
    normal.cwiseAbs().maxCoeff(&axis);
    u_ = (axis + 1) % 3, v_ = (axis + 2) % 3;
    if (normal[axis] < 0) std::swap(u_, v_);
  }

  // Whether all triangles turn to the left, and all of them together once around the point: of those that do,
  // the one in the direction of u begins below the point and ends above it.
  bool isOneToOne() const {
    int turns = 0;
    for (std::size_t i = 0; i < fan_.size(); ++i) {
      if (!turnsLeft(from_[i], to_[i])) return false;
      turns += from_[i][v_] < centre_[v_] && to_[i][v_] >= centre_[v_];
    }
    return turns == 1;
  }

 private:
  static Vec3 at(const TriangleMesh& mesh, std::size_t p) { return {mesh.x[p], mesh.y[p], mesh.z[p]}; }

  // Certainly: the bound is that of orient2d(), twice over.
  bool turnsLeft(const Vec3& from, const Vec3& to) const {
    constexpr double bound = 4 * std::numeric_limits<double>::epsilon();
    const double left = (from[u_] - centre_[u_]) * (to[v_] - centre_[v_]);
    const double right = (from[v_] - centre_[v_]) * (to[u_] - centre_[u_]);
    const double permanent = std::abs(left) + std::abs(right);
    return permanent < std::numeric_limits<double>::max() &&
           left - right > bound * permanent + underflowBound;
  }

  Vec3 centre_;
  Fan fan_;
  std::array<Vec3, maximumFan> from_, to_;
  Eigen::Index u_ = 0, v_ = 1;
};

}  // namespace

std::vector<std::uint8_t> unfoldedPoints(const TriangleMesh& mesh, const std::vector<std::uint8_t>& usable) {
  const CornerRows rows(mesh, usable);
  std::vector<std::uint8_t> unfolded(mesh.pointCount(), 0);
  Context unheard;  // points are not triangles
  parallelChunks(unfolded.size(), pointsPerChunk, unheard, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) {
      const Fan fan = rows.at(p);
      if (fan.size() < 3 || fan.size() > maximumFan) continue;
      unfolded[p] = FanView(mesh, p, fan).isOneToOne() && areCycles(fan);
    }
  });
  return unfolded;
}

}  // namespace talus
