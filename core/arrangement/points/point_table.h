#pragma once

#include <vector>

#include "arrangement/points/exact_geometry.h"

namespace talus {

/// The points of an arrangement, each once: the corners of the mesh, which have its numbers, then new ones.
/// Equal points have equal rounded coordinates; so only points of one bucket are compared exactly.
class PointTable {
 public:
  /// @param geometry of a mesh without equal points; must outlive this object.
  explicit PointTable(const ExactGeometry& geometry);

  /// The number of an equal point, or of this one, which is then new.
  Index add(const ExactPoint& x);

  std::size_t size() const { return corners_ + added_.size(); }
  /// The corners of the mesh, which come first.
  std::size_t corners() const { return corners_; }
  bool isCorner(Index point) const { return static_cast<std::size_t>(point) < corners_; }
  /// Its coordinates in words.
  std::array<BoundedWord, 3> near(Index point) const {
    const auto i = static_cast<std::size_t>(point);
    if (i >= corners_) return added_[i - corners_].near;
    const Vec3 p = geometry_.mesh().point(point);
    return {BoundedWord(p.x()), BoundedWord(p.y()), BoundedWord(p.z())};
  }
  ExactPoint at(Index point) const {
    const auto i = static_cast<std::size_t>(point);
    return i < corners_ ? geometry_.corner(point) : added_[i - corners_];
  }
  Vec3 rounded(Index point) const {
    const auto i = static_cast<std::size_t>(point);
    return i < corners_ ? geometry_.mesh().point(point) : added_[i - corners_].rounded;
  }
  /// As orient3d() with the corners of a triangle.
  int side(Index triangle, Index point) const;
  const ExactGeometry& geometry() const { return geometry_; }

 private:
  std::size_t bucketOf(const Vec3& p) const;
  bool isEqual(Index point, const ExactPoint& x) const;
  void link(Index point);
  void resize(std::size_t buckets);

  const ExactGeometry& geometry_;
  std::size_t corners_;
  std::vector<ExactPoint> added_;
  std::vector<Index> first_, next_;  // chains of points by bucket
};

}  // namespace talus
