#include "enclosure/multipole/cluster_tree.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/parallel.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

namespace {

// How a cluster is split: at the middle of a box, along its longer axes, into at most eight octants.
struct Octants {
  explicit Octants(const Box& box) : middle(box.center()), size(box.sizes().maxCoeff()) {
    for (Eigen::Index k = 0; k < 3; ++k) {
      splits[static_cast<std::size_t>(k)] = box.sizes()[k] > size / 2;
      if (middle[k] >= box.max()[k]) middle[k] = box.min()[k];  // rounded up: one side would be empty
    }
  }

  std::size_t of(const Vec3& p) const {
    std::size_t octant = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto axis = static_cast<Eigen::Index>(k);
      if (splits[k] && p[axis] > middle[axis]) octant |= std::size_t{1} << k;
    }
    return octant;
  }

  Vec3 middle;
  double size;
  std::array<bool, 3> splits{};
};

// A panel while the tree is built.
struct Seed {
  Vec3 centre;
  double radius;
  std::size_t number;
};

Seed seedOf(const PanelTree::Corners& c, std::size_t number) {
  const Vec3 centre = (c[0] + c[1] + c[2]) / 3;
  const double squared =
      std::max({(c[0] - centre).squaredNorm(), (c[1] - centre).squaredNorm(), (c[2] - centre).squaredNorm()});
  return {centre, std::sqrt(squared), number};
}

// Stable sort of seeds by a key below `Keys`. @return the first position of each key, and the end.
template <std::size_t Keys, class Key>
std::array<std::size_t, Keys + 1> sortByKey(std::span<Seed> seeds, std::vector<Seed>& buffer,
                                            const Key& key) {
  std::array<std::size_t, Keys + 1> begin{};
  for (const Seed& seed : seeds) ++begin[key(seed) + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::array<std::size_t, Keys + 1> next = begin;
  buffer.assign(seeds.begin(), seeds.end());
  for (const Seed& seed : buffer) seeds[next[key(seed)]++] = seed;
  return begin;
}

}  // namespace

PanelTree::PanelTree(std::span<const Corners> panels, std::size_t leafSize, int degree, Context& context)
    : degree_(degree) {
  split(panels, leafSize);
  const std::size_t count = clusters_.size();
  moments_.assign(count * coefficientCount(degree_), 0.0);
  strengths_.resize(count);
  parallelChunks(count, 256, context, [this](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) measure(i);
  });
  for (std::size_t level = levels_.size() - 1; level-- > 0;)
    parallelChunks(levels_[level + 1] - levels_[level], 64, context, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) expand(levels_[level] + i);
    });
}

void PanelTree::split(std::span<const Corners> panels, std::size_t leafSize) {
  constexpr std::size_t keys = 9;  // 0: larger than the expected size of the children
  std::vector<Seed> seeds;
  seeds.reserve(panels.size());
  for (std::size_t t = 0; t < panels.size(); ++t) seeds.push_back(seedOf(panels[t], t));
  std::vector<Seed> buffer;
  clusters_.push_back({.panels = {0, seeds.size()}});
  levels_ = {0};
  while (levels_.back() < clusters_.size()) {
    const std::size_t end = clusters_.size();
    for (std::size_t i = levels_.back(); i < end; ++i) {
      const IndexRange range = clusters_[i].panels;
      if (range.count() <= leafSize) continue;
      const auto some = std::span(seeds).subspan(range.begin, range.count());
      Box box;
      for (const Seed& seed : some) box.extend(seed.centre);
      const Octants octants(box);
      const double large = octants.size / 2;
      const auto begin = sortByKey<keys>(some, buffer, [&](const Seed& seed) {
        return seed.radius >= large ? 0 : octants.of(seed.centre) + 1;
      });
      if (begin[1] == some.size()) continue;
      clusters_[i].firstChild = clusters_.size();
      for (std::size_t k = 0; k < keys; ++k)
        if (begin[k] < begin[k + 1])
          clusters_.push_back({.panels = {range.begin + begin[k], range.begin + begin[k + 1]}});
      clusters_[i].childCount = clusters_.size() - clusters_[i].firstChild;
    }
    levels_.push_back(end);
  }
  for (auto& coordinate : panels_.coordinate) coordinate.resize(panels.size());
  order_.resize(panels.size());
  for (std::size_t t = 0; t < seeds.size(); ++t) {
    order_[t] = seeds[t].number;
    for (std::size_t corner = 0; corner < 3; ++corner)
      for (std::size_t k = 0; k < 3; ++k)
        panels_.coordinate[3 * corner + k][t] = panels[order_[t]][corner][static_cast<Eigen::Index>(k)];
  }
}

