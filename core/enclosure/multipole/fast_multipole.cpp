#include "enclosure/multipole/fast_multipole.h"

#include <algorithm>
#include <cmath>

#include "enclosure/direct/antipodal.h"
#include "enclosure/direct/ray_crossing.h"
#include "enclosure/interface/canonical_order.h"

namespace talus {

namespace {

constexpr std::size_t panelLeaf = 24;
// A cluster of points is a leaf if its near field costs less than this many translations, about what its
// children would need.
constexpr std::size_t leafTranslations = 1500;
// Number of pairs of segment and panel that cost about as much as a reference point.
constexpr std::size_t segmentPairs = 100000;

// The number of pairs of point and panel that cost as much as one translation.
std::size_t pairsPerTranslation(int degree) {
  const auto p = static_cast<std::size_t>(degree) + 1;
  return 8 + p * p * p * p / 40;
}

double meanLeafRadius(const PanelTree& tree) {
  double sum = 0;
  double count = 0;
  for (const PanelCluster& cluster : tree.clusters()) {
    if (cluster.childCount > 0) continue;
    sum += cluster.radius;
    count += 1;
  }
  return sum / count;
}

}  // namespace

// Winding numbers and their certainty, one per point.
struct FastMultipole::Potential {
  std::vector<double> winding;
  std::vector<Certainty> certainty;
};

FastMultipole::FastMultipole(const TriangleMesh& mesh, bool integer, const EnclosureOptions& options,
                             Context& context)
    : FastMultipole(mesh, integer, options, multipoleDegree(options.accuracy), context) {}

FastMultipole::FastMultipole(const TriangleMesh& mesh, bool integer, const EnclosureOptions& options,
                             int degree, Context& context)
    : integer_(integer),
      options_(options),
      mesh_(mesh),
      corner_(mesh.bounds().min()),
      scale_(unitScale(mesh.bounds())) {
  options_.accuracy = std::min(options_.accuracy, coarsestAccuracy);
  std::vector<std::array<Vec3, 3>> panels = mesh.properTriangles();
  for (auto& panel : panels)
    for (Vec3& corner : panel) corner *= scale_;
  tree_ = std::make_unique<PanelTree>(panels, panelLeaf, degree, context);
  tolerance_ = calibrate(*tree_, options_.accuracy);
  leafRadius_ = meanLeafRadius(*tree_);
}

SweepOptions FastMultipole::sweepOptions() const {
  const bool chosenBefore = options_.treeDepth == TreeDepth::TrianglesOnly;
  const std::size_t translation = pairsPerTranslation(tree_->degree());
  return {.tolerance = tolerance_,
          .leafPairs = chosenBefore ? 0 : leafTranslations * translation,
          .pointRadius = chosenBefore ? leafRadius_ : 0,
          .directPairs = chosenBefore ? 0 : translation,
          .segmentPairs = integer_ && !chosenBefore ? segmentPairs : 0,
          .accuracy = options_.accuracy,
          .careful = !integer_};
}

FastMultipole::Potential FastMultipole::potential(std::span<const Vec3> points, Context& context) const {
  std::vector<std::size_t> near;
  near.reserve(points.size());
  for (std::size_t i = 0; i < points.size(); ++i)
    if ((((points[i] - corner_) * scale_).array().abs() < farAway).all()) near.push_back(i);
  context.advance(static_cast<std::int64_t>(points.size() - near.size()));
  PointClusters clusters(near.size());
  for (std::size_t i = 0; i < near.size(); ++i) clusters.set(i, points[near[i]] * scale_, near[i]);
  MultipoleSweep sweep(*tree_, sweepOptions(), clusters);
  sweep.run(context);
  Potential result{std::vector<double>(points.size(), 0.0),
                   std::vector<Certainty>(points.size(), Certainty::Sure)};
  for (std::size_t i = 0; i < near.size(); ++i) {
    result.winding[clusters.number(i)] = sweep.winding()[i];
    result.certainty[clusters.number(i)] = sweep.certainty(i);
  }
  return result;
}

void FastMultipole::evaluate(std::span<const Vec3> points, std::span<double> winding,
                             Context& context) const {
  std::ranges::copy(potential(points, context).winding, winding.begin());
}

bool FastMultipole::isDoubtful(double winding, Certainty certainty) const {
  if (certainty == Certainty::OnSurface) return false;
  if (certainty == Certainty::Open) return true;
  const double border = integer_ ? std::round(winding) : std::copysign(0.5, winding);
  const double distance = std::abs(winding - border);
  return integer_ ? distance > options_.accuracy : distance <= options_.accuracy;
}

Label FastMultipole::labelOf(double winding, Certainty certainty) const {
  if (certainty == Certainty::OnSurface) return {Side::OnSurface, winding};
  if (!integer_) return {std::abs(winding) > 0.5 ? Side::Inside : Side::Outside, winding};
  const double rounded = std::round(winding);
  return {std::fmod(rounded, 2.0) != 0 ? Side::Inside : Side::Outside, rounded};
}

// The cheapest method that can decide some points.
const Enclosure& FastMultipole::arbiter(std::size_t points, Context& context) const {
  constexpr std::size_t fewPoints =
      256;  // so few points cost less by sums over all panels than by a finer tree
  constexpr double step = 1e-3;
  if (!integer_ && points > fewPoints && options_.accuracy * step >= finestAccuracy) {
    std::call_once(onceFiner_, [this, &context] {
      EnclosureOptions options = options_;
      options.accuracy *= step;
      finer_ = std::make_unique<FastMultipole>(mesh_, false, options, context);
    });
    return *finer_;
  }
  std::call_once(onceExact_, [this] {
    if (integer_)
      exact_ = std::make_unique<RayCrossing>(mesh_, true, RaySearch::Tree, options_.seed);
    else
      exact_ = std::make_unique<Antipodal>(mesh_, options_.seed);
  });
  return *exact_;
}

void FastMultipole::decide(std::span<const Vec3> points, const std::vector<std::size_t>& doubtful,
                           std::span<Side> sides, std::span<double> winding, Context& context) const {
  std::vector<Vec3> some;
  for (const std::size_t i : doubtful) some.push_back(points[i]);
  std::vector<Side> side(some.size());
  std::vector<double> number(winding.empty() ? 0 : some.size());
  arbiter(some.size(), context).classifyAll(some, side, number, context);
  for (std::size_t n = 0; n < doubtful.size(); ++n) {
    sides[doubtful[n]] = side[n];
    if (!winding.empty()) winding[doubtful[n]] = number[n];
  }
}

Tally FastMultipole::classify(std::span<const Vec3> points, std::span<Side> sides,
                              std::span<double> winding) const {
  Context context;
  return classifyAll(points, sides, winding, context);
}

Tally FastMultipole::classifyAll(std::span<const Vec3> points, std::span<Side> sides,
                                 std::span<double> winding, Context& context) const {
  const Potential found = potential(points, context);
  std::vector<std::size_t> doubtful;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (isDoubtful(found.winding[i], found.certainty[i])) {
      doubtful.push_back(i);
      continue;
    }
    const Label label = labelOf(found.winding[i], found.certainty[i]);
    sides[i] = label.side;
    if (!winding.empty()) winding[i] = label.winding;
  }
  if (!doubtful.empty()) decide(points, doubtful, sides, winding, context);
  return {.exactDecisions = static_cast<std::int64_t>(doubtful.size())};
}

}  // namespace talus
