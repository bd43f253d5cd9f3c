#include <algorithm>
#include <array>
#include <limits>

#include "base/parallel.h"
#include "enclosure/classifier/classifier_parts.h"
#include "enclosure/classifier/point_groups.h"
#include "geometry/distance/lattice_bricks.h"

// Signed distances of a classifier, after the labels. Points that lie close together share a search.

namespace talus {

// Where distances go: one point after another of a chunk.
struct Classifier::Measured {
  const Nearest& nearest;
  std::span<const Side> exact;
  LabelSpans labels;

  void set(std::size_t point, const NearestTriangle& found) const {
    const bool inside = exact[point] == Side::Inside && found.distance > 0;
    labels.distance[point] = inside ? -found.distance : found.distance;
    if (found.triangle < 0) return;
    const auto triangle = static_cast<std::size_t>(found.triangle);
    labels.closestBody[point] = nearest.body[triangle];
    labels.closestTriangle[point] = nearest.triangle[triangle];
  }
};

void Classifier::measure(const PointSource& points, std::span<const Side> exact, const LabelSpans& labels,
                         Context& context, double begin) const {
  LabelSpans{.distance = labels.distance,
             .closestBody = labels.closestBody,
             .closestTriangle = labels.closestTriangle}
      .clear();
  if (const PointLattice* lattice = finiteLattice(points))
    return measureLattice(*lattice, {*nearest_, exact, labels}, context);
  inBatches(points, [&](std::span<const Vec3> batch, std::size_t first) {
    const double done = static_cast<double>(first + batch.size()) / static_cast<double>(points.size());
    measureListed(batch, {*nearest_, exact.subspan(first, batch.size()), labels.part(first, batch.size())},
                  context, begin + done * (1 - begin));
  });
}

double Classifier::band() const {
  return options_.distanceBand > 0 ? options_.distanceBand : std::numeric_limits<double>::infinity();
}

void Classifier::measureLattice(const PointLattice& lattice, const Measured& to, Context& context) const {
  const auto& [x, y, z] = lattice.along;
  const LatticeBricks bricks({x.size(), y.size(), z.size()},
                             {meanSpacing(x), meanSpacing(y), meanSpacing(z)});
  context.beginStage(1, static_cast<std::int64_t>(bricks.count()));
  parallelChunks(bricks.count(), 1, context, [&](std::size_t brick, std::size_t) {
    std::vector<Vec3> points;
    points.reserve(LatticeBricks::capacity);
    std::array<std::size_t, LatticeBricks::capacity> at;
    std::array<NearestTriangle, LatticeBricks::capacity> found;
    bricks.forEachNode(brick, [&](std::size_t i, std::size_t j, std::size_t k) {
      at[points.size()] = (k * y.size() + j) * x.size() + i;
      points.emplace_back(x[i], y[j], z[k]);
    });
    nearest_->surface->nearestOfGroup(points, std::span(found).first(points.size()), band());
    for (std::size_t n = 0; n < points.size(); ++n) to.set(at[n], found[n]);
  });
}

void Classifier::measureListed(std::span<const Vec3> points, const Measured& to, Context& context,
                               double done) const {
  constexpr std::size_t together = 64, groupsAtATime = 16;
  const PointGroups groups(points, together);
  context.beginStage(done, static_cast<std::int64_t>(groups.count()));
  parallelChunks(groups.count(), groupsAtATime, context, [&](std::size_t begin, std::size_t end) {
    std::array<Vec3, together> near;
    std::array<NearestTriangle, together> found;
    Index hint = -1;
    for (std::size_t g = begin; g < end; ++g) {
      const std::span<const Index> group = groups[g];
      for (std::size_t i = 0; i < group.size(); ++i) near[i] = points[static_cast<std::size_t>(group[i])];
      nearest_->surface->nearestOfGroup(std::span(near).first(group.size()),
                                        std::span(found).first(group.size()), band(), hint);
      hint = found[0].triangle;
      for (std::size_t i = 0; i < group.size(); ++i) to.set(static_cast<std::size_t>(group[i]), found[i]);
    }
  });
}

}  // namespace talus
