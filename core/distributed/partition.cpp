#include "distributed/partition.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "distributed/reduction.h"

namespace talus {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr int bins = 256;
constexpr int narrowingRounds = 3;

// The whole of space.
Box everywhere() {
  return {Vec3::Constant(-infinite), Vec3::Constant(infinite)};
}

// Along one axis, what two intervals leave free between them; 0: nothing.
double between(double lowA, double highA, double lowB, double highB) {
  return std::max({0.0, lowB - highA, lowA - highB});
}

}  // namespace

// Cuts all nodes of a level at once.
class Partition::Bisection {
 public:
  Bisection(Partition& partition, std::span<const Vec3> centres, std::span<const std::int64_t> costs,
            Communicator& ranks)
      : partition_(partition), centres_(centres), costs_(costs), ranks_(ranks), nodeOf_(centres.size(), 0) {
    std::vector<int> level{0};
    while (!level.empty()) level = cut(level);
  }

 private:
  // Where a cut is searched, in equal bins.
  struct Bracket {
    double low = 0, high = 0;
    std::int64_t costBelow = 0;  // of all centres of the node below `low`

    double edge(int k) const { return k == bins ? high : low + k * ((high - low) / bins); }
    // The last bin whose lower edge is not above the coordinate, which is between low and high.
    int binOf(double x) const {
      const double guess = (x - low) / ((high - low) / bins);
      int k = std::isfinite(guess) ? std::clamp(static_cast<int>(guess), 0, bins - 1) : 0;
      while (k > 0 && x < edge(k)) --k;
      while (k < bins - 1 && x >= edge(k + 1)) ++k;
      return k;
    }
  };

  // Returns the children.
  std::vector<int> cut(const std::vector<int>& level) {
    open_.assign(partition_.nodes_.size(), -1);
    int count = 0;
    for (const int node : level)
      if (partition_.nodes_[static_cast<std::size_t>(node)].count > 1)
        open_[static_cast<std::size_t>(node)] = count++;
    if (count == 0) return {};
    chooseAxes(level, count);
    for (int round = 0; round < narrowingRounds; ++round) narrow(level);
    return divide(level);
  }

  // Calls visit(number of the node among those that are cut, node, centre).
  template <class Visitor>
  void forEachCentre(const Visitor& visit) const {
    for (std::size_t i = 0; i < centres_.size(); ++i) {
      const auto node = static_cast<std::size_t>(nodeOf_[i]);
      if (open_[node] >= 0) visit(static_cast<std::size_t>(open_[node]), partition_.nodes_[node], i);
    }
  }
  template <class Visitor>
  void forEachOpen(const std::vector<int>& level, const Visitor& visit) {
    for (const int node : level) {
      const int number = open_[static_cast<std::size_t>(node)];
      if (number >= 0)
        visit(static_cast<std::size_t>(number), partition_.nodes_[static_cast<std::size_t>(node)]);
    }
  }

