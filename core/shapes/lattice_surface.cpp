#include "shapes/lattice_surface.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/parallel.h"

namespace talus {

namespace {

using Cell = Eigen::Vector3i;

constexpr double pushedDistance =
    0.2;  // of the spacing; tetrahedra are 0.7 high, so 0.35 would still be safe
constexpr double nearestToSite =
    0.05;  // of an edge's length: where the field is no distance, pushing may fail
constexpr int edgesOfCell = 14;

Cell unit(int axis) {
  return Cell::Unit(axis);
}

Cell cornerOffset(int corner) {
  return {corner & 1, corner >> 1 & 1, corner >> 2 & 1};
}

Cell sizeOf(const Box& domain, double spacing) {
  // One layer of outside sites all around.
  return (domain.sizes() / spacing).array().ceil().cast<int>() + 3;
}

}  // namespace

// A lattice site: the low corner or the centre of a cube.
struct LatticeSurface::Site {
  Cell cell;
  bool centre;
};

// Each edge belongs to one cube: 0–2 from its corner along the axes, 3–5 from its centre along the axes, 6–13
// from its centre to its eight corners.
struct LatticeSurface::Edge {
  Cell cell;
  int number;

  Site from() const { return {cell, number >= 3}; }
  Site to() const {
    if (number < 3) return {cell + unit(number), false};
    if (number < 6) return {cell + unit(number - 3), true};
    return {cell + cornerOffset(number - 6), false};
  }
};

struct LatticeSurface::Settled {
  Vec3 position;
  double value;
};

// The points of the surface: one for each edge that joins inside and outside.
struct LatticeSurface::Points {
  std::vector<std::uint16_t> crossed;  // of each cube a bit for each edge
  std::vector<Index> first;            // of each cube the number of its first point
  std::vector<Index> layer;            // of each layer the number of its first point; one more at the end

