#include "surrogate/triangle_clusters.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "base/parallel.h"
#include "surrogate/point_spread.h"

namespace talus {

namespace {

using Sizes = std::vector<std::size_t>;

// The triangles of one cluster while it is cut.
class Cutter {
 public:
  Cutter(std::span<const Vec3> centres, std::span<Index> triangles) : centres_(centres), mine_(triangles) {}

  // Sizes of the parts, each but the last a multiple of `branching`, so that leaves are full. The smallest
  // number of parts for which all leaves are on the same level.
  Sizes balanced(std::size_t branching) {
    const std::size_t leaves = (mine_.size() + branching - 1) / branching;
    std::size_t maximumLeaves = 1;  // leaves that a part can hold
    while (maximumLeaves * branching < leaves) maximumLeaves *= branching;
    const std::size_t parts = (leaves + maximumLeaves - 1) / maximumLeaves;
    Sizes bounds;
    for (std::size_t i = 0; i <= parts; ++i)
      bounds.push_back(std::min(mine_.size(), leaves * i / parts * branching));
    halve(bounds);
    Sizes sizes;
    for (std::size_t i = 0; i < parts; ++i) sizes.push_back(bounds[i + 1] - bounds[i]);
    return sizes;
  }

  // Sizes of at most `parts` clusters, none empty.
  Sizes means(std::size_t parts) {
    std::vector<Vec3> means = farApart(parts);
    std::vector<std::size_t> nearest(mine_.size());
    for (int round = 0; round < 10; ++round) {
      if (!assign(means, nearest)) break;
      moveMeans(nearest, means);
    }
    return sortBy(nearest, parts);
  }

 private:
  const Vec3& centre(std::size_t i) const { return centres_[static_cast<std::size_t>(mine_[i])]; }

  // Cuts at the middle bound, perpendicular to the longest principal axis, then cuts both halves.
  void halve(std::span<const std::size_t> bounds) {
    if (bounds.size() <= 2) return;
    const std::size_t middle = bounds.size() / 2;
    cut(bounds.front(), bounds[middle], bounds.back());
    halve(bounds.first(middle + 1));
    halve(bounds.subspan(middle));
  }

  // Equal projections are ordered by number, so that the cut is the same on every machine.
  void cut(std::size_t begin, std::size_t middle, std::size_t end) {
    std::vector<Vec3> some;
    some.reserve(end - begin);
    for (std::size_t i = begin; i < end; ++i) some.push_back(centre(i));
    const Vec3 axis = spreadOf(some).axes.col(2);
    std::vector<std::pair<double, Index>> keys;
    keys.reserve(some.size());
    for (std::size_t i = begin; i < end; ++i) keys.emplace_back(axis.dot(some[i - begin]), mine_[i]);
    std::nth_element(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(middle - begin), keys.end());
    for (std::size_t i = begin; i < end; ++i) mine_[i] = keys[i - begin].second;
  }

  // Centres that are far from each other: each is the farthest from all previous ones.
  std::vector<Vec3> farApart(std::size_t count) const {
    std::vector<double> squared(mine_.size(), std::numeric_limits<double>::infinity());
    std::vector<Vec3> chosen{centre(0)};
    while (chosen.size() < count) {
      std::size_t farthest = 0;
      for (std::size_t i = 0; i < mine_.size(); ++i) {
        squared[i] = std::min(squared[i], (centre(i) - chosen.back()).squaredNorm());
        if (squared[i] > squared[farthest]) farthest = i;
      }
      chosen.push_back(centre(farthest));
    }
    return chosen;
  }

  // Finds the nearest mean of each triangle. @return whether any changed.
  bool assign(const std::vector<Vec3>& means, std::vector<std::size_t>& nearest) const {
    bool changed = false;
    for (std::size_t i = 0; i < mine_.size(); ++i) {
      std::size_t best = 0;
      double least = std::numeric_limits<double>::infinity();
      for (std::size_t k = 0; k < means.size(); ++k) {
        const double squared = (centre(i) - means[k]).squaredNorm();
        if (squared < least) {
          least = squared;
          best = k;
        }
      }
      changed = changed || nearest[i] != best;
      nearest[i] = best;
    }
    return changed;
  }

  void moveMeans(const std::vector<std::size_t>& nearest, std::vector<Vec3>& means) const {
    std::vector<Vec3> sums(means.size(), Vec3::Zero());
    Sizes counts(means.size());
    for (std::size_t i = 0; i < mine_.size(); ++i) {
      sums[nearest[i]] += centre(i);
      ++counts[nearest[i]];
    }
    for (std::size_t k = 0; k < means.size(); ++k)
      if (counts[k] > 0) means[k] = sums[k] / static_cast<double>(counts[k]);
  }

  // Sorts the triangles by key, stably. @return how many have each key that occurs.
  Sizes sortBy(const std::vector<std::size_t>& key, std::size_t keys) {
    Sizes next(keys + 1);
    for (const std::size_t k : key) ++next[k + 1];
    Sizes sizes(next.begin() + 1, next.end());
    std::erase(sizes, 0);
    std::partial_sum(next.begin(), next.end(), next.begin());
    const std::vector<Index> before(mine_.begin(), mine_.end());
    for (std::size_t i = 0; i < before.size(); ++i) mine_[next[key[i]]++] = before[i];
    return sizes;
  }

  std::span<const Vec3> centres_;
  std::span<Index> mine_;
};

Sizes cutCluster(Cutter cutter, std::size_t count, std::size_t branching, ClusterCut cut) {
  if (cut == ClusterCut::Means) {
    Sizes sizes = cutter.means(branching);
    if (8 * *std::max_element(sizes.begin(), sizes.end()) <= 7 * count) return sizes;
  }
  return cutter.balanced(branching);
}

}  // namespace

TriangleClusters clusterTriangles(std::span<const Vec3> centres, std::size_t branching, ClusterCut cut,
                                  double end, Context& context) {
  TriangleClusters result;
  result.order.resize(centres.size());
  std::iota(result.order.begin(), result.order.end(), Index{0});
  auto& clusters = result.clusters;
  clusters.push_back({.begin = 0, .end = centres.size()});
  std::size_t first = 0;
  for (double share = 0.5; first < clusters.size(); share /= 2) {
    result.levelBegin.push_back(first);
    const std::size_t count = clusters.size() - first;
    std::vector<Sizes> children(count);
    context.beginStage(end * (1 - share), static_cast<std::int64_t>(count));
    parallelChunks(count, 1, context, [&](std::size_t begin, std::size_t chunkEnd) {
      for (std::size_t i = begin; i < chunkEnd; ++i) {
        const TriangleCluster& mine = clusters[first + i];
        if (mine.count() <= branching) continue;
        const Cutter cutter(centres, std::span(result.order).subspan(mine.begin, mine.count()));
        children[i] = cutCluster(cutter, mine.count(), branching, cut);
      }
    });
    for (std::size_t i = 0; i < count; ++i) {
      std::size_t begin = clusters[first + i].begin;
      clusters[first + i].firstChild = clusters.size();
      clusters[first + i].childCount = children[i].size();
      for (const std::size_t size : children[i]) {
        clusters.push_back({.begin = begin, .end = begin + size, .parent = first + i});
        begin += size;
      }
    }
    first += count;
  }
  result.levelBegin.push_back(clusters.size());
  return result;
}

}  // namespace talus
