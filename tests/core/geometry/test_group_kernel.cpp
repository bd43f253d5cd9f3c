// The triangles that may be nearest to the points of a group, against all distances.
#include "geometry/distance/group_kernel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include "geometry/distance/distance_kernel.h"
#include "geometry/distance/point_distance.h"
#include "shapes.h"

namespace talus::test_group_kernel {
namespace {

std::vector<DistanceTree::Corners> cornersOf(const TriangleMesh& mesh) {
  std::vector<DistanceTree::Corners> all;
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto [a, b, c] = mesh.triangle(t);
    all.push_back({mesh.point(a), mesh.point(b), mesh.point(c)});
  }
  return all;
}

// Points of a small cube, in the tree's frame.
PointGroup groupAt(const DistanceTree& tree, const Vec3& middle, double size, std::size_t count) {
  std::mt19937_64 engine(count);
  std::uniform_real_distribution<double> u(-0.5, 0.5);
  PointGroup group;
  group.count = count;
  const Vec3 local = tree.local(middle);
  for (std::size_t i = 0; i < PointGroup::capacity; ++i)
    for (std::size_t axis = 0; axis < 3; ++axis)
      group.at[axis][i] =
          i < count
              ? static_cast<float>(local[static_cast<Eigen::Index>(axis)] + size * tree.scale * u(engine))
              : group.at[axis][count - 1];
  float largest = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto [low, high] = std::minmax_element(group.at[axis].begin(), group.at[axis].end());
    group.middle[axis] = 0.5F * (*low + *high);
    group.halfSize[axis] = std::max(*high - group.middle[axis], group.middle[axis] - *low);
    largest = std::max({largest, std::abs(*low), std::abs(*high)});
  }
  group.margin = marginAt(Vec3::Constant(largest));
  return group;
}

Vec3 pointOf(const PointGroup& group, std::size_t i) {
  return {group.at[0][i], group.at[1][i], group.at[2][i]};
}

class Distances {
 public:
  Distances(const DistanceTree& tree, const std::vector<DistanceTree::Corners>& triangles) {
    for (DistanceTree::Corners corners : triangles) {
      for (Vec3& corner : corners) corner = tree.local(corner);
      local_.push_back(corners);
    }
  }
  double of(std::size_t triangle, const Vec3& point) const {
    return (point - closestPoint(point, local_[triangle])).norm();
  }
  double least(const Vec3& point) const {
    double least = INFINITY;
    for (std::size_t t = 0; t < local_.size(); ++t) least = std::min(least, of(t, point));
    return least;
  }
  std::size_t count() const { return local_.size(); }

 private:
  std::vector<DistanceTree::Corners> local_;
};

TEST(GroupKernel, NoNearestTriangleIsMissing) {
  for (const TriangleMesh& mesh : {shapes::sphere(3), shapes::unitBox(4), shapes::tetrahedron()}) {
    const auto triangles = cornersOf(mesh);
    const DistanceTree tree(triangles);
    const Distances distances(tree, triangles);
    GroupRoom room;
    std::vector<NearTriangle> pairs;
    for (const Vec3& middle : {Vec3(0.2, 0.1, 0.9), Vec3(2, -1, 0.3), Vec3(0.01, 0, 0.02), Vec3(0, 0, 0)})
      for (const double size : {1e-3, 0.05, 0.4})
        for (const std::size_t count : {std::size_t{1}, std::size_t{9}, PointGroup::capacity}) {
          const PointGroup group = groupAt(tree, middle, size, count);
          ASSERT_TRUE(collectNearOfGroup(tree, group, 100000, room, pairs));
          std::vector<std::set<std::size_t>> found(count);
          for (const NearTriangle& pair : pairs) {
            ASSERT_LT(pair.point, count);
            found[pair.point].insert(static_cast<std::size_t>(pair.triangle));
          }
          for (std::size_t i = 0; i < count; ++i) {
            const Vec3 point = pointOf(group, i);
            const double least = distances.least(point);
            for (std::size_t t = 0; t < distances.count(); ++t)
              if (distances.of(t, point) <= least) {
                EXPECT_TRUE(found[i].contains(t)) << i << ", " << t;
              }
          }
        }
  }
}

TEST(GroupKernel, LeavesOutWhatIsBeyondTheBand) {
  const auto triangles = cornersOf(shapes::sphere(3));
  const DistanceTree tree(triangles);
  const Distances distances(tree, triangles);
  GroupRoom room;
  std::vector<NearTriangle> pairs;
  PointGroup group = groupAt(tree, Vec3(0, 0, 1.3), 0.3, 40);
  group.band = 0.2F * static_cast<float>(tree.scale);
  ASSERT_TRUE(collectNearOfGroup(tree, group, 100000, room, pairs));
  std::set<std::size_t> points;
  for (const NearTriangle& pair : pairs) points.insert(pair.point);
  const double band = static_cast<double>(group.band), margin = static_cast<double>(group.margin);
  std::size_t within = 0;
  for (std::size_t i = 0; i < group.count; ++i) {
    const double least = distances.least(pointOf(group, i));
    if (least <= band) {
      EXPECT_TRUE(points.contains(i));
      ++within;
    }
    if (least > band + 2 * margin) {
      EXPECT_FALSE(points.contains(i));
    }
  }
  EXPECT_GT(within, 0u);
  EXPECT_LT(within, group.count);
}

TEST(GroupKernel, TellsThatThereAreTooMany) {
  const auto triangles = cornersOf(shapes::sphere(4));
  const DistanceTree tree(triangles);
  GroupRoom room;
  std::vector<NearTriangle> pairs;
  EXPECT_FALSE(collectNearOfGroup(tree, groupAt(tree, Vec3(0, 0, 0), 0.01, 20), 10, room, pairs));
}

}  // namespace
}  // namespace talus::test_group_kernel
