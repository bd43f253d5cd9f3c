#include "enclosure/classifier/classifier.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "base/error.h"
#include "base/parallel.h"
#include "enclosure/classifier/body_points.h"
#include "enclosure/classifier/make_enclosure.h"
#include "enclosure/classifier/method_choice.h"
#include "enclosure/classifier/point_groups.h"
#include "enclosure/classifier/shells.h"
#include "geometry/distance/point_distance.h"
#include "geometry/distance/surface_distance.h"
#include "geometry/exact/predicates.h"
#include "geometry/mesh/box_tree.h"
#include "geometry/mesh/point_merge.h"

namespace talus {

namespace {

constexpr std::size_t grain = 1024;  // points per parallel chunk

std::vector<Box> triangleBoxes(const TriangleMesh& mesh) {
  std::vector<Box> boxes;
  boxes.reserve(mesh.triangleCount());
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) boxes.push_back(mesh.bounds(t));
  return boxes;
}

void requireUsable(const ClassifierOptions& options) {
  if (!(options.tolerance >= 0) || !std::isfinite(options.tolerance))
    throw Error("The tolerance must be a length of at least 0",
                "tolerance " + std::to_string(options.tolerance), "Give 0 for exact labels");
  if (!(options.accuracy > 0) || !std::isfinite(options.accuracy))
    throw Error("The accuracy must be a number above 0", "accuracy " + std::to_string(options.accuracy),
                "Give the largest error of the winding number, such as 0.001");
  if (options.memoryBudget == 0)
    throw Error("The memory budget must be above 0", "0 bytes", "Give a number of bytes, or choose Lean");
}

template <class T>
T sumOf(const std::vector<T>& parts) {
  T sum{};
  for (const T& part : parts) sum += part;
  return sum;
}

}  // namespace

// One surface and what was prepared for it.
struct Classifier::Body {
  TriangleMesh mesh;
  MeshReport report;
  MethodChoice choice;
  InsideRule rule = InsideRule::Parity;
  std::unique_ptr<Enclosure> enclosure;
  std::unique_ptr<Shells> shells;  // of a surface in several pieces, if something is asked of them
  BoxTree triangles;               // for the tolerance, if there is one

  bool windingIsInteger() const { return report.closed && report.oriented; }
  bool inPieces() const { return report.closed && report.components > 1; }
};

// ---- Build ----

Classifier::Classifier(std::vector<TriangleMesh> surfaces, const ClassifierOptions& options, Context& context)
    : options_(options) {
  requireUsable(options);
  if (surfaces.empty())
    throw Error("There is no surface", "0 surfaces", "Give a surface made of triangles or polygons");
  const auto count = static_cast<double>(surfaces.size());
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < surfaces.size(); ++i) {
    const std::string title = surfaces.size() == 1 ? "The surface" : "Surface " + std::to_string(i);
    // The build is half of the whole at most: points usually outnumber triangles.
    bodies_.push_back(prepare(surfaces[i], title, context, 0.5 * static_cast<double>(i) / count,
                              0.5 * static_cast<double>(i + 1) / count));
    boxes.push_back(reach(*bodies_.back()));
    surfaces[i] = {};
  }
  Body& first = *bodies_.front();
  const bool single = bodies_.size() == 1;
  if (single && first.inPieces() && !first.shells && (options.enclosingBody || options.nestingDepth))
    first.shells = std::make_unique<Shells>(first.mesh, first.report, context);
  boxes_ = BoxTree(boxes);
  if (options.distance) prepareDistance();
}

Classifier::~Classifier() = default;

