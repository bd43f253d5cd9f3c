#include <algorithm>

#include "base/parallel.h"
#include "enclosure/cells/cell_level.h"
#include "enclosure/cells/cell_workspace.h"
#include "geometry/exact/predicates.h"

// The planes of a level, made for the octants in whose boundary cells points are looked up: of a few points
// there are far fewer than all.

namespace talus {

// @return whether all planes are there.
bool CellLevel::setQueries(std::size_t waiting, Workspace& work) const {
  bool all = true;
  for (std::size_t n = 0; n < waiting; ++n) {
    const auto [point, list] = work.waiting[n];
    work.queries[n] = planeQuery(list, work.rounded[point]);
    all = all && work.queries[n].groups != nullptr;
  }
  return all;
}

// Makes what is missing of the planes for the waiting points, but for those that other threads are making.
// @return how many points have their planes: they come first.
std::size_t CellLevel::findPlanes(std::span<const Vec3> points, std::size_t waiting, Workspace& work) const {
  std::array<PlaneOrder, Workspace::size> orders;
  std::size_t count = 0;
  for (std::size_t n = 0; n < waiting; ++n) {
    const auto [point, list] = work.waiting[n];
    if (work.queries[n].groups != nullptr || !PlaneArena::claim(list_[list].planes)) continue;
    orders[count++] = {list, grid_.centre(firstCellOf(grid_.cellOf(points[point])))};
  }
  makePlanes(std::span(orders).first(count));
  const auto first = work.waiting.begin();
  const auto end = std::partition(
      first, first + static_cast<std::ptrdiff_t>(waiting),
      [this](const Workspace::Waiting& point) { return planes_.find(list_[point.list].planes) != nullptr; });
  const auto ready = static_cast<std::size_t>(end - first);
  setQueries(ready, work);
  return ready;
}

void CellLevel::makeAllPlanes(Context& context) const {
  if (!options_.withPlanes) return;
  constexpr std::size_t blocksPerChunk = 1024;
  Context quiet;
  parallelChunks(block_.size(), blocksPerChunk, quiet, [&](std::size_t begin, std::size_t end) {
    context.throwIfCancelled();
    std::vector<PlaneOrder> orders;
    for (std::size_t b = begin; b < end; ++b)
      forEachBit(block_[b].octants, [&](unsigned octant) {
        const std::uint32_t list = listOf(block_[b], octant);
        if (PlaneArena::claim(list_[list].planes))
          orders.push_back({list, grid_.centre(cellAt(grid_, {static_cast<std::uint32_t>(b), 8 * octant}))});
      });
    makePlanes(orders);
  });
  for (const Nested& nested : nested_)
    if (nested.level) nested.level->makeAllPlanes(context);
}

// Into the cache: first the lists, then which points are corners, then these.
void CellLevel::fetchTriangles(std::span<const PlaneOrder> orders) const {
  for (const PlaneOrder& order : orders) __builtin_prefetch(trianglesIn(order.list).data());
  for (const PlaneOrder& order : orders)
    for (const std::uint32_t triangle : trianglesIn(order.list)) triangles_.fetchCorners(triangle);
  for (const PlaneOrder& order : orders)
    for (const std::uint32_t triangle : trianglesIn(order.list)) triangles_.fetchPoints(triangle);
}

void CellLevel::makePlanes(std::span<const PlaneOrder> orders) const {
  constexpr std::size_t ordersAtATime = 16;
  std::vector<PlaneSource> sources;
  sources.reserve(std::min(ordersAtATime, orders.size()) * 4);
  std::vector<std::uint32_t> doubtful;
  for (; !orders.empty(); orders = orders.subspan(std::min(ordersAtATime, orders.size()))) {
    const auto some = orders.first(std::min(ordersAtATime, orders.size()));
    fetchTriangles(some);
    sources.clear();
    for (const auto& [list, reference] : some)
      for (std::size_t i = 0; const std::uint32_t triangle : trianglesIn(list)) {
        if (i++ % PlaneGroup::size == 0) sources.emplace_back().reference = reference;
        sources.back().add(triangle, triangles_[triangle]);
      }
    PlaneGroup* groups = planes_.take(sources.size());
    doubtful.clear();
    talus::makePlanes(sources, 0.5 * grid_.inCellUnits(Vec3::Ones()), groups, doubtful);
    settleReferences(sources, doubtful, groups);
    for (const PlaneOrder& order : some) {
      planes_.show(list_[order.list].planes, groups);
      groups += groupsFor(triangleCount(order.list));
    }
  }
}

// Finds the exact side of the reference points where rounding left it open.
void CellLevel::settleReferences(std::span<const PlaneSource> sources,
                                 std::span<const std::uint32_t> doubtful, PlaneGroup* groups) const {
  for (const std::uint32_t place : doubtful) {
    const std::size_t group = place / PlaneGroup::size, i = place % PlaneGroup::size;
    const auto [a, b, c] = triangles_[sources[group].triangle[i]];
    if ((orient3dPerturbed(a, b, c, sources[group].reference) > 0) != groups[group].inner(i))
      groups[group].flip(i);
  }
}

}  // namespace talus
