#include "arrangement/cut/cut_triangles.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

#include "arrangement/cut/axis_planes.h"
#include "arrangement/cut/contact_chunk.h"
#include "arrangement/cut/line_contacts.h"
#include "arrangement/cut/plane_cut.h"
#include "arrangement/cut/plane_item_set.h"
#include "arrangement/cut/triangle_contacts.h"
#include "base/parallel.h"
#include "geometry/check/self_intersection.h"
#include "geometry/mesh/union_find.h"

namespace talus {

namespace {

constexpr std::size_t pairsPerChunk = 1024, linesPerChunk = 16, planesPerChunk = 64;

std::vector<ContactChunk> contactsOf(const ExactGeometry& geometry, const std::vector<TrianglePair>& pairs,
                                     Context& context) {
  std::vector<ContactChunk> chunks(pairs.size() / pairsPerChunk + 1);
  Context unheard;  // pairs are not triangles
  parallelChunks(pairs.size(), pairsPerChunk, unheard, [&](std::size_t begin, std::size_t end) {
    context.advance(0);  // may be cancelled
    ContactChunk& own = chunks[begin / pairsPerChunk];
    TriangleContacts contacts;
    for (std::size_t i = begin; i < end; ++i) {
      findContacts(geometry, pairs[i][0], pairs[i][1], contacts);
      own.add(pairs[i], contacts);
    }
  });
  return chunks;
}

// Clusters are triangles that share an area.
void unite(UnionFind& clusters, const std::vector<ContactChunk>& chunks) {
  for (const ContactChunk& chunk : chunks)
    for (const ContactChunk::Pair& pair : chunk.pairs())
      if (pair.overlap) clusters.unite(pair.triangles[0], pair.triangles[1]);
}

// What triangles have in common: pair by pair, and along lines of two planes.
struct FoundContacts {
  std::vector<ContactChunk> chunks;
  std::vector<PlaneLine> lines;
  std::vector<LineContacts> ofLines;
  UnionFind clusters;
};

// An edge crosses all triangles of a cluster in one point, which is computed once in each chunk.
void resolvePoints(std::vector<ContactChunk>& chunks, UnionFind& clusters, const ExactGeometry& geometry,
                   Context& context) {
  std::vector<Index> planeOf(geometry.mesh().triangleCount());
  for (std::size_t t = 0; t < planeOf.size(); ++t) planeOf[t] = clusters.find(static_cast<Index>(t));
  Context unheard;  // chunks are not triangles
  parallelChunks(chunks.size(), 1, unheard, [&](std::size_t chunk, std::size_t) {
    context.advance(0);  // may be cancelled
    chunks[chunk].resolve(planeOf, geometry);
  });
}

FoundContacts findAllContacts(const ExactGeometry& geometry, std::vector<TrianglePair> pairs,
                              Context& context) {
  const AxisPlanes planes(geometry.mesh());
  FoundContacts found{contactsOf(geometry, planes.takeCoplanar(pairs), context),
                      {},
                      {},
                      UnionFind(geometry.mesh().triangleCount())};
  unite(found.clusters, found.chunks);
  found.lines = planes.takeLines(pairs, found.clusters);
  found.ofLines.resize(found.lines.size());
  Context unheard;  // lines are not triangles
  parallelChunks(found.lines.size(), linesPerChunk, unheard, [&](std::size_t begin, std::size_t end) {
    context.advance(0);  // may be cancelled
    for (std::size_t i = begin; i < end; ++i) found.ofLines[i] = contactsAlong(geometry, found.lines[i]);
  });
  std::vector<ContactChunk> others = contactsOf(geometry, pairs, context);
  unite(found.clusters, others);
  std::move(others.begin(), others.end(), std::back_inserter(found.chunks));
  resolvePoints(found.chunks, found.clusters, geometry, context);
  return found;
}

bool isCornerOf(const TriangleMesh& mesh, Index triangle, Index point) {
  const std::array<Index, 3> corners = mesh.triangle(static_cast<std::size_t>(triangle));
  return std::find(corners.begin(), corners.end(), point) != corners.end();
}

// What cuts which triangle, and which triangles share an area.
class CutPlan {
 public:
  CutPlan(PointTable& points, FoundContacts found)
      : mesh_(points.geometry().mesh()), clusters_(std::move(found.clusters)) {
    planeOf_.assign(mesh_.triangleCount(), none);
    for (std::size_t i = 0; i < found.lines.size(); ++i) add(points, found.lines[i].planes, found.ofLines[i]);
    for (const ContactChunk& chunk : found.chunks)
      chunk.forEachPair(points, [&](const ContactChunk::Pair& pair, const std::vector<Index>& numbers) {
        add(pair, numbers);
      });
    for (Plane& plane : planes_) plane.items.sort();
    addMembers();
  }

  struct Plane {
    std::vector<Index> members;
    PlaneItemSet items;
  };
  // The planes in which there is something to cut.
  const std::vector<Plane>& planes() const { return planes_; }
  // Their numbers in the order of their smallest triangles.
  const std::vector<Index>& order() const { return order_; }
  // Of each triangle: whether it is in one of them.
  bool isCut(std::size_t triangle) const {
    return planeOf_[static_cast<std::size_t>(roots_[triangle])] != none;
  }

 private:
  static constexpr Index none = -1;