PanelTree::Corners PanelTree::panel(std::size_t t) const {
  const auto& c = panels_.coordinate;
  return {Vec3(c[0][t], c[1][t], c[2][t]), Vec3(c[3][t], c[4][t], c[5][t]), Vec3(c[6][t], c[7][t], c[8][t])};
}

// Computes box, centre and radius.
void PanelTree::measure(std::size_t number) {
  PanelCluster& cluster = clusters_[number];
  for (std::size_t t = cluster.panels.begin; t < cluster.panels.end; ++t) cluster.box.extend(boxOf(panel(t)));
  cluster.centre = cluster.box.center();
  double squared = 0;
  for (std::size_t t = cluster.panels.begin; t < cluster.panels.end; ++t)
    for (const Vec3& corner : panel(t)) squared = std::max(squared, (corner - cluster.centre).squaredNorm());
  cluster.radius = std::sqrt(squared);
}

// Computes the moments, from the panels or from the children, and their strength.
void PanelTree::expand(std::size_t number) {
  const PanelCluster& cluster = clusters_[number];
  double* const moments = &moments_[number * coefficientCount(degree_)];
  if (cluster.childCount == 0) {
    gatherPanelMoments(degree_, panels_, cluster.panels, cluster.centre, cluster.radius, moments);
  } else {
    std::array<ShiftedExpansion, 9> children;
    for (std::size_t i = 0; i < cluster.childCount; ++i) {
      const std::size_t child = cluster.firstChild + i;
      children[i] = {this->moments(child), clusters_[child].centre - cluster.centre, clusters_[child].radius};
    }
    gatherMoments(degree_, std::span(children).first(cluster.childCount), cluster.radius, moments);
  }
  strengths_[number] = MultipoleStrength(degree_, moments);
}

PointClusters::PointClusters(std::size_t count) : numbers_(count) {
  points_.x.resize(count);
  points_.y.resize(count);
  points_.z.resize(count);
}

void PointClusters::set(std::size_t i, const Vec3& p, std::size_t number) {
  points_.x[i] = p.x();
  points_.y[i] = p.y();
  points_.z[i] = p.z();
  numbers_[i] = number;
}

PointCluster PointClusters::cluster(IndexRange range) const {
  PointCluster result{.points = range, .box = {}};
  for (std::size_t i = range.begin; i < range.end; ++i) result.box.extend(point(i));
  result.centre = result.box.center();
  double squared = 0;
  for (std::size_t i = range.begin; i < range.end; ++i)
    squared = std::max(squared, (point(i) - result.centre).squaredNorm());
  result.radius = std::max(std::sqrt(squared), PointCluster::leastRadius);
  return result;
}

std::size_t PointClusters::split(const PointCluster& parent, std::array<PointCluster, 8>& children) {
  const Octants octants(parent.box);
  const IndexRange range = parent.points;
  struct Item {
    Vec3 point;
    std::size_t number;
    std::size_t octant;
  };
  std::vector<Item> items(range.count());
  std::array<std::size_t, 9> begin{};
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::size_t from = range.begin + i;
    const Vec3 p = point(from);
    items[i] = {p, numbers_[from], octants.of(p)};
    ++begin[items[i].octant + 1];
  }
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::array<std::size_t, 9> next = begin;
  for (const Item& item : items) set(range.begin + next[item.octant]++, item.point, item.number);
  std::size_t count = 0;
  for (std::size_t k = 0; k < 8; ++k)
    if (begin[k] < begin[k + 1])
      children[count++] = cluster({range.begin + begin[k], range.begin + begin[k + 1]});
  return count;
}

}  // namespace talus
