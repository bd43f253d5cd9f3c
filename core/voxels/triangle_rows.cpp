#include "voxels/triangle_rows.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "geometry/mesh/triangle_mesh.h"
#include "voxels/convex_polygon.h"

namespace talus {

namespace {

// The cells [first, last] of an axis that an interval touches; first > last if none.
struct CellRange {
  Index first;
  Index last;
};

CellRange cellsOf(double low, double high, Index begin, Index end) {
  if (!(high >= begin) || !(low < end)) return {0, -1};
  const double first = std::max(std::floor(low), static_cast<double>(begin));
  const double last = std::min(std::floor(high), static_cast<double>(end - 1));
  return {static_cast<Index>(first), static_cast<Index>(last)};
}

// The part of a polygon below or above a plane.
void cutBelow(ConvexPolygon& polygon, int axis, double plane) {
  ConvexPolygon below;
  polygon.split(axis, plane, below);
}

void cutAbove(ConvexPolygon& polygon, int axis, double plane) {
  ConvexPolygon below;
  polygon.split(axis, plane, below);
  polygon = below;
}

// Area as seen along x, positive where the corners turn counter-clockwise seen from larger x, and its moment.
struct Shadow {
  double area = 0;
  double moment = 0;  // ∫ (x − origin) over the area
};

Shadow shadowOf(const ConvexPolygon& polygon, const Vec3& origin) {
  Shadow shadow;
  if (polygon.size < 3) return shadow;
  const Vec3 p = polygon.corners[0] - origin;
  for (std::size_t i = 1; i + 1 < polygon.size; ++i) {
    const Vec3 q = polygon.corners[i] - origin;
    const Vec3 r = polygon.corners[i + 1] - origin;
    const double area = 0.5 * ((q.y() - p.y()) * (r.z() - p.z()) - (q.z() - p.z()) * (r.y() - p.y()));
    shadow.area += area;
    shadow.moment += area * (p.x() + q.x() + r.x()) / 3;
  }
  return shadow;
}

}  // namespace

TriangleRows::TriangleRows(std::vector<Corners> triangles, const std::array<Index, 3>& counts)
    : triangles_(std::move(triangles)), counts_(counts) {
  const auto layersOf = [this](const Corners& corners) {
    const Box box = boxOf(corners);
    const CellRange rows = cellsOf(box.min().y(), box.max().y(), 0, counts_[1]);
    if (rows.first > rows.last || box.max().x() < 0) return CellRange{0, -1};
    return cellsOf(box.min().z(), box.max().z(), 0, counts_[2]);
  };
  firstOfLayer_.assign(static_cast<std::size_t>(counts[2]) + 1, 0);
  for (const Corners& corners : triangles_) {
    const CellRange layers = layersOf(corners);
    for (Index k = layers.first; k <= layers.last; ++k) ++firstOfLayer_[static_cast<std::size_t>(k) + 1];
  }
  for (std::size_t k = 1; k < firstOfLayer_.size(); ++k) firstOfLayer_[k] += firstOfLayer_[k - 1];
  ofLayer_.resize(firstOfLayer_.back());
  std::vector<std::size_t> next(firstOfLayer_.begin(), firstOfLayer_.end() - 1);
  for (std::size_t t = 0; t < triangles_.size(); ++t) {
    const CellRange layers = layersOf(triangles_[t]);
    for (Index k = layers.first; k <= layers.last; ++k)
      ofLayer_[next[static_cast<std::size_t>(k)]++] = static_cast<Index>(t);
  }
}

// Adds triangles to the rows of one layer.
class TriangleRows::Filler {
 public:
  Filler(Index layer, bool volumes, RowTile& tile) : layer_(layer), volumes_(volumes), tile_(tile) {}

  void add(const Corners& corners) {
    const Box box = boxOf(corners);
    const CellRange rows = cellsOf(box.min().y(), box.max().y(), tile_.rowBegin, tile_.rowEnd);
    if (rows.first > rows.last) return;
    ConvexPolygon rest;
    for (const Vec3& corner : corners) rest.add(corner);
    if (box.min().z() < layer_) cutBelow(rest, 2, layer_);
    if (box.max().z() > layer_ + 1) cutAbove(rest, 2, layer_ + 1);
    if (!rest.empty()) addLayer(rest);
  }

 private:
  void addLayer(ConvexPolygon& rest) {
    const double low = rest.least(1);
    const CellRange rows = cellsOf(low, rest.greatest(1), tile_.rowBegin, tile_.rowEnd);
    if (rows.first > rows.last) return;
    const bool beyond = rest.greatest(1) > rows.last + 1;
    if (low < rows.first) cutBelow(rest, 1, rows.first);
    ConvexPolygon piece;
    for (Index j = rows.first; j <= rows.last && !rest.empty(); ++j) {
      const bool last = j == rows.last && !beyond;
      if (last) {
        addRow(rest, j);
      } else {
        rest.split(1, j + 1, piece);
        if (!piece.empty()) addRow(piece, j);
      }
    }
  }

  void addRow(ConvexPolygon& rest, Index j) {
    const double low = rest.least(0);
    const double high = rest.greatest(0);
    if (high < 0) return;
    if (low < 0) cutBelow(rest, 0, 0);
    const CellRange cells = cellsOf(std::max(low, 0.0), high, 0, tile_.width);
    ConvexPolygon piece;
    for (Index i = cells.first; i <= cells.last && !rest.empty(); ++i) {
      if (i == cells.last && high <= i + 1) {
        addCell(rest, i, j);
        return;
      }
      rest.split(0, i + 1, piece);
      if (!piece.empty()) addCell(piece, i, j);
    }
    if (volumes_) tile_.cover[tile_.at(j, tile_.width)] += shadowOf(rest, origin(tile_.width, j)).area;
  }

  void addCell(const ConvexPolygon& piece, Index i, Index j) {
    const std::size_t at = tile_.at(j, i);
    tile_.touched[at] = 1;
    if (!volumes_) return;
    const Shadow shadow = shadowOf(piece, origin(i, j));
    tile_.volume[at] += shadow.moment;
    tile_.cover[at] += shadow.area;
  }

  Vec3 origin(Index i, Index j) const {
    return {static_cast<double>(i), static_cast<double>(j), static_cast<double>(layer_)};
  }

  Index layer_;
  bool volumes_;
  RowTile& tile_;
};

void TriangleRows::fill(Index layer, bool volumes, RowTile& tile) const {
  tile.width = counts_[0];
  const std::size_t size =
      static_cast<std::size_t>(tile.rowEnd - tile.rowBegin) * static_cast<std::size_t>(tile.width + 1);
  tile.touched.assign(size, 0);
  tile.volume.assign(volumes ? size : 0, 0);
  tile.cover.assign(volumes ? size : 0, 0);
  Filler filler(layer, volumes, tile);
  const auto k = static_cast<std::size_t>(layer);
  for (std::size_t n = firstOfLayer_[k]; n < firstOfLayer_[k + 1]; ++n)
    filler.add(triangles_[static_cast<std::size_t>(ofLayer_[n])]);
}

}  // namespace talus
