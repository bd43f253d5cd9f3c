#include "enclosure/multipole/multipole_sweep.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <numbers>

#include "base/parallel.h"
#include "enclosure/direct/careful_angle.h"
#include "enclosure/multipole/crossing_kernel.h"
#include "enclosure/multipole/multipole_kernel.h"

namespace talus {

MultipoleSweep::MultipoleSweep(const PanelTree& tree, const SweepOptions& options, PointClusters& clusters)
    : tree_(tree), options_(options), clusters_(clusters) {
  result_.winding.assign(clusters.points().count(), 0.0);
  result_.uncertain.assign(clusters.points().count(), 0);
}

// Adds the far clusters to the local expansion and keeps the rest as sources.
void MultipoleSweep::collect(Task& task, const PairRule& rule) const {
  ClusterPairs pairs = dividePairs(tree_, task.sources, task.target, rule);
  gatherLocal(tree_.degree(), pairs.far, task.target.radius, task.local.data());
  task.bound += pairs.bound;
  task.sources = std::move(pairs.rest);
}

// Whether summing the near panels is cheaper than splitting the points.
bool MultipoleSweep::isLeaf(const Task& task) const {
  if (task.target.radius <= std::max(options_.pointRadius, PointCluster::leastRadius)) return true;
  if (options_.segmentPairs > 0) return task.target.points.count() == 1;
  std::size_t panels = 0;
  for (const std::uint32_t source : task.sources) panels += tree_.clusters()[source].panels.count();
  return panels * task.target.points.count() <= options_.leafPairs;
}

// Processes one cluster of points and passes its children to `next`.
template <class Next>
void MultipoleSweep::step(Task& task, const Next& next) {
  collect(task, {.tolerance = options_.tolerance.pair});
  if (options_.segmentPairs > 0 && followSegments(task)) return;
  if (isLeaf(task)) {
    collect(task, leafRule(options_.tolerance.pair));
    finish(task);
    return;
  }
  std::array<PointCluster, 8> children;
  const std::size_t count = clusters_.split(task.target, children);
  for (std::size_t i = 0; i < count; ++i) {
    Task child{children[i], task.sources, emptyLocal(), task.bound};
    passLocal(tree_.degree(),
              {task.local.data(), child.target.centre - task.target.centre, task.target.radius},
              child.target.radius, child.local.data());
    next(std::move(child));
  }
}

// If the sum of the error bounds of a leaf's pairs is too large, forms all pairs again with a smaller
// tolerance, in the extreme with all panels in the near field.
void MultipoleSweep::keepBudget(Task& task) const {
  double tolerance = options_.tolerance.pair;
  while (task.bound > options_.tolerance.sum) {
    tolerance *= 0.5 * options_.tolerance.sum / task.bound;
    task = {task.target, {0}, emptyLocal(), 0};
    collect(task, leafRule(tolerance));
  }
}

void MultipoleSweep::finish(Task& task) {
  keepBudget(task);
  evaluate(task);
}

// The task of one point, from the task of a cluster that contains it.
MultipoleSweep::Task MultipoleSweep::single(const Task& task, std::size_t point, const Vec3& p) const {
  Task result{
      {.points = {point, point + 1}, .box = Box(p), .centre = p}, task.sources, emptyLocal(), task.bound};
  passLocal(tree_.degree(), {task.local.data(), p - task.target.centre, task.target.radius},
            result.target.radius, result.local.data());
  collect(result, leafRule(options_.tolerance.pair));
  keepBudget(result);
  return result;
}

// Labels all points of a cluster from one reference point near its centre, if that is cheaper.
bool MultipoleSweep::followSegments(const Task& task) {
  const PointCluster& target = task.target;
  if (target.radius <= PointCluster::leastRadius || target.points.count() == 1) return false;
  // Within the ball, which no far panel touches, and not coplanar or collinear with points of a regular grid.
  const Vec3 reference = target.centre + target.radius * Vec3(0.0137, -0.0211, 0.0319);
  if ((reference - target.centre).norm() > target.radius) return false;  // by rounding far from the origin
  Box box = target.box;
  box.extend(reference);
  const std::size_t maximum = options_.segmentPairs / target.points.count();
  const std::vector<std::size_t> panels = panelsTouching(tree_, task.sources, box, maximum);
  return panels.size() <= maximum && labelAlongSegments(task, reference, panels);
}

// Labels the points by the crossings of their segments from the reference point with the panels. @return
// false if the reference point is too near to a panel.
bool MultipoleSweep::labelAlongSegments(const Task& task, const Vec3& reference,
                                        const std::vector<std::size_t>& panels) {
  std::vector<SegmentTarget> targets;
  targets.reserve(panels.size());
  for (const std::size_t t : panels) {
    targets.emplace_back(reference, tree_.panel(t));
    if (!targets.back().isClear()) return false;
  }
  const IndexRange points = task.target.points;
  Task there = single(task, points.begin, reference);
  const PointWinding found = potentialAt(there);
  const double rounded = std::round(found.winding);
  if (found.uncertain || std::abs(found.winding - rounded) > options_.accuracy) return false;
  std::fill(&result_.winding[points.begin], &result_.winding[points.begin] + points.count(), rounded);
  addCrossings(targets, reference, clusters_.points(), points, result_.winding.data(),
               result_.uncertain.data());
  for (std::size_t i = points.begin; i < points.end; ++i) {
    if (result_.uncertain[i] == 0) continue;
    Task alone = single(task, i, clusters_.point(i));
    evaluate(alone);
  }
  return true;
}

void MultipoleSweep::descend(Task& task) {
  step(task, [this](Task child) { descend(child); });
}

void MultipoleSweep::run(Context& context) {
  constexpr std::size_t taskSize = 8192;  // points; does not depend on the number of threads
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
    step(task, [&](Task child) {
      split = true;
      sort(std::move(child));
    });
    if (!split) finished += task.target.points.count();
  }
  context.advance(static_cast<std::int64_t>(finished));
  parallelChunks(tasks.size(), 1, context, [&](std::size_t begin, std::size_t) {
    descend(tasks[begin]);
    context.advance(static_cast<std::int64_t>(tasks[begin].target.points.count()) - 1);
  });
}