  Index operator()(std::size_t cell, int edge) const {
    return first[cell] + std::popcount(crossed[cell] & ((1u << edge) - 1));
  }
};

std::int64_t LatticeSurface::layers(const Box& domain, double spacing) {
  return sizeOf(domain, spacing).z();
}

LatticeSurface::LatticeSurface(Field field, const Box& domain, double spacing, Context& context)
    : field_(std::move(field)), spacing_(spacing), size_(sizeOf(domain, spacing)) {
  origin_ = domain.center() - spacing / 2 * (size_.cast<double>() - Vec3::Constant(0.5));
  const auto cells = static_cast<std::size_t>(size_.x()) * static_cast<std::size_t>(size_.y()) *
                     static_cast<std::size_t>(size_.z());
  corners_.assign(cells, 0);
  centres_.assign(cells, 0);
  parallelChunks(static_cast<std::size_t>(size_.z()), 1, context, [&](std::size_t begin, std::size_t) {
    const int k = static_cast<int>(begin);
    if (k == 0 || k == size_.z() - 1) return;
    for (int j = 1; j < size_.y() - 1; ++j)
      for (int i = 1; i < size_.x() - 1; ++i) {
        const Cell cell(i, j, k);
        corners_[indexOf(cell)] = field_(positionOf({cell, false})) < 0;
        centres_[indexOf(cell)] = field_(positionOf({cell, true})) < 0;
      }
  });
}

std::size_t LatticeSurface::indexOf(const Cell& c) const {
  const auto [nx, ny] = std::pair(static_cast<std::size_t>(size_.x()), static_cast<std::size_t>(size_.y()));
  return (static_cast<std::size_t>(c.z()) * ny + static_cast<std::size_t>(c.y())) * nx +
         static_cast<std::size_t>(c.x());
}

bool LatticeSurface::isInside(const Site& site) const {
  return (site.centre ? centres_ : corners_)[indexOf(site.cell)] != 0;
}

Vec3 LatticeSurface::positionOf(const Site& site) const {
  return origin_ + spacing_ * (site.cell.cast<double>() + Vec3::Constant(site.centre ? 0.5 : 0.0));
}

// Where the site stands after it was pushed away from the surface, if it was too near.
LatticeSurface::Settled LatticeSurface::settle(const Site& site) const {
  const Settled plain{positionOf(site), 0};
  const double value = field_(plain.position);
  const double goal = pushedDistance * spacing_;
  if (std::abs(value) >= goal || (value < 0) != isInside(site)) return {plain.position, value};
  const double h = 0.05 * spacing_;
  Vec3 gradient;
  for (int axis = 0; axis < 3; ++axis) {
    const Vec3 step = h * Vec3::Unit(axis);
    gradient[axis] = (field_(plain.position + step) - field_(plain.position - step)) / (2 * h);
  }
  const double slope = gradient.norm();
  if (!(slope > 0.1)) return {plain.position, value};
  const double way = goal - std::abs(value) / slope;
  if (way <= 0) return {plain.position, value};
  const Vec3 pushed = plain.position + (value < 0 ? -way : way) / slope * gradient;
  const double there = field_(pushed);
  const bool further = (there < 0) == (value < 0) && std::abs(there) > std::abs(value);
  return further ? Settled{pushed, there} : Settled{plain.position, value};
}

// Where an edge meets the surface: the chord's zero, then once more on the part that still changes its sign.
Vec3 LatticeSurface::crossing(const Site& from, const Site& to) const {
  const Settled p = settle(from);
  const Settled q = settle(to);
  double low = 0, high = 1, atLow = p.value, atHigh = q.value;
  double t = 0.5;
  for (int round = 0; round < 2; ++round) {
    if ((atLow < 0) == (atHigh < 0)) break;  // cut off at the rim of the domain
    t = low + (high - low) * atLow / (atLow - atHigh);
    const double value = field_(p.position + t * (q.position - p.position));
    ((value < 0) == (atLow < 0) ? low : high) = t;
    ((value < 0) == (atLow < 0) ? atLow : atHigh) = value;
  }
  t = std::clamp(t, nearestToSite, 1 - nearestToSite);
  return p.position + t * (q.position - p.position);
}

LatticeSurface::Edge LatticeSurface::edgeBetween(const Site& p, const Site& q) {
  if (p.centre == q.centre) {
    const Cell low = p.cell.cwiseMin(q.cell);
    const Cell way = (q.cell - p.cell).cwiseAbs();
    const int axis = way.y() + 2 * way.z();
    return {low, axis + (p.centre ? 3 : 0)};
  }
  const Site& centre = p.centre ? p : q;
  const Cell corner = (p.centre ? q : p).cell - centre.cell;
  return {centre.cell, 6 + corner.x() + 2 * corner.y() + 4 * corner.z()};
}

unsigned LatticeSurface::crossedEdges(const Cell& cell) const {
  unsigned crossed = 0;
  for (int number = 0; number < edgesOfCell; ++number) {
    const Edge edge{cell, number};
    if (isInside(edge.from()) != isInside(edge.to())) crossed |= 1u << number;
  }
  return crossed;
}

// Cubes of the last layers own no edge that matters: their sites are outside.
template <class Visit>
void LatticeSurface::forEachCell(int layer, const Visit& visit) const {
  if (layer >= size_.z() - 1) return;
  for (int j = 0; j < size_.y() - 1; ++j)
    for (int i = 0; i < size_.x() - 1; ++i) visit(Cell(i, j, layer));
}

// Calls visit(sites, sides) for the tetrahedra that hold the edges from this cube's centre to the next ones'
// and have corners on both sides; sides has a bit for each site inside. All turn the same way round.
template <class Visit>
void LatticeSurface::forEachTetrahedron(const Cell& cell, const Visit& visit) const {
  for (int axis = 0; axis < 3; ++axis) {
    const Cell u = unit((axis + 1) % 3), v = unit((axis + 2) % 3), low = cell + unit(axis);
    const std::array<Cell, 4> ring{low, low + u, low + u + v, low + v};
    for (std::size_t m = 0; m < 4; ++m) {
      const std::array<Site, 4> sites{
          {{cell, true}, {low, true}, {ring[m], false}, {ring[(m + 1) % 4], false}}};
      unsigned sides = 0;
      for (std::size_t s = 0; s < 4; ++s) sides |= isInside(sites[s]) ? 1u << s : 0u;
      if (sides != 0 && sides != 15) visit(sites, sides);
    }
  }
}

std::int64_t LatticeSurface::triangleCount() const {
  std::int64_t count = 0;
  for (int layer = 0; layer < size_.z(); ++layer)
    forEachCell(layer, [&](const Cell& cell) {
      forEachTetrahedron(cell,
                         [&](const auto&, unsigned sides) { count += std::popcount(sides) == 2 ? 2 : 1; });
    });
  return count;
}

LatticeSurface::Points LatticeSurface::numberPoints(Context& context) const {
  Points points;
  points.crossed.assign(corners_.size(), 0);
  points.first.assign(corners_.size(), 0);
  const auto layers = static_cast<std::size_t>(size_.z());
  points.layer.assign(layers + 1, 0);
  parallelChunks(layers, 1, context, [&](std::size_t layer, std::size_t) {
    forEachCell(static_cast<int>(layer), [&](const Cell& cell) {
      const unsigned crossed = crossedEdges(cell);
      points.crossed[indexOf(cell)] = static_cast<std::uint16_t>(crossed);
      points.first[indexOf(cell)] = points.layer[layer + 1];
      points.layer[layer + 1] += std::popcount(crossed);
    });
  });
  std::partial_sum(points.layer.begin(), points.layer.end(), points.layer.begin());
  return points;
}

// The triangles of one tetrahedron, outwards. Even permutations bring the inside corners to the front.
template <class Add>
void LatticeSurface::cutTetrahedron(const std::array<Site, 4>& sites, unsigned sides, const Points& points,
                                    const TriangleMesh& mesh, const Add& add) const {
  static constexpr std::array<std::array<std::uint8_t, 4>, 4> single{
      {{0, 1, 2, 3}, {1, 0, 3, 2}, {2, 3, 0, 1}, {3, 2, 1, 0}}};
  static constexpr std::array<std::array<std::uint8_t, 4>, 6> pairs{
      {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {1, 2, 0, 3}, {1, 3, 2, 0}, {2, 3, 0, 1}}};
  const auto at = [&](std::uint8_t p, std::uint8_t q) {
    const Edge edge = edgeBetween(sites[p], sites[q]);
    return points(indexOf(edge.cell), edge.number);
  };
  if (std::popcount(sides) == 2) {
    const auto isFront = [&](const auto& o) { return sides == (1u << o[0] | 1u << o[1]); };
    const auto [a, b, c, d] = *std::find_if(pairs.begin(), pairs.end(), isFront);
    const std::array<Index, 4> quad{at(a, c), at(a, d), at(b, d), at(b, c)};
    const auto length = [&](int i, int j) {
      return (mesh.point(quad[static_cast<std::size_t>(i)]) - mesh.point(quad[static_cast<std::size_t>(j)]))
          .squaredNorm();
    };
    const std::size_t s = length(0, 2) <= length(1, 3) ? 0 : 1;
    add(quad[s], quad[s + 1], quad[s + 2]);
    add(quad[s], quad[s + 2], quad[(s + 3) % 4]);
    return;
  }
  const bool oneInside = std::popcount(sides) == 1;
  const auto [a, b, c, d] =
      single[static_cast<std::size_t>(std::countr_zero(oneInside ? sides : ~sides)) % 4];
  if (oneInside)
    add(at(a, b), at(a, c), at(a, d));
  else
    add(at(a, b), at(a, d), at(a, c));
}

void LatticeSurface::addTriangles(const Points& points, TriangleMesh& mesh, Context& context) const {
  std::vector<std::vector<std::array<Index, 3>>> layers(static_cast<std::size_t>(size_.z()));
  parallelChunks(layers.size(), 1, context, [&](std::size_t layer, std::size_t) {
    forEachCell(static_cast<int>(layer), [&](const Cell& cell) {
      forEachTetrahedron(cell, [&](const auto& sites, unsigned sides) {
        cutTetrahedron(sites, sides, points, mesh, [&](Index p, Index q, Index r) {
          layers[layer].push_back({p, q, r});
        });
      });
    });
  });
  for (const auto& layer : layers)
    for (const auto& [p, q, r] : layer) mesh.addTriangle(p, q, r);
}

TriangleMesh LatticeSurface::mesh(Context& context) const {
  Points points = numberPoints(context);
  const auto layers = static_cast<std::size_t>(size_.z());
  TriangleMesh result;
  for (auto* v : {&result.x, &result.y, &result.z}) v->resize(static_cast<std::size_t>(points.layer.back()));
  parallelChunks(layers, 1, context, [&](std::size_t layer, std::size_t) {
    forEachCell(static_cast<int>(layer), [&](const Cell& cell) {
      Index& first = points.first[indexOf(cell)];
      first += points.layer[layer];
      auto n = static_cast<std::size_t>(first);
      for (unsigned left = points.crossed[indexOf(cell)]; left != 0; left &= left - 1, ++n) {
        const Edge edge{cell, std::countr_zero(left)};
        const Vec3 p = crossing(edge.from(), edge.to());
        result.x[n] = p.x();
        result.y[n] = p.y();
        result.z[n] = p.z();
      }
    });
  });
  addTriangles(points, result, context);
  return result;
}

}  // namespace talus
