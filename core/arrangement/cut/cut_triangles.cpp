#include "arrangement/cut/cut_triangles.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

#include "arrangement/cut/plane_cut.h"
#include "arrangement/cut/plane_item_set.h"
#include "arrangement/cut/triangle_contacts.h"
#include "base/parallel.h"
#include "geometry/check/self_intersection.h"
#include "geometry/mesh/union_find.h"

namespace talus {

namespace {

constexpr std::size_t pairsPerChunk = 1024, planesPerChunk = 64;

using TrianglePair = std::array<Index, 2>;

// The contacts of some pairs, before their new points have numbers in the table.
class ContactChunk {
 public:
  struct Pair {
    TrianglePair triangles;
    bool coplanar, overlap;
    std::size_t end;  // of its points
  };

  void add(const TrianglePair& pair, const TriangleContacts& contacts) {
    if (contacts.points.empty()) return;
    for (const PointOrigin& origin : contacts.points) {
      if (origin.kind == PointOrigin::Kind::Given) {
        points_.push_back(origin.features[0]);
      } else {
        origins_.push_back(origin);
        points_.push_back(-static_cast<Index>(origins_.size()));
      }
    }
    pairs_.push_back({pair, contacts.coplanar, contacts.overlap, points_.size()});
  }

  // Computes the new points, each once. @param planeOf of each triangle one in the same plane.
  void resolve(const std::vector<Index>& planeOf, const ExactGeometry& geometry) {
    std::vector<Index> slots(std::bit_ceil(2 * origins_.size() + 1), 0);  // −1 − number of a new point
    std::vector<Index> numbers;                                           // the same of each origin
    for (PointOrigin& origin : origins_) {
      if (origin.kind == PointOrigin::Kind::EdgePlane)
        origin.features[2] = planeOf[static_cast<std::size_t>(origin.features[2])];
      std::size_t slot = hashOf(origin) & (slots.size() - 1);
      while (slots[slot] != 0 && newPoint(slots[slot]).origin != origin)
        slot = (slot + 1) & (slots.size() - 1);
      if (slots[slot] == 0) {
        newPoints_.push_back(geometry.point(origin));
        slots[slot] = -static_cast<Index>(newPoints_.size());
      }
      numbers.push_back(slots[slot]);
    }
    for (Index& point : points_)
      if (point < 0) point = numbers[static_cast<std::size_t>(-1 - point)];
    origins_ = {};
  }

  const std::vector<Pair>& pairs() const { return pairs_; }
  // Enters the new points in the table. Calls visit(pair, points) with their numbers, each once.
  template <class Visit>
  void forEachPair(PointTable& table, const Visit& visit) const {
    std::vector<Index> tableNumbers, numbers;
    for (const ExactPoint& x : newPoints_) tableNumbers.push_back(table.add(x));
    std::size_t at = 0;
    for (const Pair& pair : pairs_) {
      for (numbers.clear(); at < pair.end; ++at) {
        const Index number =
            points_[at] < 0 ? tableNumbers[static_cast<std::size_t>(-1 - points_[at])] : points_[at];
        if (std::find(numbers.begin(), numbers.end(), number) == numbers.end()) numbers.push_back(number);
      }
      visit(pair, numbers);
    }
  }

 private:
  const ExactPoint& newPoint(Index number) const { return newPoints_[static_cast<std::size_t>(-1 - number)]; }

  static std::size_t hashOf(const PointOrigin& origin) {
    std::uint64_t hash = static_cast<std::uint64_t>(origin.kind);
    for (const Index feature : origin.features)
      hash = (hash ^ static_cast<std::uint32_t>(feature)) * 0x9e3779b97f4a7c15u;
    return static_cast<std::size_t>(hash ^ hash >> 32);
  }

  std::vector<Pair> pairs_;
  std::vector<Index> points_;          // corners of the mesh, or −1 − i for origin i, then new point i
  std::vector<PointOrigin> origins_;   // until resolve()
  std::vector<ExactPoint> newPoints_;  // with different origins, in the order of the pairs
};

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

// The clusters: triangles that share an area.
UnionFind clustersOf(const std::vector<ContactChunk>& chunks, std::size_t triangles) {
  UnionFind clusters(triangles);
  for (const ContactChunk& chunk : chunks)
    for (const ContactChunk::Pair& pair : chunk.pairs())
      if (pair.overlap) clusters.unite(pair.triangles[0], pair.triangles[1]);
  return clusters;
}

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

bool isCornerOf(const TriangleMesh& mesh, Index triangle, Index point) {
  const std::array<Index, 3> corners = mesh.triangle(static_cast<std::size_t>(triangle));
  return std::find(corners.begin(), corners.end(), point) != corners.end();
}

// What cuts which triangle, and which triangles share an area.
class CutPlan {
 public:
  CutPlan(PointTable& points, const std::vector<ContactChunk>& chunks, UnionFind clusters)
      : mesh_(points.geometry().mesh()), clusters_(std::move(clusters)) {
    planeOf_.assign(mesh_.triangleCount(), none);
    for (const ContactChunk& chunk : chunks)
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
  const std::vector<TrianglePair> pairs = pairsThatMayMeet(mesh, usable, context);
  std::vector<ContactChunk> chunks = contactsOf(points.geometry(), pairs, context);
  UnionFind clusters = clustersOf(chunks, mesh.triangleCount());
  resolvePoints(chunks, clusters, points.geometry(), context);
  context.advance(static_cast<std::int64_t>(mesh.triangleCount()));
  const CutPlan plan(points, chunks, std::move(clusters));

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
