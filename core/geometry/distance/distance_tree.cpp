#include "geometry/distance/distance_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/parallel.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

namespace {

constexpr std::size_t width = DistanceTree::width;
constexpr std::size_t serialBelow = 4096;  // number of triangles

constexpr float farAway = 1e18F;  // its square is finite

float roundedDown(double x) {
  const auto f = static_cast<float>(x);
  return f <= x ? f : std::nextafter(f, -std::numeric_limits<float>::infinity());
}

float roundedUp(double x) {
  return -roundedDown(-x);
}

// Leaves are full except for the last ones.
std::size_t splitOf(std::size_t count) {
  return (count / 2 + width - 1) / width * width;
}

class Builder {
 public:
  Builder(std::span<const DistanceTree::Corners> triangles, DistanceTree& tree)
      : triangles_(triangles), tree_(tree), order_(triangles.size()), centres_(triangles.size()) {
    std::iota(order_.begin(), order_.end(), Index{0});
    for (std::size_t t = 0; t < triangles.size(); ++t) centres_[t] = tree.local(boxOf(triangles[t]).center());
  }

  void build() {
    sort(0, order_.size());
    tree_.leaves.reserve(order_.size() / width + 1);
    addNode({{0, order_.size()}});
  }

 private:
  struct Range {
    std::size_t begin, end;
    std::size_t size() const { return end - begin; }
  };

  // Orders the triangles so that both sides of each split are separated; ties are broken by number.
  void sort(std::size_t begin, std::size_t end) {
    if (end - begin <= width) return;
    Box spread;
    for (std::size_t i = begin; i < end; ++i) spread.extend(centreOf(order_[i]));
    Eigen::Index axis = 0;
    spread.sizes().maxCoeff(&axis);
    const std::size_t middle = begin + splitOf(end - begin);
    const auto at = [&](std::size_t i) { return order_.begin() + static_cast<std::ptrdiff_t>(i); };
    std::nth_element(at(begin), at(middle), at(end), [&](Index a, Index b) {
      const double x = centreOf(a)[axis], y = centreOf(b)[axis];
      return x != y ? x < y : a < b;
    });
    if (end - begin < serialBelow) {
      sort(begin, middle);
      sort(middle, end);
    } else {
      parallelInvoke([&] { sort(begin, middle); }, [&] { sort(middle, end); });
    }
  }

  // Splits ranges, the largest first, until there is one for each child.
  static void divide(std::vector<Range>& ranges) {
    while (ranges.size() < width) {
      const auto largest = std::max_element(
          ranges.begin(), ranges.end(), [](const Range& a, const Range& b) { return a.size() < b.size(); });
      if (largest->size() <= width) return;
      const Range whole = *largest;
      const std::size_t middle = whole.begin + splitOf(whole.size());
      *largest = {whole.begin, middle};
      ranges.insert(largest + 1, {middle, whole.end});
    }
  }

  // The part of the tree over some triangles.
  struct Patch {
    Range range{};
    Box box;
    Vec3 area = Vec3::Zero();  // sum of the triangles' normals times twice their areas
  };

  // Computes the bounds of a child: its box, and the slab perpendicular to its mean normal.
  void bound(DistanceTree::Node& node, std::size_t child, const Patch& patch) const {
    Vec3 normal = patch.area.normalized();
    if (!normal.allFinite()) normal = Vec3::UnitX();
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto n = static_cast<Eigen::Index>(axis);
      node.low[axis][child] = roundedDown(patch.box.min()[n]);
      node.high[axis][child] = roundedUp(patch.box.max()[n]);
      node.normal[axis][child] = static_cast<float>(normal[n]);
      normal[n] = node.normal[axis][child];
    }
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (std::size_t i = patch.range.begin; i < patch.range.end; ++i)
      for (const Vec3& corner : triangles_[static_cast<std::size_t>(order_[i])]) {
        const double at = normal.dot(tree_.local(corner));
        low = std::min(low, at);
        high = std::max(high, at);
      }
    node.slabLow[child] = roundedDown(low);
    node.slabHigh[child] = roundedUp(high);
  }

  Patch addNode(std::vector<Range> ranges) {
    const std::size_t number = tree_.nodes.size();
    tree_.nodes.emplace_back();
    divide(ranges);
    Patch all{{ranges.front().begin, ranges.back().end}, {}, Vec3::Zero()};
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      const bool isLeaf = ranges[i].size() <= width;
      const auto child = static_cast<Index>(isLeaf ? tree_.leaves.size() : tree_.nodes.size());
      const Patch patch = isLeaf ? addLeaf(ranges[i]) : addNode({ranges[i]});
      DistanceTree::Node& node = tree_.nodes[number];
      node.child[i] = isLeaf ? -1 - child : child;
      bound(node, i, patch);
      all.box.extend(patch.box);
      all.area += patch.area;
    }
    tree_.nodes[number].count = static_cast<Index>(ranges.size());
    return all;
  }

  Patch addLeaf(const Range& range) {
    DistanceTree::Leaf& leaf = tree_.leaves.emplace_back();
    leaf.count = static_cast<Index>(range.size());
    for (DistanceTree::Row& row : leaf.row) row.fill(0);
    leaf.row[TriangleFrame::NormalZ].fill(1);  // unused places lie in a plane far away
    leaf.row[TriangleFrame::NormalAt].fill(farAway);
    Patch patch{range, {}, Vec3::Zero()};
    for (std::size_t i = 0; i < range.size(); ++i) {
      const Index t = order_[range.begin + i];
      leaf.triangle[i] = t;
      const DistanceTree::Corners& corners = triangles_[static_cast<std::size_t>(t)];
      const DistanceTree::Corners local{tree_.local(corners[0]), tree_.local(corners[1]),
                                        tree_.local(corners[2])};
      pack(local, leaf, i);
      patch.box.extend(boxOf(local));
      patch.area += (local[1] - local[0]).cross(local[2] - local[0]);
    }
    return patch;
  }

  static void pack(const DistanceTree::Corners& local, DistanceTree::Leaf& leaf, std::size_t lane) {
    const TriangleFrame frame(local);
    for (std::size_t row = 0; row < TriangleFrame::rows; ++row)
      leaf.row[row][lane] = static_cast<float>(frame.row[row]);
  }

  const Vec3& centreOf(Index t) const { return centres_[static_cast<std::size_t>(t)]; }

  std::span<const DistanceTree::Corners> triangles_;
  DistanceTree& tree_;
  std::vector<Index> order_;
  std::vector<Vec3> centres_;
};

}  // namespace

DistanceTree::DistanceTree(std::span<const Corners> triangles) {
  Box box;
  for (const Corners& corners : triangles) box.extend(boxOf(corners));
  centre = 0.5 * box.min() + 0.5 * box.max();
  const double size = box.sizes().maxCoeff();
  scale = std::ldexp(1.0, -std::clamp(std::ilogb(size), -1000, 1000));
  Builder(triangles, *this).build();
}

}  // namespace talus
