#include "repair/part_separation.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "geometry/check/mesh_check.h"

namespace talus {

namespace {

using Edge = TouchingFans::Edge;
using Parts = TouchingFans::Parts;
using Stays = TouchingFans::Stays;

constexpr int maximumSpacings = 64;

// Places where parts touch; infinitely many if there is anything else.
std::int64_t contactsOf(const TriangleMesh& mesh, Context& context) {
  const MeshReport report = checkMesh(mesh, {}, context);
  const std::int64_t contacts = report.nonManifoldEdges + report.nonManifoldVertices;
  const bool isFine = report.closed && report.oriented && report.selfIntersections == 0 &&
                      report.degenerateTriangles == 0 && report.duplicateTriangles == 0 &&
                      report.misdirectedShells == 0;
  return isFine ? contacts : std::numeric_limits<std::int64_t>::max();
}

}  // namespace

PartSeparation::PartSeparation(const TriangleMesh& mesh, std::int64_t& work, Context& context)
    : best_(mesh),
      work_(work),
      context_(context),
      contacts_(contactsOf(mesh, context)),
      spacing_(std::numeric_limits<double>::epsilon() * std::max(mesh.bounds().min().cwiseAbs().maxCoeff(),
                                                                 mesh.bounds().max().cwiseAbs().maxCoeff())) {
}

void PartSeparation::search() {
  const TriangleMesh given = best_;
  for (const Parts kind : {Parts::Bodies, Parts::Hollows}) {
    const TouchingFans parts(given, kind);
    tryAt(parts, parts.places(), Stays::Greatest);
  }
  for (const Parts kind : {Parts::Bodies, Parts::Hollows})
    for (const Stays stays : {Stays::Greatest, Stays::Least}) tryEach(kind, stays);
  for (const Parts kind : {Parts::Bodies, Parts::Hollows}) tryMixed(kind);
}

// @return whether it is better.
bool PartSeparation::tryAt(const TouchingFans& parts, std::span<const std::vector<Index>> places,
                           Stays stays) {
  const std::int64_t before = contacts_;
  for (int spacings = 1; spacings <= maximumSpacings && contacts_ > 0 && !places.empty(); spacings *= 2) {
    TriangleMesh apart = parts.separated(places, spacings * spacing_, stays);
    const std::int64_t contacts = contactsOf(apart, context_);
    work_ -= static_cast<std::int64_t>(apart.triangleCount());
    if (contacts < contacts_) contacts_ = contacts, best_ = std::move(apart);
    if (places.size() == 1 && contacts_ < before) break;  // a greater distance is no better
  }
  return contacts_ < before;
}

void PartSeparation::tryEach(Parts kind, Stays stays) {
  for (std::size_t at = 0;; ++at) {
    const TriangleMesh mesh = best_;
    const TouchingFans parts(mesh, kind);
    const std::vector<std::vector<Index>> places = parts.places();
    if (contacts_ == 0 || at >= places.size() || work_ <= 0) return;
    if (tryAt(parts, std::span(places).subspan(at, 1), stays)) --at;  // it is no longer a place
  }
}

// Each edge at which parts touch as an exception.
void PartSeparation::tryMixed(Parts kind) {
  const std::vector<Edge> edges = touchingEdges(best_);
  for (const Edge& edge : edges) {
    if (contacts_ == 0 || work_ <= 0) return;
    const TriangleMesh mesh = best_;
    const TouchingFans parts(mesh, kind, edge);
    for (const std::vector<Index>& place : parts.places())
      if (std::find(place.begin(), place.end(), edge[0]) != place.end() ||
          std::find(place.begin(), place.end(), edge[1]) != place.end())
        tryAt(parts, std::span(&place, 1), Stays::Greatest);
  }
}

}  // namespace talus
