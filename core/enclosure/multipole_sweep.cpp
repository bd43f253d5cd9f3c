#include "enclosure/multipole_sweep.h"

#include <algorithm>
#include <deque>
#include <numbers>

#include "base/parallel.h"
#include "enclosure/careful_angle.h"
#include "enclosure/multipole_kernel.h"

namespace talus {

MultipoleSweep::MultipoleSweep(const PanelTree& tree, const SweepOptions& options, PointClusters& clusters)
    : tree_(tree), options_(options), clusters_(clusters) {
  result_.winding.assign(clusters.points().count(), 0.0);
  result_.uncertain.assign(clusters.points().count(), 0);
}

// Adds what is far to the local expansion and keeps the rest as sources.
void MultipoleSweep::collect(Task& task, const PairRule& rule) const {
  ClusterPairs pairs = dividePairs(tree_, task.sources, task.target, rule);
  gatherLocal(tree_.degree(), pairs.far, task.target.radius, task.local.data());
  task.bound += pairs.bound;
  task.sources = std::move(pairs.rest);
}

// Is it cheaper to sum what is near than to split the points?
bool MultipoleSweep::isLeaf(const Task& task) const {
  if (task.target.radius <= std::max(options_.pointRadius, PointCluster::leastRadius)) return true;
  std::size_t panels = 0;
  for (const std::uint32_t source : task.sources) panels += tree_.clusters()[source].panels.count();
  return panels * task.target.points.count() <= options_.leafPairs;
}

// Does the work of one cluster of points and hands its sons on.
template <class Next>
void MultipoleSweep::step(Task& task, const Next& next) {
  collect(task, {.tolerance = options_.tolerance.pair});
  if (isLeaf(task)) {
    collect(task, leafRule(options_.tolerance.pair));
    finish(task);
    return;
  }
  std::array<PointCluster, 8> sons;
  const std::size_t count = clusters_.split(task.target, sons);
  for (std::size_t i = 0; i < count; ++i) {
    Task son{sons[i], task.sources, emptyLocal(), task.bound};
    passLocal(tree_.degree(), {task.local.data(), son.target.centre - task.target.centre, task.target.radius},
              son.target.radius, son.local.data());
    next(std::move(son));
  }
}

// Evaluates at a cluster that is not split. If the bounds on its pairs' errors add up to too much, they are
// all formed anew with a smaller tolerance, down to a near field that holds all panels.
void MultipoleSweep::finish(Task& task) {
  double tolerance = options_.tolerance.pair;
  while (task.bound > options_.tolerance.sum) {
    tolerance *= 0.5 * options_.tolerance.sum / task.bound;
    task = {task.target, {0}, emptyLocal(), 0};
    collect(task, leafRule(tolerance));
  }
  evaluate(task);
}

void MultipoleSweep::descend(Task& task) {
  step(task, [this](Task son) { descend(son); });
}

void MultipoleSweep::run(Context& context) {
  constexpr std::size_t taskSize = 8192;  // points; the same for every number of threads
  if (clusters_.points().count() == 0) return;
  std::deque<Task> top;
  std::vector<Task> tasks;
  const auto sort = [&](Task task) {
    if (task.target.points.count() > taskSize)
      top.push_back(std::move(task));
    else
      tasks.push_back(std::move(task));
  };
  sort({clusters_.all(), {0}, emptyLocal(), 0});
  std::size_t finished = 0;
  while (!top.empty()) {
    Task task = std::move(top.front());
    top.pop_front();
    bool split = false;
    step(task, [&](Task son) {
      split = true;
      sort(std::move(son));
    });
    if (!split) finished += task.target.points.count();
  }
  context.advance(static_cast<std::int64_t>(finished));
  parallelChunks(tasks.size(), 1, context, [&](std::size_t begin, std::size_t) {
    descend(tasks[begin]);
    context.advance(static_cast<std::int64_t>(tasks[begin].target.points.count()) - 1);
  });
}

// Local expansion and near field at all points of a cluster.
void MultipoleSweep::evaluate(const Task& task) {
  const IndexRange points = task.target.points;
  std::vector<IndexRange> ranges;
  for (const std::uint32_t source : task.sources) {
    const IndexRange range = tree_.clusters()[source].panels;
    if (!ranges.empty() && ranges.back().end == range.begin)
      ranges.back().end = range.end;
    else
      ranges.push_back(range);
  }
  if (!ranges.empty()) triangleWinding(tree_.panels(), ranges, clusters_.points(), points, result_);
  if (options_.careful)
    for (std::size_t i = points.begin; i < points.end; ++i)
      if (result_.uncertain[i] != 0) sumCarefully(i, ranges);
  addLocalWinding(tree_.degree(), task.local.data(), task.target.centre, task.target.radius,
                  clusters_.points(), points, result_.winding.data());
}

void MultipoleSweep::sumCarefully(std::size_t point, const std::vector<IndexRange>& near) {
  const auto& [x, y, z] = clusters_.points();
  const Vec3 p(x[point], y[point], z[point]);
  const auto& c = tree_.panels().coordinate;
  long double halfAngles = 0;
  bool onSurface = false;
  for (const IndexRange& range : near)
    for (std::size_t t = range.begin; t < range.end; ++t) {
      const std::array<Vec3, 3> triangle{Vec3(c[0][t], c[1][t], c[2][t]), Vec3(c[3][t], c[4][t], c[5][t]),
                                         Vec3(c[6][t], c[7][t], c[8][t])};
      const CarefulAngle angle = carefulAngle(p, triangle, 1);
      halfAngles += angle.half;
      onSurface = onSurface || angle.onTriangle;
    }
  result_.winding[point] = static_cast<double>(halfAngles / (2 * std::numbers::pi_v<long double>));
  result_.uncertain[point] = static_cast<unsigned char>(onSurface ? Certainty::OnSurface : Certainty::Sure);
}

}  // namespace talus
