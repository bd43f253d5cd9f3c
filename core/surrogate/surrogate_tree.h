#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/added_methods.h"
#include "base/context.h"
#include "base/large_array.h"
#include "geometry/mesh/triangle_mesh.h"
#include "options/surrogate_options.h"
#include "surrogate/surrogate_triangle.h"

namespace talus {

/// A method for surrogates that another library adds: the corners of the triangle for a cluster of triangles.
using AddedSurrogate = std::array<Vec3, 3> (*)(std::span<const std::array<Vec3, 3>> triangles);
AddedMethods<SurrogateMethod, AddedSurrogate>& addedSurrogates();

/// Up to eight siblings: surrogates, or the fine triangles of a leaf. Numbers are in the tree's frame
/// (SurrogateFrame); lanes are filled from 0 on, the others repeat lane 0 and must be masked by `count`.
struct alignas(64) SurrogateGroup {
  static constexpr std::size_t size = 8;
  using Lanes = std::array<float, size>;

  Lanes ax, ay, az, bx, by, bz, cx, cy, cz;  ///< corners of the triangles
  Lanes sphereX, sphereY, sphereZ;           ///< centre of a sphere around all fine triangles below
  Lanes radius;                              ///< of the sphere
  /// Upper bound of the distance of all points of the fine triangles below from the lane's triangle. Without
  /// halo: a body's halo is added to it and to the radius.
  Lanes epsilon;
  /// Of a surrogate: the first group of its children. Of a leaf: the number of the fine triangle.
  std::array<Index, size> child;
  std::array<std::uint8_t, size> childGroups;  ///< number of groups of the children; 0 in a leaf
  Index parent;                                ///< group of the parent; −1: none
  std::uint8_t parentLane;                     ///< and its lane in that group
  std::uint8_t count;                          ///< lanes that are filled, 1 to 8
  std::uint8_t level;                          ///< number of surrogates above
  std::uint8_t leaf;                           ///< 1: fine triangles, 0: surrogates

  bool operator==(const SurrogateGroup&) const = default;
};

/// The frame of a tree's coordinates: mesh = origin + unit · tree. The map is exact in real numbers.
/// Coordinates are rounded to float relative to the middle of the mesh, so that a mesh far from its origin
/// loses no accuracy.
struct SurrogateFrame {
  Vec3 origin = Vec3::Zero();  ///< centre of the mesh's box
  double unit = 1;             ///< a power of two: coordinates of the tree's fine triangles lie within ±1
};

/// A hierarchy of coarser triangles that represent a surface: the multiresolution contact search descends
/// from the single triangle at the root to the fine triangles, and stops where a pair is too far apart.
///
/// A surrogate with its epsilon covers all fine triangles below: since the distance to a triangle is convex,
/// it suffices to cover their vertices. Epsilon and radius hold in exact arithmetic for the triangles and
/// spheres as stored, rounding to float included; the epsilon of a fine triangle in a leaf is its
/// displacement by rounding. With a halo h every fine triangle's halo lies in the halos h + epsilon of all
/// its ancestors.
///
/// Groups are stored breadth first, the root alone in group 0, a surrogate's children in consecutive groups.
/// Build O(N log N), about 4 µs per triangle and thread (Functional 40 µs), on all threads; 75 bytes per
/// triangle (Functional up to 280). Immutable afterwards: build it once per shape and share it. The result is
/// bitwise the same for any number of threads.
///
/// Source: P. J. Noble, T. Weinzierl, A multiresolution discrete element method for triangulated objects with
/// implicit timestepping, appendices A and B. Deviations: Minimax minimises the halo itself instead of (6)
/// and fills leaves to N; each triangle also has a sphere, for bodies far apart.
class SurrogateTree {
 public:
  /// Progress: the context's current stage advances by mesh.triangleCount(); no stage is begun here.
  /// @throws Error a mesh that is not usable (requireUsable); a branching out of range. Cancelled.
  SurrogateTree(const TriangleMesh& mesh, const SurrogateOptions& options, Context& context,
                SurrogateSearch search = SurrogateSearch::Long);

  std::span<const SurrogateGroup> groups() const { return {groups_.data(), groups_.size()}; }
  const SurrogateFrame& frame() const { return frame_; }
  std::size_t triangleCount() const { return triangleCount_; }
  /// Levels of groups: the root's is 0, the last holds fine triangles.
  std::size_t levelCount() const { return levelBegin_.size() - 1; }
  /// Groups of one level, 0 to levelCount() − 1. All leaves are on the last level if cuts are balanced and
  /// the branching is above 2.
  std::span<const SurrogateGroup> level(std::size_t l) const {
    return groups().subspan(levelBegin_[l], levelBegin_[l + 1] - levelBegin_[l]);
  }
  std::size_t memoryBytes() const;

 private:
  SurrogateFrame frame_;
  std::size_t triangleCount_ = 0;
  LargeArray<SurrogateGroup> groups_;
  std::vector<std::size_t> levelBegin_;
};

}  // namespace talus
