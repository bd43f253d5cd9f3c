#include "arrangement/cells/arrangement_cells.h"

#include <algorithm>
#include <map>

#include "arrangement/cells/radial_order.h"
#include "base/bucket_sort.h"
#include "geometry/mesh/union_find.h"

namespace talus {

namespace {

class CellFinder {
 public:
  CellFinder(const CutTriangles& cut, const PointTable& points, const std::vector<Index>& surface,
             const Box* zone)
      : cut_(cut),
        points_(points),
        surface_(surface),
        zone_(zone),
        cells_(2 * cut.facets.size()),
        groups_(cut.facets.size()) {}

  ArrangementCells find() {
    joinAroundEdges();
    if (!misoriented_.empty()) result_.misoriented = misoriented_.begin()->second;
    if (!open_.empty()) {
      result_.open = open_.begin()->second;
    } else {
      number();
      spread();
    }
    return std::move(result_);
  }

 private:
  // Numbers of a facet's sides in the union-find.
  static Index front(Index facet) { return 2 * facet; }
  static Index back(Index facet) { return 2 * facet + 1; }

  // Facets as a mesh: only its numbers are used.
  TriangleMesh facetMesh() const {
    TriangleMesh mesh;
    mesh.x.resize(points_.size());
    for (auto* corners : {&mesh.a, &mesh.b, &mesh.c}) corners->reserve(cut_.facets.size());
    for (const auto& [a, b, c] : cut_.facets) mesh.addTriangle(a, b, c);
    return mesh;
  }

  void joinAroundEdges() {
    std::vector<EdgeUse> around;
    EdgeTable(facetMesh()).forEachEdge([&](Index low, std::span<const EdgeUse> uses) {
      if (mayLackFacets(low, uses[0].high)) return;
      checkClosed(low, uses);
      around.assign(uses.begin(), uses.end());
      sortAround(around, cut_, points_);
      for (std::size_t i = 0; i < around.size(); ++i) {
        const EdgeUse &p = around[i], &q = around[(i + 1) % around.size()];
        groups_.unite(p.triangle, q.triangle);
        cells_.unite(p.forward ? front(p.triangle) : back(p.triangle),
                     q.forward ? back(q.triangle) : front(q.triangle));
      }
    });
  }

  // An edge of a triangle that does not intersect the zone: it does not, either, and nothing divides it.
  bool mayLackFacets(Index low, Index high) const {
    if (zone_ == nullptr || !points_.isCorner(low) || !points_.isCorner(high)) return false;
    return !Box(points_.rounded(low)).extend(points_.rounded(high)).intersects(*zone_);
  }

  std::span<const FacetCover> covers(Index facet) const {
    return cut_.coversOf(static_cast<std::size_t>(facet));
  }

  Index surfaceOf(const FacetCover& cover) const {
    return surface_[static_cast<std::size_t>(cover.triangle)];
  }

  bool arePlainNeighbours(std::span<const EdgeUse> uses) const {
    if (uses.size() != 2 || uses[0].forward == uses[1].forward) return false;
    const auto one = covers(uses[0].triangle), other = covers(uses[1].triangle);
    return one.size() == 1 && other.size() == 1 && surfaceOf(one[0]) == surfaceOf(other[0]);
  }

  // A closed surface uses each edge equally often in both directions.
  void checkClosed(Index low, std::span<const EdgeUse> uses) {
    if (arePlainNeighbours(uses)) return;
    excess_.clear();
    for (const EdgeUse& use : uses)
      for (const FacetCover& cover : covers(use.triangle))
        addTo(excess_, surfaceOf(cover), use.forward ? cover.sign : -cover.sign);
    for (const auto& [surface, net] : excess_) {
      EdgeFinding& found = net % 2 == 0 ? misoriented_[surface] : open_[surface];
      if (found.count++ == 0) {
        found.surface = surface;
        found.middle = (points_.rounded(low) + points_.rounded(uses[0].high)) / 2;
      }
    }
  }

  // Numbers the cells in the order of their first facets.
  void number() {
    std::vector<Index> numberOf(2 * cut_.facets.size(), -1);
    const auto cellOf = [&](Index side) {
      Index& number = numberOf[static_cast<std::size_t>(cells_.find(side))];
      if (number < 0) {
        number = static_cast<Index>(result_.windings.size());
        result_.windings.emplace_back();
      }
      return number;
    };
    result_.sides.reserve(cut_.facets.size());
    for (std::size_t f = 0; f < cut_.facets.size(); ++f) {
      const auto facet = static_cast<Index>(f);
      const Index inFront = cellOf(front(facet));
      result_.sides.push_back({inFront, cellOf(back(facet))});
    }
  }