std::vector<IndexRange> MultipoleSweep::nearPanels(const Task& task) const {
  std::vector<IndexRange> ranges;
  for (const std::uint32_t source : task.sources) {
    const IndexRange range = tree_.clusters()[source].panels;
    if (!ranges.empty() && ranges.back().end == range.begin)
      ranges.back().end = range.end;
    else
      ranges.push_back(range);
  }
  return ranges;
}

// Local expansion and near field of a single point, at its cluster's centre.
PointWinding MultipoleSweep::potentialAt(Task& task) const {
  const Vec3& p = task.target.centre;
  PointWinding result = triangleWinding(tree_.panels(), nearPanels(task), {p.x(), p.y(), p.z()});
  result.winding -= task.local[0] / (4 * std::numbers::pi);
  return result;
}

// Local expansion and near field at all points of a cluster.
void MultipoleSweep::evaluate(const Task& task) {
  const IndexRange points = task.target.points;
  const std::vector<IndexRange> near = nearPanels(task);
  std::fill(&result_.uncertain[points.begin], &result_.uncertain[points.begin] + points.count(), 0);
  if (!near.empty()) triangleWinding(tree_.panels(), near, clusters_.points(), points, result_);
  if (options_.careful)
    for (std::size_t i = points.begin; i < points.end; ++i)
      if (result_.uncertain[i] != 0) sumCarefully(i, near);
  addLocalWinding(tree_.degree(), task.local.data(), task.target.centre, task.target.radius,
                  clusters_.points(), points, result_.winding.data());
}

void MultipoleSweep::sumCarefully(std::size_t point, const std::vector<IndexRange>& near) {
  const Vec3 p = clusters_.point(point);
  long double halfAngles = 0;
  bool onSurface = false;
  for (const IndexRange& range : near)
    for (std::size_t t = range.begin; t < range.end; ++t) {
      const CarefulAngle angle = carefulAngle(p, tree_.panel(t), 1);
      halfAngles += angle.half;
      onSurface = onSurface || angle.onTriangle;
    }
  result_.winding[point] = static_cast<double>(halfAngles / (2 * std::numbers::pi_v<long double>));
  result_.uncertain[point] = static_cast<unsigned char>(onSurface ? Certainty::OnSurface : Certainty::Sure);
}

}  // namespace talus
