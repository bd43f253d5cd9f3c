#include "enclosure/classifier.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "base/parallel.h"
#include "enclosure/shells.h"
#include "geometry/box_tree.h"
#include "geometry/point_distance.h"
#include "geometry/point_merge.h"

namespace talus {

namespace {

constexpr std::size_t grain = 1024;  // points per parallel chunk

// These label by the generalised winding number unless that is an integer.
bool byWindingNumber(Method method) {
  return method == Method::SolidAngle || method == Method::Antipodal || method == Method::FastMultipole;
}

// What keeps a method from working on a surface; empty if nothing does.
std::string obstacle(Method method, const MeshReport& report) {
  if (!report.closed && method != Method::Auto && !byWindingNumber(method))
    return std::string(name(method)) + " needs a closed surface";
  if (!report.convex && method == Method::CyrusBeck) return "CyrusBeck needs a convex surface";
  return "";
}

// The fastest exact method. On open surfaces both methods cost about the same per edge or triangle, and the
// ray of Antipodal as much as some hundred of them (an estimate).
Method fastestMethod(const MeshReport& report) {
  constexpr std::int64_t rayInEdges = 500;
  if (report.closed) return Method::DiscreteFunction;
  const std::int64_t edges = report.boundaryEdges + 2 * report.misorientedEdges + 4 * report.nonManifoldEdges;
  return edges + rayInEdges < report.triangles ? Method::Antipodal : Method::SolidAngle;
}

std::vector<Box> triangleBoxes(const TriangleMesh& mesh) {
  std::vector<Box> boxes;
  boxes.reserve(mesh.triangleCount());
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) boxes.push_back(mesh.bounds(t));
  return boxes;
}

}  // namespace

// One surface and what was prepared for it.
struct Classifier::Body {
  TriangleMesh mesh;
  MeshReport report;
  Method method = Method::Auto;
  std::string reason;
  std::unique_ptr<Enclosure> enclosure;
  std::unique_ptr<Shells> shells;  // of a single surface in several pieces, if bodies are wanted
  BoxTree triangles;               // for the tolerance, if there is one

  void chooseMethod(Method wanted);
};

void Classifier::Body::chooseMethod(Method wanted) {
  const std::string hindrance = obstacle(wanted, report);
  if (wanted != Method::Auto && hindrance.empty()) {
    method = wanted;
    reason = "chosen by the user";
    return;
  }
  method = fastestMethod(report);
  reason = report.closed
               ? "the surface is closed"
               : "the surface is open (" + std::to_string(report.boundaryEdges) + " boundary edges)";
  if (!hindrance.empty()) reason += "; " + hindrance;
}

Classifier::Classifier(std::vector<TriangleMesh> surfaces, const ClassifierOptions& options, Context& context)
    : options_(options) {
  if (!(options.tolerance >= 0) || !std::isfinite(options.tolerance))
    throw Error("The tolerance must be a length of at least 0",
                "tolerance " + std::to_string(options.tolerance), "Give 0 for exact labels");
  if (surfaces.empty())
    throw Error("There is no surface", "0 surfaces", "Give a surface made of triangles or polygons");
  const auto count = static_cast<double>(surfaces.size());
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < surfaces.size(); ++i) {
    const std::string title = surfaces.size() == 1 ? "The surface" : "Surface " + std::to_string(i);
    requireUsable(surfaces[i], title);
    auto body = std::make_unique<Body>();
    body->mesh = mergeDuplicatePoints(surfaces[i]).mesh;
    const auto triangles = static_cast<std::int64_t>(body->mesh.triangleCount());
    // The build is half of the whole at most: points usually outnumber triangles.
    context.beginStage(0.5 * (static_cast<double>(i) + 0.4) / count, triangles);
    body->report = checkMesh(body->mesh, {.selfIntersections = false}, context);
    body->chooseMethod(options.method);
    context.beginStage(0.5 * (static_cast<double>(i) + 1) / count, 4 * triangles);
    const SurfaceKind kind{.closed = body->report.closed, .oriented = body->report.oriented};
    body->enclosure = makeEnclosure(
        body->mesh, kind, {.method = body->method, .raySearch = options.raySearch, .seed = options.seed},
        context);
    const bool inPieces = surfaces.size() == 1 && body->report.closed && body->report.components > 1;
    if (options.enclosingBody && inPieces)
      body->shells = std::make_unique<Shells>(body->mesh, body->report, context);
    if (options.tolerance > 0) body->triangles = BoxTree(triangleBoxes(body->mesh));
    boxes.push_back(reach(*body));
    bodies_.push_back(std::move(body));
  }
  boxes_ = BoxTree(boxes);
}

Classifier::~Classifier() = default;

