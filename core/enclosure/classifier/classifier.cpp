#include "enclosure/classifier/classifier.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "base/error.h"
#include "base/surface_title.h"
#include "enclosure/classifier/classifier_parts.h"
#include "enclosure/classifier/make_enclosure.h"
#include "enclosure/classifier/method_choice.h"
#include "enclosure/classifier/placed_enclosure.h"
#include "enclosure/multipole/multipole_accuracy.h"
#include "geometry/exact/predicates.h"
#include "geometry/mesh/placed_mesh.h"
#include "geometry/mesh/point_merge.h"

// Construction and description of a classifier. Its queries are in classifier_query.cpp.

namespace talus {

namespace {

std::vector<Box> triangleBoxes(const TriangleMesh& mesh) {
  std::vector<Box> boxes;
  boxes.reserve(mesh.triangleCount());
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) boxes.push_back(mesh.bounds(t));
  return boxes;
}

void requirePlaced(const PlacedSurface& body, std::size_t shapes, std::size_t number) {
  const std::string where = "body " + std::to_string(number);
  const ErrorSubject subject{.body = {static_cast<std::int64_t>(number)}};
  if (body.shape < 0 || static_cast<std::size_t>(body.shape) >= shapes)
    throw Error("A body refers to an unknown shape",
                where + ", shape " + std::to_string(body.shape) + " of " + std::to_string(shapes),
                "Add the shape, or give the body another", subject);
  const Pose& pose = body.pose;
  if (!pose.position.allFinite() || !pose.rotation.allFinite() ||
      !(pose.scale > 0 && std::isfinite(pose.scale)))
    throw Error("A body's pose is not finite, or its scale is not above 0", where,
                "Check the code that set the pose: NaN results from division by zero", subject);
}

}  // namespace

Classifier::Classifier(std::vector<TriangleMesh> surfaces, const EnclosureOptions& options, Context& context,
                       std::vector<std::string> titles)
    : options_(options) {
  requireValid(options);
  if (surfaces.empty())
    throw Error("There is no surface", "0 surfaces", "Give a surface made of triangles or polygons");
  const auto count = static_cast<double>(surfaces.size());
  for (std::size_t i = titles.size(); i < surfaces.size(); ++i)
    titles.push_back(surfaceTitle(i, surfaces.size() > 1));
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < surfaces.size(); ++i) {
    // The build takes at most half of the progress: points usually outnumber triangles.
    addBody(prepare(std::move(surfaces[i]), titles[i], context, 0.5 * static_cast<double>(i) / count,
                    0.5 * static_cast<double>(i + 1) / count),
            boxes);
  }
  finishBuild(boxes, context);
}

Classifier::Classifier(const std::vector<TriangleMesh>& shapes, const std::vector<PlacedSurface>& bodies,
                       const EnclosureOptions& options, Context& context)
    : options_(options) {
  requireValid(options);
  if (bodies.empty()) throw Error("There is no surface", "0 bodies", "Give a scene with bodies");
  const bool sharing = bodies.size() > 1 && mayShare();
  const auto part = [](std::size_t n, std::size_t of) {
    return 0.25 * static_cast<double>(n) / static_cast<double>(of);
  };
  for (std::size_t i = 0; i < shapes.size() && sharing; ++i) {
    shapes_.push_back(prepare(shapes[i], "Shape " + std::to_string(i), context, part(i, shapes.size()),
                              part(i + 1, shapes.size())));
    shapes_.back()->triangles = BoxTree(triangleBoxes(shapes_.back()->mesh));
  }
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    requirePlaced(bodies[i], shapes.size(), i);
    const auto shape = static_cast<std::size_t>(bodies[i].shape);
    const Pose& pose = bodies[i].pose;
    if (sharing && shapes_[shape]->windingIsInteger()) {
      bodies_.push_back(share(*shapes_[shape], pose));
      bodies_.back()->title = "Body " + std::to_string(i);
      boxes.push_back(placedBounds(shapes_[shape]->mesh, pose));
    } else {
      addBody(prepare(placed(shapes[shape], pose), "Body " + std::to_string(i), context,
                      0.25 + part(i, bodies.size()), 0.25 + part(i + 1, bodies.size())),
              boxes);
    }
  }
  finishBuild(boxes, context);
}

// Whether bodies may share the prepared data of a closed shape.
bool Classifier::mayShare() const {
  return options_.insideRule == InsideRule::Parity && options_.tolerance == 0 && !options_.distance &&
         !options_.cells;
}

std::unique_ptr<Classifier::Body> Classifier::share(const Body& shape, const Pose& pose) const {
  auto body = std::make_unique<Body>();
  body->report.closed = body->report.oriented = true;
  body->report.nonManifoldEdges = shape.report.nonManifoldEdges;
  body->report.problem = shape.report.problem;
  body->report.consequence = shape.report.consequence;
  body->choice = shape.choice;
  body->enclosure =
      std::make_unique<PlacedEnclosure>(SharedEnclosure{shape.mesh, shape.triangles, *shape.enclosure}, pose);
  return body;
}

