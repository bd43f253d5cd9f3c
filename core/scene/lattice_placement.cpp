#include "scene/lattice_placement.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.h"
#include "base/number_text.h"

namespace talus {

namespace {

// The smallest box that can hold any single body.
Vec3 largestSizes(std::span<const DrawnBody> bodies) {
  Vec3 sizes = Vec3::Zero();
  for (const DrawnBody& body : bodies) sizes = sizes.cwiseMax(body.extent.sizes());
  return sizes;
}

// The edge of cells that fit all bodies, with room for the jitter.
double suitingEdge(const Vec3& sizes, const PlacementRequest& options) {
  return sizes.maxCoeff() * (1 + options.jitter / 2) + options.clearance;
}

// The position of a body in its cell: the middle, moved at random within a part of the remaining room.
Vec3 placeWithin(const Box& cell, const DrawnBody& body, const KeyedRandom& random,
                 const PlacementRequest& options) {
  Vec3 place;
  for (int axis = 0; axis < 3; ++axis) {
    const double size = body.extent.sizes()[axis] + options.clearance;
    const double room = std::max(cell.sizes()[axis] - size, 0.0);
    const double share = (1 + options.jitter * random[axis].between()) / 2;
    place[axis] = cell.min()[axis] + options.clearance / 2 + share * room - body.extent.min()[axis];
  }
  return place;
}

void requireRoom(double size, double room, const char* what) {
  if (size <= room * (1 + 1e-12)) return;
  throw Error("The largest body needs " + numberText(size) + ", clearance included, but " + what +
                  " has only " + numberText(room),
              "", "Use a larger region, or smaller bodies");
}

Box cellOf(const Vec3& origin, const Vec3& edges, const Vec3& number) {
  const Vec3 low = origin + edges.cwiseProduct(number);
  return {low, low + edges};
}

// The cells of a layer of a column, seen from above.
class ColumnFloor {
 public:
  ColumnFloor(std::span<const DrawnBody> bodies, const PlacementRequest& options)
      : up_(options.upAxis()), largest_(largestSizes(bodies)) {
    region_ = options.box();
    if (region_.isEmpty()) region_ = automaticRegion(bodies.size(), options);
    for (const int axis : {across(0), across(1)}) {
      const double wanted = largest_[axis] + options.clearance, there = region_.sizes()[axis];
      requireRoom(wanted, there, "the region");
      cells_[axis] = std::max(1.0, std::floor(there / wanted * (1 + 1e-12)));
    }
    widenFor(static_cast<double>(bodies.size()));
    edges_ = region_.sizes().cwiseQuotient(cells_);
  }

  double floor() const { return region_.min()[up_]; }
  std::size_t cells() const { return static_cast<std::size_t>(cells_[across(0)] * cells_[across(1)]); }
  Box cell(std::size_t i, double low, double height) const {
    const auto rows = static_cast<std::size_t>(cells_[across(0)]);
    Vec3 origin = region_.min(), edges = edges_, number = Vec3::Zero();
    origin[up_] = low;
    edges[up_] = height;
    const std::size_t row = i / rows;
    number[across(0)] = static_cast<double>(i % rows);
    number[across(1)] = static_cast<double>(row);
    return cellOf(origin, edges, number);
  }

 private:
  int across(int i) const { return (up_ + 1 + i) % 3; }

  // No more cells than all bodies need in one layer.
  void widenFor(double bodies) {
    double& rows = cells_[across(0)];
    double& columns = cells_[across(1)];
    const double wide = region_.sizes()[across(0)], deep = region_.sizes()[across(1)];
    rows = std::min(rows, std::ceil(std::sqrt(bodies * wide / deep)));
    columns = std::min(columns, std::ceil(bodies / rows));
  }

  // About three times as high as wide.
  Box automaticRegion(std::size_t count, const PlacementRequest& options) const {
    const double cells = std::ceil(std::cbrt(static_cast<double>(count) / 3));
    const double half = cells * suitingEdge(largest_, options) / 2;
    Vec3 low = Vec3::Constant(-half), high = Vec3::Constant(half);
    low[up_] = 0;
    high[up_] = 2 * half;
    return {low, high};
  }

  int up_;
  Vec3 largest_;
  Box region_;
  Vec3 cells_ = Vec3::Ones(), edges_ = Vec3::Zero();
};

// Cells of a layer in random order, so that a layer that is not full has no preferred side.
std::vector<std::size_t> shuffledCells(std::size_t cells, std::size_t layer,
                                       const PlacementRequest& options) {
  const KeyedRandom random = randomOf(options, layer, Draw::Layer);
  std::vector<std::size_t> order(cells);
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto key = [&random](std::size_t i) { return random[static_cast<std::int64_t>(i)].value(); };
  std::stable_sort(order.begin(), order.end(),
                   [&key](std::size_t i, std::size_t j) { return key(i) < key(j); });
  return order;
}

}  // namespace

std::vector<BodyPlace> placeOnGrid(std::span<const DrawnBody> bodies, const PlacementRequest& options) {
  const Vec3 sizes = largestSizes(bodies), counts = options.cellCounts();
  Box region = options.box();
  if (region.isEmpty()) {
    const Vec3 half = counts * suitingEdge(sizes, options) / 2;
    region = Box(-half, half);
  }
  const Vec3 edges = region.sizes().cwiseQuotient(counts);
  for (int axis = 0; axis < 3; ++axis)
    requireRoom(sizes[axis] + options.clearance, edges[axis], "a cell of the grid");
  std::vector<BodyPlace> places;
  places.reserve(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const auto nx = static_cast<std::size_t>(options.cells[0]),
               ny = static_cast<std::size_t>(options.cells[1]);
    const std::size_t row = i / nx, layer = row / ny;
    const Vec3 number(static_cast<double>(i % nx), static_cast<double>(row % ny), static_cast<double>(layer));
    const Box cell = cellOf(region.min(), edges, number);
    places.push_back(
        {static_cast<Index>(i), placeWithin(cell, bodies[i], randomOf(options, i, Draw::Place), options)});
  }
  return places;
}

std::vector<BodyPlace> placeInColumn(std::span<const DrawnBody> bodies, const PlacementRequest& options) {
  const ColumnFloor floor(bodies, options);
  std::vector<BodyPlace> places;
  places.reserve(bodies.size());
  double low = floor.floor();
  for (std::size_t first = 0, layer = 0; first < bodies.size(); first += floor.cells(), ++layer) {
    const std::size_t count = std::min(floor.cells(), bodies.size() - first);
    const double largest = largestSizes(bodies.subspan(first, count))[options.upAxis()];
    const double height = largest * (1 + options.jitter / 2) + options.clearance;
    const std::vector<std::size_t> cells = shuffledCells(floor.cells(), layer, options);
    for (std::size_t i = 0; i < count; ++i) {
      const Box cell = floor.cell(cells[i], low, height);
      places.push_back(
          {static_cast<Index>(first + i),
           placeWithin(cell, bodies[first + i], randomOf(options, first + i, Draw::Place), options)});
    }
    low += height;
  }
  std::stable_sort(places.begin(), places.end(),
                   [up = options.upAxis()](const BodyPlace& a, const BodyPlace& b) {
                     return a.position[up] < b.position[up];
                   });
  return places;
}

}  // namespace talus