  // How the winding numbers change from the front of a facet to its back.
  Windings changeAcross(std::size_t facet) const {
    Windings change;
    for (const FacetCover& cover : cut_.coversOf(facet)) addTo(change, surfaceOf(cover), cover.sign);
    return change;
  }

  // One facet of each pair of cells that share some, and the way over it from either.
  struct Way {
    Index from, to;
    std::size_t facet;
    bool backwards;
  };

  std::vector<Way> ways() const {
    std::vector<Way> ways;
    std::array<Index, 2> last{-1, -1};
    for (std::size_t f = 0; f < result_.sides.size(); ++f) {
      const auto [inFront, behind] = result_.sides[f];
      if (inFront == behind || last == std::array{inFront, behind}) continue;
      last = {inFront, behind};
      ways.push_back({inFront, behind, f, false});
      ways.push_back({behind, inFront, f, true});
    }
    for (Index Way::*key : {&Way::to, &Way::from})  // those of one pair remain in the order of facets
      countingSort(ways, result_.windings.size(),
                   [key](const Way& way) { return static_cast<std::size_t>(way.*key); });
    const auto isSame = [](const Way& one, const Way& other) {
      return one.from == other.from && one.to == other.to;
    };
    ways.erase(std::unique(ways.begin(), ways.end(), isSame), ways.end());
    return ways;
  }

  // The facet of each group with the largest area, whose middle is easiest to locate.
  std::vector<std::size_t> seeds() {
    std::map<Index, std::pair<double, std::size_t>> best;
    for (std::size_t f = 0; f < cut_.facets.size(); ++f) {
      const auto [a, b, c] = cut_.facets[f];
      const Vec3 corner = points_.rounded(a);
      const double area = (points_.rounded(b) - corner).cross(points_.rounded(c) - corner).squaredNorm();
      const auto [at, isNew] = best.try_emplace(groups_.find(static_cast<Index>(f)), area, f);
      if (!isNew && area > at->second.first) at->second = {area, f};
    }
    std::vector<std::size_t> facets;
    for (const auto& [group, facet] : best) facets.push_back(facet.second);
    return facets;
  }

  void spread() {
    const std::vector<Way> ways = this->ways();
    const std::vector<std::size_t> seeds = this->seeds();
    const WindingRay ray(cut_, points_, surface_, seeds.size());
    std::vector<bool> known(result_.windings.size(), false);
    std::vector<Index> waiting;
    for (const std::size_t seed : seeds) {
      const WindingRay::Result beside = ray.beside(seed);
      const Index start = result_.sides[seed][beside.inFront ? 0 : 1];
      if (known[static_cast<std::size_t>(start)]) continue;
      known[static_cast<std::size_t>(start)] = true;
      result_.windings[static_cast<std::size_t>(start)] = beside.windings;
      waiting.assign(1, start);
      while (!waiting.empty()) {
        const Index cell = waiting.back();
        waiting.pop_back();
        const auto first = std::lower_bound(ways.begin(), ways.end(), cell,
                                            [](const Way& way, Index from) { return way.from < from; });
        for (auto way = first; way != ways.end() && way->from == cell; ++way) {
          const auto to = static_cast<std::size_t>(way->to);
          if (known[to]) continue;
          known[to] = true;
          result_.windings[to] = result_.windings[static_cast<std::size_t>(cell)];
          addTo(result_.windings[to], changeAcross(way->facet), way->backwards ? -1 : 1);
          waiting.push_back(way->to);
        }
      }
    }
  }

  const CutTriangles& cut_;
  const PointTable& points_;
  const std::vector<Index>& surface_;
  const Box* zone_;
  UnionFind cells_, groups_;
  Windings excess_;                                  // of the uses of one edge forward, by surface
  std::map<Index, EdgeFinding> open_, misoriented_;  // by surface
  ArrangementCells result_;
};

}  // namespace

ArrangementCells findCells(const CutTriangles& cut, const PointTable& points,
                           const std::vector<Index>& surface, const Box* zone) {
  return CellFinder(cut, points, surface, zone).find();
}

}  // namespace talus