std::unique_ptr<Classifier::Body> Classifier::prepare(const TriangleMesh& surface, const std::string& title,
                                                      Context& context, double begin, double end) const {
  requireUsable(surface, title);
  auto body = std::make_unique<Body>();
  body->mesh = mergeDuplicatePoints(surface).mesh;
  const auto triangles = static_cast<std::int64_t>(body->mesh.triangleCount());
  context.beginStage(begin + 0.4 * (end - begin), triangles);
  body->report = checkMesh(body->mesh, {.selfIntersections = false}, context);
  if (options_.cells && options_.method == Method::Auto && body->report.closed)
    body->choice = {Method::DiscreteFunction, "the surface is closed and its cells are wanted"};
  else
    body->choice =
        chooseMethod(options_.method, body->report, options_.expectedPoints, options_.windingNumber);
  if (body->windingIsInteger()) body->rule = options_.rule;
  context.beginStage(end, 2 * triangles);
  body->enclosure =
      makeEnclosure(body->mesh, {.closed = body->report.closed, .oriented = body->report.oriented},
                    {.method = body->choice.method,
                     .raySearch = options_.raySearch,
                     .seed = options_.seed,
                     .accuracy = options_.accuracy,
                     .depth = options_.depth,
                     .memory = options_.memory,
                     .memoryBudget = options_.memoryBudget},
                    context);
  if (body->rule == InsideRule::NonZero && body->inPieces())
    body->shells = std::make_unique<Shells>(body->mesh, body->report, context);
  if (options_.tolerance > 0) body->triangles = BoxTree(triangleBoxes(body->mesh));
  return body;
}

// The box outside of which a body changes nothing: everything for an open one.
Box Classifier::reach(const Body& body) const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (!body.report.closed || (!body.report.oriented && labelsByWindingNumber(body.choice.method)))
    return {Vec3::Constant(-infinity), Vec3::Constant(infinity)};
  const Box box = body.mesh.bounds();
  const double margin = options_.tolerance * (1 + 1e-9);
  return {(box.min().array() - margin).matrix(), (box.max().array() + margin).matrix()};
}

// The triangles of all bodies, and where they come from.
struct Classifier::Nearest {
  std::vector<Index> body;
  std::vector<Index> triangle;
  std::unique_ptr<SurfaceDistance> surface;
};

void Classifier::prepareDistance() {
  nearest_ = std::make_unique<Nearest>();
  std::vector<SurfaceDistance::Corners> triangles;
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    const Body& body = *bodies_[b];
    for (std::size_t t = 0; t < body.mesh.triangleCount(); ++t) {
      const auto corners = body.mesh.corners(t);
      if (collinear(corners[0], corners[1], corners[2])) continue;  // as the labels leave them out
      triangles.push_back(corners);
      const bool shell = bodies_.size() == 1 && body.inPieces();
      nearest_->body.push_back(shell ? body.report.component[t] : static_cast<Index>(b));
      nearest_->triangle.push_back(static_cast<Index>(t));
    }
  }
  nearest_->surface = std::make_unique<SurfaceDistance>(std::move(triangles));
}

// ---- Query ----

// What one body says about some points.
struct Classifier::BodyLabels {
  std::vector<Side> side;
  std::vector<Side> exact;  // before a tolerance widened the surface; empty without one
  std::vector<double> winding;
  Tally tally;
  std::int64_t ambiguous = 0;
};

// Applies the inside rule to labels by parity. Returns how many of them depend on it.
std::int64_t Classifier::applyRule(const Body& body, std::span<const Vec3> points, std::span<Side> sides,
                                   std::span<const double> winding) const {
  if (winding.empty() || !body.windingIsInteger()) return 0;
  const bool nonZero = body.rule == InsideRule::NonZero;
  std::int64_t ambiguous = 0;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    if (sides[i] == Side::Inside) continue;
    if (sides[i] == Side::OnSurface) {
      if (nonZero && body.shells && body.shells->encloseSurely(points[i])) sides[i] = Side::Inside;
    } else if (std::abs(winding[i]) > 0.5) {
      ++ambiguous;
      if (nonZero) sides[i] = Side::Inside;
    }
  }
  return ambiguous;
}

// The label, with points within the tolerance counted as on the surface.
Side Classifier::widened(const Body& body, const Vec3& p, Side side) const {
  if (side == Side::OnSurface || options_.tolerance == 0) return side;
  if (!withinDistance(p, options_.tolerance, body.triangles, body.mesh)) return side;
  if (side == Side::Inside && body.rule == InsideRule::NonZero && body.shells &&
      body.shells->encloseSurely(p, shellsNear(body, p)))
    return side;
  return Side::OnSurface;
}