// The box outside of which a body changes nothing: everything for an open one.
Box Classifier::reach(const Body& body) const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (!body.report.closed || (!body.report.oriented && byWindingNumber(body.method)))
    return {Vec3::Constant(-infinity), Vec3::Constant(infinity)};
  const Box box = body.mesh.bounds();
  const double margin = options_.tolerance * (1 + 1e-9);
  return {(box.min().array() - margin).matrix(), (box.max().array() + margin).matrix()};
}

// ---- Query ----

// Some of the points, for one body.
struct Classifier::Batch {
  std::vector<std::size_t> at;  // their numbers
  std::vector<Vec3> points;
};

// Adds the labels of one body to those of the bodies before it.
void Classifier::join(std::size_t number, const Batch& batch, Classification& result, Tally& tally) const {
  const Body& body = *bodies_[number];
  std::vector<Side> sides(batch.points.size());
  std::vector<double> winding(options_.windingNumber ? batch.points.size() : 0);
  tally += body.enclosure->classify(batch.points, sides, winding);
  for (std::size_t i = 0; i < batch.points.size(); ++i) {
    const std::size_t at = batch.at[i];
    const Side side = widened(body, batch.points[i], sides[i]);
    if (options_.windingNumber) result.winding[at] += winding[i];
    if (side <= result.side[at]) continue;  // an earlier body already holds the point as much
    result.side[at] = side;
    if (options_.enclosingBody) result.body[at] = bodyOf(number, batch.points[i]);
  }
}

// One body and finite points only: straight into the result.
Tally Classifier::classifyAlone(std::span<const Vec3> points, std::size_t begin,
                                Classification& result) const {
  const Body& body = *bodies_.front();
  const std::span<Side> sides = std::span(result.side).subspan(begin, points.size());
  const std::span<double> winding =
      options_.windingNumber ? std::span(result.winding).subspan(begin, points.size()) : std::span<double>();
  const Tally tally = body.enclosure->classify(points, sides, winding);
  for (std::size_t i = 0; i < points.size() && options_.tolerance > 0; ++i)
    sides[i] = widened(body, points[i], sides[i]);
  for (std::size_t i = 0; i < points.size() && options_.enclosingBody; ++i)
    if (sides[i] != Side::Outside) result.body[begin + i] = bodyOf(0, points[i]);
  return tally;
}

// The label, with points within the tolerance counted as on the surface.
Side Classifier::widened(const Body& body, const Vec3& p, Side side) const {
  if (side == Side::OnSurface || options_.tolerance == 0) return side;
  return withinDistance(p, options_.tolerance, body.triangles, body.mesh) ? Side::OnSurface : side;
}

Index Classifier::bodyOf(std::size_t number, const Vec3& p) const {
  const Body& body = *bodies_[number];
  return body.shells ? body.shells->innermost(p) : static_cast<Index>(number);
}

Tally Classifier::classifyChunk(std::span<const Vec3> points, std::size_t begin, std::size_t end,
                                Classification& result) const {
  const auto chunk = points.subspan(begin, end - begin);
  const auto isFinite = [](const Vec3& p) { return p.allFinite(); };
  if (bodies_.size() == 1 && std::all_of(chunk.begin(), chunk.end(), isFinite))
    return classifyAlone(chunk, begin, result);
  // Bodies in ascending order, so that sums of winding numbers and the choice among bodies are always the
  // same.
  std::vector<std::pair<Index, std::size_t>> pairs;
  for (std::size_t i = begin; i < end; ++i)
    if (points[i].allFinite())
      boxes_.queryPoint(points[i], [&](Index body) {
        pairs.emplace_back(body, i);
        return true;
      });
  std::sort(pairs.begin(), pairs.end());
  Tally tally;
  for (auto first = pairs.begin(); first != pairs.end();) {
    Batch batch;
    auto last = first;
    for (; last != pairs.end() && last->first == first->first; ++last) {
      batch.at.push_back(last->second);
      batch.points.push_back(points[last->second]);
    }
    join(static_cast<std::size_t>(first->first), batch, result, tally);
    first = last;
  }
  return tally;
}

Classification Classifier::classify(std::span<const Vec3> points, Context& context) const {
  Classification result;
  result.side.assign(points.size(), Side::Outside);
  if (options_.windingNumber) result.winding.assign(points.size(), 0.0);
  if (options_.enclosingBody) result.body.assign(points.size(), -1);
  context.beginStage(1.0, static_cast<std::int64_t>(points.size()));
  std::vector<Tally> tallies((points.size() + grain - 1) / grain);
  parallelChunks(points.size(), grain, context, [&](std::size_t begin, std::size_t end) {
    tallies[begin / grain] = classifyChunk(points, begin, end, result);
  });
  for (const Tally& tally : tallies) result.tally += tally;
  result.nonFinitePoints =
      std::count_if(points.begin(), points.end(), [](const Vec3& p) { return !p.allFinite(); });
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
  return bodies_[surface]->method;
}
const std::string& Classifier::reason(std::size_t surface) const {
  return bodies_[surface]->reason;
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
  return text;
}

}  // namespace talus