  void chooseAxes(const std::vector<int>& level, int count) {
    const auto size = static_cast<std::size_t>(count);
    std::vector<double> ends(6 * size, -infinite);  // of each node: −low, high
    nodeCosts_.assign(size, 0);
    forEachCentre([&](std::size_t n, const Node&, std::size_t i) {
      nodeCosts_[n] += costs_[i];
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const double x = centres_[i][static_cast<Eigen::Index>(axis)];
        ends[6 * n + axis] = std::max(ends[6 * n + axis], -x);
        ends[6 * n + 3 + axis] = std::max(ends[6 * n + 3 + axis], x);
      }
    });
    Reduction all;
    all.maximum(ends);
    all.sum(nodeCosts_);
    all.over(ranks_);
    brackets_.assign(size, {});
    forEachOpen(level, [&](std::size_t n, Node& node) {
      const double* const end = ends.data() + 6 * n;
      for (int axis = 1; axis < 3; ++axis)
        if (end[axis] + end[3 + axis] > end[node.axis] + end[3 + node.axis]) node.axis = axis;
      if (std::isfinite(end[0])) brackets_[n] = {-end[node.axis], end[3 + node.axis], 0};
    });
  }

  // The cost that belongs below the cut.
  std::int64_t aim(std::size_t n, const Node& node) const {
    return static_cast<std::int64_t>(
        std::llround(static_cast<double>(nodeCosts_[n]) * (node.count / 2) / node.count));
  }

  // Replaces each bracket by its bin that holds the aim.
  void narrow(const std::vector<int>& level) {
    std::vector<std::int64_t> costs(bins * brackets_.size(), 0);
    forEachCentre([&](std::size_t n, const Node& node, std::size_t i) {
      const Bracket& bracket = brackets_[n];
      const double x = centres_[i][node.axis];
      if (x >= bracket.low && x <= bracket.high)
        costs[bins * n + static_cast<std::size_t>(bracket.binOf(x))] += costs_[i];
    });
    Reduction all;
    all.sum(costs);
    all.over(ranks_);
    forEachOpen(level, [&](std::size_t n, Node& node) {
      Bracket& bracket = brackets_[n];
      const std::int64_t wanted = aim(n, node);
      int k = 0;
      std::int64_t below = bracket.costBelow;
      for (; k < bins - 1 && below + costs[bins * n + static_cast<std::size_t>(k)] < wanted; ++k)
        below += costs[bins * n + static_cast<std::size_t>(k)];
      const std::int64_t within = costs[bins * n + static_cast<std::size_t>(k)];
      node.cut = wanted - below <= below + within - wanted ? bracket.edge(k) : bracket.edge(k + 1);
      bracket = {bracket.edge(k), bracket.edge(k + 1), below};
    });
  }

  std::vector<int> divide(const std::vector<int>& level) {
    std::vector<int> children;
    for (const int number : level) {
      if (open_[static_cast<std::size_t>(number)] < 0) continue;
      const Node node = partition_.nodes_[static_cast<std::size_t>(number)];
      const int below = static_cast<int>(partition_.nodes_.size()), lower = node.count / 2;
      partition_.nodes_.push_back({.first = node.first, .count = lower});
      partition_.nodes_.push_back({.first = node.first + lower, .count = node.count - lower});
      partition_.nodes_[static_cast<std::size_t>(number)].below = below;
      partition_.nodes_[static_cast<std::size_t>(number)].above = below + 1;
      children.insert(children.end(), {below, below + 1});
    }
    for (std::size_t i = 0; i < centres_.size(); ++i) {
      const Node& node = partition_.nodes_[static_cast<std::size_t>(nodeOf_[i])];
      if (node.below >= 0) nodeOf_[i] = centres_[i][node.axis] < node.cut ? node.below : node.above;
    }
    return children;
  }

  Partition& partition_;
  std::span<const Vec3> centres_;
  std::span<const std::int64_t> costs_;
  Communicator& ranks_;
  std::vector<int> nodeOf_;              // of each centre
  std::vector<int> open_;                // of each node: its number among those that are cut; −1: it is not
  std::vector<std::int64_t> nodeCosts_;  // of each of them
  std::vector<Bracket> brackets_;
};

Partition Partition::bisect(std::span<const Vec3> centres, std::span<const std::int64_t> costs,
                            Communicator& ranks) {
  Partition partition(ranks.size());
  const Bisection bisection(partition, centres, costs, ranks);
  partition.fillCells(0, everywhere());
  return partition;
}

Partition Partition::anywhere(int ranks) {
  Partition partition(ranks);
  std::fill(partition.cells_.begin(), partition.cells_.end(), everywhere());
  return partition;
}

void Partition::fillCells(int number, const Box& box) {
  Node& node = nodes_[static_cast<std::size_t>(number)];
  if (node.below < 0) {
    cells_[static_cast<std::size_t>(node.first)] = box;
    return;
  }
  // The cut of a node without centres may lie anywhere.
  node.cut = std::clamp(node.cut, box.min()[node.axis], box.max()[node.axis]);
  Box below = box, above = box;
  below.max()[node.axis] = above.min()[node.axis] = node.cut;
  fillCells(node.below, below);
  fillCells(node.above, above);
}

int Partition::ownerOf(const Vec3& centre) const {
  const Node* node = &nodes_.front();
  while (node->below >= 0)
    node = &nodes_[static_cast<std::size_t>(centre[node->axis] < node->cut ? node->below : node->above)];
  return node->first;
}

double Partition::distance(int rank, const Vec3& point) const {
  const Box& box = cell(rank);
  double most = 0;
  for (int axis = 0; axis < 3; ++axis)
    most = std::max(most, between(box.min()[axis], box.max()[axis], point[axis], point[axis]));
  return most;
}

double Partition::distance(int rank, int other) const {
  return distance(cell(rank), cell(other));
}

double Partition::distance(const Box& a, const Box& b) {
  double most = 0;
  for (int axis = 0; axis < 3; ++axis)
    most = std::max(most, between(a.min()[axis], a.max()[axis], b.min()[axis], b.max()[axis]));
  return most;
}

std::vector<int> Partition::neighbours(int rank, double distance) const {
  std::vector<int> found;
  for (int other = 0; other < ranks(); ++other)
    if (other != rank && this->distance(rank, other) <= distance) found.push_back(other);
  return found;
}

}  // namespace talus