// The shells of a body that lie within the tolerance of a point.
std::vector<Index> Classifier::shellsNear(const Body& body, const Vec3& p) const {
  const double reach = options_.tolerance * options_.tolerance;
  std::vector<Index> shells;
  body.triangles.query([&](const Box& box) { return box.squaredExteriorDistance(p) <= reach; },
                       [&](Index t) {
                         const auto n = static_cast<std::size_t>(t);
                         const Index shell = body.report.component[n];
                         if (std::find(shells.begin(), shells.end(), shell) == shells.end() &&
                             squaredDistance(p, body.mesh.corners(n)) <= reach)
                           shells.push_back(shell);
                         return true;
                       });
  return shells;
}

// Rule and tolerance, in parallel. Advances the context by the number of points.
void Classifier::finish(const Body& body, std::span<const Vec3> points, std::span<Side> sides,
                        std::span<const double> winding, BodyLabels& labels, Context& context) const {
  labels.exact.resize(options_.tolerance > 0 ? points.size() : 0);
  std::vector<std::int64_t> ambiguous((points.size() + grain - 1) / grain);
  parallelChunks(points.size(), grain, context, [&](std::size_t begin, std::size_t end) {
    const std::size_t count = end - begin;
    ambiguous[begin / grain] = applyRule(body, points.subspan(begin, count), sides.subspan(begin, count),
                                         partOf(winding, begin, count));
    for (std::size_t i = begin; i < end && options_.tolerance > 0; ++i) {
      labels.exact[i] = sides[i];
      sides[i] = widened(body, points[i], sides[i]);
    }
  });
  labels.ambiguous = sumOf(ambiguous);
}

// The share of a call's progress at which the methods have answered; what follows is quick, but distances.
double Classifier::labelsDone() const {
  return options_.distance ? 0.6 : 0.95;
}

bool Classifier::needsWinding(const Body& body) const {
  return options_.windingNumber || body.rule == InsideRule::NonZero;
}

// One body and finite points only: straight into the result.
std::vector<Side> Classifier::classifyAlone(std::span<const Vec3> points, Classification& result,
                                            Context& context) const {
  const Body& body = *bodies_.front();
  std::vector<double> own(needsWinding(body) && !options_.windingNumber ? points.size() : 0);
  const std::span<double> winding = options_.windingNumber ? std::span(result.winding) : std::span(own);
  BodyLabels labels;
  const auto count = static_cast<std::int64_t>(points.size());
  context.beginStage(labelsDone(), count);
  result.tally = body.enclosure->classifyAll(points, result.side, winding, context);
  context.beginStage(labelsDone() + 0.05, 2 * count);  // finish and describe
  finish(body, points, result.side, winding, labels, context);
  result.ambiguousPoints = labels.ambiguous;
  return std::move(labels.exact);
}

Classifier::BodyLabels Classifier::labelsOf(const Body& body, std::span<const Vec3> points,
                                            Context& context) const {
  BodyLabels labels;
  labels.side.resize(points.size());
  labels.winding.resize(needsWinding(body) ? points.size() : 0);
  labels.tally = body.enclosure->classifyAll(points, labels.side, labels.winding, context);
  finish(body, points, labels.side, labels.winding, labels, context);
  return labels;
}

// Adds the labels of one body to those of the bodies before it.
void Classifier::join(const BodyPoints::Batch& batch, const BodyLabels& labels, Classification& result,
                      std::vector<Side>& exact) const {
  const bool several = bodies_.size() > 1;
  for (std::size_t i = 0; i < batch.at.size(); ++i) {
    const std::size_t at = batch.at[i];
    const Side before = labels.exact.empty() ? labels.side[i] : labels.exact[i];
    if (!exact.empty()) exact[at] = std::max(exact[at], before);
    if (options_.windingNumber) result.winding[at] += labels.winding[i];
    if (several && options_.nestingDepth && before == Side::Inside) ++result.depth[at];
    if (labels.side[i] <= result.side[at]) continue;  // an earlier body already holds the point as much
    result.side[at] = labels.side[i];
    if (several && options_.enclosingBody) result.body[at] = batch.body;
  }
  result.tally += labels.tally;
  result.ambiguousPoints += labels.ambiguous;
}