void Classifier::addBody(std::unique_ptr<Body> body, std::vector<Box>& boxes) {
  boxes.push_back(reach(*body));
  bodies_.push_back(std::move(body));
}

void Classifier::finishBuild(const std::vector<Box>& boxes, Context& context) {
  Body& first = *bodies_.front();
  const bool single = bodies_.size() == 1;
  if (single && first.inPieces() && !first.shells && (options_.enclosingBody || options_.nestingDepth))
    first.shells = std::make_unique<Shells>(first.mesh, first.report, context);
  boxes_ = BoxTree(boxes);
  if (options_.distance) prepareDistance();
}

Classifier::~Classifier() = default;

std::unique_ptr<Classifier::Body> Classifier::prepare(TriangleMesh surface, const std::string& title,
                                                      Context& context, double begin, double end) const {
  requireUsable(surface, title);
  auto body = std::make_unique<Body>();
  body->title = title;
  body->mesh = mergeDuplicatePoints(std::move(surface)).mesh;
  const auto triangles = static_cast<std::int64_t>(body->mesh.triangleCount());
  context.beginStage(begin + 0.4 * (end - begin), triangles);
  body->report = checkMesh(body->mesh, {.selfIntersections = false}, context);
  if (options_.cells && options_.method == Method::Auto && body->report.closed)
    body->choice = {Method::DiscreteFunction, "the surface is closed and its cells are wanted"};
  else
    body->choice =
        chooseMethod(options_.method, body->report, options_.expectedPoints, options_.windingNumber);
  if (body->windingIsInteger()) body->rule = options_.insideRule;
  context.beginStage(end, 2 * triangles);
  EnclosureOptions chosen = options_;
  chosen.method = body->choice.method;
  body->enclosure = makeEnclosure(
      body->mesh, {.closed = body->report.closed, .oriented = body->report.oriented}, chosen, context);
  if (body->rule == InsideRule::NonZero && body->inPieces())
    body->shells = std::make_unique<Shells>(body->mesh, body->report, context);
  if (options_.tolerance > 0) body->triangles = BoxTree(triangleBoxes(body->mesh));
  return body;
}

// The box outside of which a body affects no label: unbounded for an open surface.
Box Classifier::reach(const Body& body) const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (!body.report.closed || (!body.report.oriented && labelsByWindingNumber(body.choice.method)))
    return {Vec3::Constant(-infinity), Vec3::Constant(infinity)};
  const Box& box = body.report.bounds;
  const double margin = options_.tolerance * (1 + 1e-9);
  return {(box.min().array() - margin).matrix(), (box.max().array() + margin).matrix()};
}

void Classifier::prepareDistance() {
  nearest_ = std::make_unique<Nearest>();
  std::vector<SurfaceDistance::Corners> triangles;
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    const Body& body = *bodies_[b];
    for (std::size_t t = 0; t < body.mesh.triangleCount(); ++t) {
      const auto corners = body.mesh.corners(t);
      if (collinear(corners[0], corners[1], corners[2])) continue;  // labels ignore such triangles, too
      triangles.push_back(corners);
      const bool shell = bodies_.size() == 1 && body.inPieces();
      nearest_->body.push_back(shell ? body.report.component[t] : static_cast<Index>(b));
      nearest_->triangle.push_back(static_cast<Index>(t));
    }
  }
  nearest_->surface = std::make_unique<SurfaceDistance>(std::move(triangles));
}

// ---- Information about the surfaces ----

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
  const auto add = [](std::size_t sum, const auto& body) { return sum + body->enclosure->memoryBytes(); };
  const std::size_t shared = std::accumulate(shapes_.begin(), shapes_.end(), std::size_t{0}, add);
  return std::accumulate(bodies_.begin(), bodies_.end(), shared, add);
}

double Classifier::windingError() const {
  const bool approximate = std::any_of(bodies_.begin(), bodies_.end(), [](const auto& body) {
    return body->choice.method == Method::FastMultipole && !body->windingIsInteger();
  });
  return approximate ? std::min(options_.accuracy, coarsestAccuracy) : 0;
}

std::string Classifier::warning() const {
  std::string text;
  std::size_t unsound = 0;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const MeshReport& report = bodies_[i]->report;
    const bool sound = report.closed && report.oriented && report.nonManifoldEdges == 0;
    if (sound || unsound++ > 0) continue;
    text = bodies_[i]->title + ": " + report.problem + ". " + report.consequence;
  }
  if (unsound > 1) text += " (and " + std::to_string(unsound - 1) + " more surfaces with defects)";
  const bool ruleIgnored = std::any_of(bodies_.begin(), bodies_.end(), [this](const auto& body) {
    return body->report.closed && body->rule != options_.insideRule;
  });
  if (ruleIgnored) text += " The inside rule NonZero needs consistently oriented triangles: parity is used.";
  return text;
}

}  // namespace talus
