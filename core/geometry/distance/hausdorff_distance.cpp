#include "geometry/distance/hausdorff_distance.h"

#include <algorithm>
#include <array>
#include <queue>

#include "geometry/distance/point_distance.h"

namespace talus {

namespace {

struct Corner {
  Vec3 point;
  NearestTriangle nearest;
};

struct Piece {
  std::array<Corner, 3> corners;
  double most;  // distance that a point of it may have
};

struct MayBeNearer {
  bool operator()(const Piece& p, const Piece& q) const { return p.most < q.most; }
};

class FarthestSearch {
 public:
  // @param size of what is searched.
  FarthestSearch(const SurfaceDistance& surface, double accuracy, double size)
      : surface_(surface), accuracy_(accuracy), size_(size) {}

  Corner corner(const Vec3& point, Index hint) {
    const Corner found{point, surface_.nearest(point, hint)};
    if (found.nearest.distance > farthest_.distance) farthest_ = {found.nearest.distance, point};
    return found;
  }

  void add(const std::array<Corner, 3>& corners) {
    const double most = greatestOf(corners);
    if (mayBeFarther(most)) pieces_.push({corners, most});
  }

  HausdorffDistance find() {
    constexpr int maximumPieces = 100'000;
    for (int n = 0; n < maximumPieces && !pieces_.empty() && mayBeFarther(pieces_.top().most); ++n) {
      const Piece piece = pieces_.top();
      pieces_.pop();
      divide(piece.corners);
    }
    return farthest_;
  }

 private:
  bool mayBeFarther(double most) const {
    constexpr double rounding = 1e-12;
    return most > (1 + accuracy_) * farthest_.distance + rounding * size_;
  }

  // By the triangles that are nearest to the corners.
  double greatestOf(const std::array<Corner, 3>& corners) const {
    double most = std::numeric_limits<double>::infinity();
    for (const Corner& near : corners) {
      const auto& triangle = surface_.triangle(near.nearest.triangle);
      double greatest = 0;
      for (const Corner& corner : corners)
        greatest = std::max(greatest, corner.nearest.triangle == near.nearest.triangle
                                          ? corner.nearest.distance
                                          : (closestPoint(corner.point, triangle) - corner.point).norm());
      most = std::min(most, greatest);
    }
    return most;
  }

  // At the middle of the longest edge.
  void divide(const std::array<Corner, 3>& corners) {
    std::size_t from = 0;
    double longest = -1;
    for (std::size_t i = 0; i < 3; ++i) {
      const double length = (corners[(i + 1) % 3].point - corners[i].point).squaredNorm();
      if (length > longest) longest = length, from = i;
    }
    const Corner &a = corners[from], &b = corners[(from + 1) % 3], &c = corners[(from + 2) % 3];
    const Corner middle = corner(0.5 * (a.point + b.point), a.nearest.triangle);
    add({a, middle, c});
    add({middle, b, c});
  }

  const SurfaceDistance& surface_;
  double accuracy_, size_;
  std::priority_queue<Piece, std::vector<Piece>, MayBeNearer> pieces_;
  HausdorffDistance farthest_;
};

}  // namespace

HausdorffDistance hausdorffDistance(const TriangleMesh& triangles, const SurfaceDistance& surface,
                                    double accuracy) {
  if (triangles.triangleCount() == 0) return {};
  FarthestSearch search(surface, accuracy, triangles.bounds().sizes().maxCoeff());
  std::vector<Corner> corners;
  corners.reserve(triangles.pointCount());
  Index hint = -1;
  for (std::size_t p = 0; p < triangles.pointCount(); ++p) {
    corners.push_back(search.corner(triangles.point(static_cast<Index>(p)), hint));
    hint = corners.back().nearest.triangle;
  }
  for (std::size_t t = 0; t < triangles.triangleCount(); ++t) {
    const auto [a, b, c] = triangles.triangle(t);
    search.add({corners[static_cast<std::size_t>(a)], corners[static_cast<std::size_t>(b)],
                corners[static_cast<std::size_t>(c)]});
  }
  return search.find();
}

}  // namespace talus