// Several bodies, or points that are not finite: each body gets the points within its reach. Bodies are
// joined in their order, so that sums of winding numbers and the choice among bodies are always the same.
std::vector<Side> Classifier::classifyMany(std::span<const Vec3> points, Classification& result,
                                           Context& context) const {
  std::vector<Side> exact(options_.tolerance > 0 ? points.size() : 0, Side::Outside);
  BodyPoints bodyPoints(points, boxes_, bodies_.size());
  auto bodiesLeft = static_cast<std::int64_t>(bodies_.size());
  context.beginStage(labelsDone() + 0.05,
                     2 * bodyPoints.pairs() + bodiesLeft + static_cast<std::int64_t>(points.size()));
  for (auto batches = bodyPoints.next(); !batches.empty(); batches = bodyPoints.next()) {
    std::vector<BodyLabels> labels(batches.size());
    parallelChunks(batches.size(), 1, context, [&](std::size_t b, std::size_t) {
      std::vector<Vec3> mine;
      mine.reserve(batches[b].at.size());
      for (const std::size_t at : batches[b].at) mine.push_back(points[at]);
      labels[b] = labelsOf(*bodies_[static_cast<std::size_t>(batches[b].body)], mine, context);
    });
    for (std::size_t b = 0; b < batches.size(); ++b) join(batches[b], labels[b], result, exact);
    bodiesLeft -= static_cast<std::int64_t>(batches.size());
  }
  context.advance(bodiesLeft);  // those that no point reaches
  return exact;
}

// Body and depth where there is one surface only: its shells tell them.
std::int64_t Classifier::describeShells(std::span<const Vec3> points, std::span<const Side> exact,
                                        std::size_t begin, std::size_t end, Classification& result) const {
  const Shells* shells = bodies_.front()->shells.get();
  for (std::size_t i = begin; i < end && options_.enclosingBody; ++i) {
    const bool held = result.side[i] != Side::Outside;
    result.body[i] = !held ? -1 : shells ? shells->innermost(points[i]) : 0;
  }
  std::int64_t overlapping = 0;
  for (std::size_t i = begin; i < end && options_.nestingDepth; ++i) {
    const Nesting nesting =
        shells ? shells->nesting(points[i]) : Nesting{.depth = exact[i] == Side::Inside ? 1 : 0};
    result.depth[i] = nesting.depth;
    overlapping += std::abs(nesting.turns) > 1.5 ? 1 : 0;
  }
  return overlapping;
}

void Classifier::describe(std::span<const Vec3> points, std::span<const Side> exact, Classification& result,
                          Context& context) const {
  if (bodies_.size() > 1) {
    result.overlappingPoints =
        std::count_if(result.depth.begin(), result.depth.end(), [](Index depth) { return depth > 1; });
    context.advance(static_cast<std::int64_t>(points.size()));
    return;
  }
  std::vector<std::int64_t> overlapping((points.size() + grain - 1) / grain);
  parallelChunks(points.size(), grain, context, [&](std::size_t begin, std::size_t end) {
    overlapping[begin / grain] = describeShells(points, exact, begin, end, result);
  });
  result.overlappingPoints = sumOf(overlapping);
}