  // That of a root; new if need be.
  Plane& planeAt(Index root) {
    Index& number = planeOf_[static_cast<std::size_t>(root)];
    if (number == none) {
      number = static_cast<Index>(planes_.size());
      planes_.emplace_back();
    }
    return planes_[static_cast<std::size_t>(number)];
  }

  void add(const ContactChunk::Pair& pair, const std::vector<Index>& points) {
    const auto [first, second] = pair.triangles;
    const bool isSegment = !pair.coplanar && points.size() == 2;
    for (const auto& [own, other] : {std::pair(first, second), std::pair(second, first)}) {
      if (isSegment) {
        const auto [from, to] = std::minmax(points[0], points[1]);
        if (!isCornerOf(mesh_, own, from) || !isCornerOf(mesh_, own, to))
          planeAt(clusters_.find(own)).items.add({from, to, other});
        continue;
      }
      for (const Index point : points)
        if (!isCornerOf(mesh_, own, point) && !(pair.overlap && isCornerOf(mesh_, other, point)))
          planeAt(clusters_.find(own)).items.add({point, point, -1});
    }
  }

  void add(PointTable& table, const std::array<Index, 2>& planes, const LineContacts& contacts) {
    std::vector<Index> numbers;
    for (const ExactPoint& x : contacts.points)
      numbers.push_back(x.origin.kind == PointOrigin::Kind::Given ? x.origin.features[0] : table.add(x));
    for (const auto& [i, j] : contacts.pieces) {
      const auto [from, to] = std::minmax(numbers[i], numbers[j]);
      for (const std::size_t k : {0, 1})
        planeAt(planes[k]).items.add({from, to, i == j ? -1 : planes[1 - k]});
    }
  }

  // A plane needs work if something cuts it, or if it has several triangles. A root is the smallest of its
  // triangles.
  void addMembers() {
    for (std::size_t t = 0; t < mesh_.triangleCount(); ++t) {
      roots_.push_back(clusters_.find(static_cast<Index>(t)));
      if (roots_[t] != static_cast<Index>(t)) planeAt(roots_[t]);
    }
    for (std::size_t t = 0; t < mesh_.triangleCount(); ++t) {
      const Index plane = planeOf_[static_cast<std::size_t>(roots_[t])];
      if (plane == none) continue;
      if (roots_[t] == static_cast<Index>(t)) order_.push_back(plane);
      planes_[static_cast<std::size_t>(plane)].members.push_back(static_cast<Index>(t));
    }
  }

  const TriangleMesh& mesh_;
  UnionFind clusters_;
  std::vector<Plane> planes_;
  std::vector<Index> planeOf_, roots_, order_;  // the plane of a root; the root of each triangle
};

void addFacet(CutTriangles& result, const std::array<Index, 3>& corners, std::span<const FacetCover> covers) {
  result.facets.push_back(corners);
  result.coverBegin.push_back(result.covers.size());
  result.covers.insert(result.covers.end(), covers.begin(), covers.end());
}

}  // namespace

CutTriangles cutTriangles(PointTable& points, Context& context) {
  return cutTriangles(points, std::vector<std::uint8_t>(points.geometry().mesh().triangleCount(), 1),
                      context);
}

CutTriangles cutTriangles(PointTable& points, const std::vector<std::uint8_t>& usable, Context& context) {
  const TriangleMesh& mesh = points.geometry().mesh();
  FoundContacts found = findAllContacts(points.geometry(), pairsThatMayMeet(mesh, usable, context), context);
  context.advance(static_cast<std::int64_t>(mesh.triangleCount()));
  const CutPlan plan(points, std::move(found));

  std::vector<PlaneCut> cuts(plan.order().size());
  Context unheard;  // planes are not triangles
  parallelChunks(cuts.size(), planesPerChunk, unheard, [&](std::size_t begin, std::size_t end) {
    context.advance(0);  // may be cancelled
    for (std::size_t i = begin; i < end; ++i) {
      const CutPlan::Plane& plane = plan.planes()[static_cast<std::size_t>(plan.order()[i])];
      cuts[i] = cutPlane(points, plane.members, plane.items.items());
    }
  });
  context.advance(static_cast<std::int64_t>(mesh.triangleCount()));

  CutTriangles result;
  std::size_t facets = mesh.triangleCount(), covers = facets;  // at most
  for (const PlaneCut& cut : cuts) facets += cut.facets.size(), covers += cut.covers.size();
  result.facets.reserve(facets);
  result.coverBegin.reserve(facets + 1);
  result.covers.reserve(covers);
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
    if (usable[t] && !plan.isCut(t))
      addFacet(result, mesh.triangle(t), std::array{FacetCover{static_cast<Index>(t), 1}});
  for (PlaneCut& cut : cuts) {
    std::vector<Index> numbers;
    for (const ExactPoint& x : cut.newPoints) numbers.push_back(points.add(x));
    for (std::size_t f = 0; f < cut.facets.size(); ++f) {
      std::array<Index, 3> corners = cut.facets[f];
      for (Index& corner : corners)
        if (corner < 0) corner = numbers[static_cast<std::size_t>(-1 - corner)];
      addFacet(result, corners, cut.coversOf(f));
    }
    cut = {};
  }
  result.coverBegin.push_back(result.covers.size());
  return result;
}

}  // namespace talus