void Classifier::measure(std::span<const Vec3> points, std::span<const Side> exact, Classification& result,
                         Context& context) const {
  result.distance.assign(points.size(), std::numeric_limits<double>::quiet_NaN());
  result.closestBody.assign(points.size(), -1);
  result.closestTriangle.assign(points.size(), -1);
  constexpr std::size_t together = 64, groupsAtATime = 16;
  const PointGroups groups(points, together);
  context.beginStage(1.0, static_cast<std::int64_t>(groups.count()));
  parallelChunks(groups.count(), groupsAtATime, context, [&](std::size_t begin, std::size_t end) {
    std::array<Vec3, together> near;
    std::array<NearestTriangle, together> found;
    for (std::size_t g = begin; g < end; ++g) {
      const std::span<const Index> group = groups[g];
      for (std::size_t i = 0; i < group.size(); ++i) near[i] = points[static_cast<std::size_t>(group[i])];
      nearest_->surface->nearestOfGroup(std::span(near).first(group.size()),
                                        std::span(found).first(group.size()));
      for (std::size_t i = 0; i < group.size(); ++i) {
        const auto point = static_cast<std::size_t>(group[i]);
        const auto triangle = static_cast<std::size_t>(found[i].triangle);
        const bool inside = exact[point] == Side::Inside && found[i].distance > 0;
        result.distance[point] = inside ? -found[i].distance : found[i].distance;
        result.closestBody[point] = nearest_->body[triangle];
        result.closestTriangle[point] = nearest_->triangle[triangle];
      }
    }
  });
}

Classification Classifier::classify(std::span<const Vec3> points, Context& context) const {
  Classification result;
  result.side.assign(points.size(), Side::Outside);
  if (options_.windingNumber) result.winding.assign(points.size(), 0.0);
  if (options_.enclosingBody) result.body.assign(points.size(), -1);
  if (options_.nestingDepth) result.depth.assign(points.size(), 0);
  result.nonFinitePoints =
      std::count_if(points.begin(), points.end(), [](const Vec3& p) { return !p.allFinite(); });
  const bool alone = bodies_.size() == 1 && result.nonFinitePoints == 0;
  const std::vector<Side> beforeTolerance =
      alone ? classifyAlone(points, result, context) : classifyMany(points, result, context);
  const std::span<const Side> exact = beforeTolerance.empty() ? result.side : beforeTolerance;
  describe(points, exact, result, context);
  if (options_.distance) measure(points, exact, result, context);
  return result;
}

// ---- What was found out about the surfaces ----

std::size_t Classifier::surfaceCount() const {
  return bodies_.size();
}
const MeshReport& Classifier::report(std::size_t surface) const {
  return bodies_[surface]->report;
}
Method Classifier::method(std::size_t surface) const {
  return bodies_[surface]->choice.method;
}
const std::string& Classifier::reason(std::size_t surface) const {
  return bodies_[surface]->choice.reason;
}

bool Classifier::suits(std::int64_t points) const {
  return std::none_of(bodies_.begin(), bodies_.end(), [&](const auto& body) {
    return body->choice.forFewPoints &&
           chooseMethod(options_.method, body->report, points, options_.windingNumber).method !=
               body->choice.method;
  });
}

std::vector<CellBox> Classifier::cells(std::size_t surface) const {
  const auto* function = dynamic_cast<const DiscreteFunction*>(bodies_[surface]->enclosure.get());
  return function ? function->cells() : std::vector<CellBox>();
}

std::size_t Classifier::memoryBytes() const {
  return std::accumulate(
      bodies_.begin(), bodies_.end(), std::size_t{0},
      [](std::size_t sum, const auto& body) { return sum + body->enclosure->memoryBytes(); });
}

double Classifier::windingError() const {
  const bool approximate = std::any_of(bodies_.begin(), bodies_.end(), [](const auto& body) {
    return body->choice.method == Method::FastMultipole && !body->windingIsInteger();
  });
  return approximate ? options_.accuracy : 0;
}

std::string Classifier::warning() const {
  std::string text;
  std::size_t unsound = 0;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const MeshReport& report = bodies_[i]->report;
    const bool sound = report.closed && report.oriented && report.nonManifoldEdges == 0;
    if (sound || unsound++ > 0) continue;
    text = (bodies_.size() == 1 ? "The surface: " : "Surface " + std::to_string(i) + ": ") + report.problem +
           ". " + report.consequence;
  }
  if (unsound > 1) text += " (and " + std::to_string(unsound - 1) + " more surfaces with defects)";
  const bool ruleIgnored = std::any_of(bodies_.begin(), bodies_.end(), [this](const auto& body) {
    return body->report.closed && body->rule != options_.rule;
  });
  if (ruleIgnored) text += " The inside rule NonZero needs consistently oriented triangles: parity is used.";
  return text;
}

}  // namespace talus
