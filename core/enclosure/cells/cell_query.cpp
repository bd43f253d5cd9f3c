#include <algorithm>
#include <array>

#include "enclosure/cells/cell_level.h"
#include "enclosure/cells/cell_workspace.h"
#include "enclosure/direct/surface_winding.h"
#include "geometry/exact/predicates.h"

// The queries of a level. Its construction is in cell_level.cpp.

namespace talus {

namespace {

void store(const Label& label, std::size_t at, std::span<Side> sides, std::span<double> winding) {
  sides[at] = label.side;
  if (!winding.empty()) winding[at] = label.winding;
}

void prefetch(const void* address) {
  __builtin_prefetch(address);
}

// Does the segment from the perturbed reference point to q cross the triangle? q must lie off the triangle's
// plane, on the side opposite to the reference point.
bool crosses(const std::array<Vec3, 3>& t, const Vec3& q, const Vec3& reference) {
  const int side = orient3dPerturbed(q, t[0], t[1], reference);
  return side == orient3dPerturbed(q, t[1], t[2], reference) &&
         side == orient3dPerturbed(q, t[2], t[0], reference);
}

}  // namespace

const CellLevel::Nested* CellLevel::nestedAt(std::uint32_t list) const {
  const auto found = std::lower_bound(nested_.begin(), nested_.end(), list,
                                      [](const Nested& n, std::uint32_t number) { return n.list < number; });
  return found == nested_.end() || found->list != list || !found->level ? nullptr : &*found;
}

Label CellLevel::labelOf(std::int32_t winding) const {
  const bool inside = (winding & 1) != 0;
  return {inside ? Side::Inside : Side::Outside,
          options_.oriented ? static_cast<double>(winding) : (inside ? 1.0 : 0.0)};
}

// A point in the coordinates of its octant's planes.
std::array<std::int16_t, 3> CellLevel::fixedPointOf(const Vec3& p, const Vec3& reference) const {
  const Vec3 local = 0.5 * grid_.inCellUnits(p - reference);
  return {toFixedPoint(local.x()), toFixedPoint(local.y()), toFixedPoint(local.z())};
}

// Without groups where the planes are not made yet.
PlaneQuery CellLevel::planeQuery(std::uint32_t list, const std::array<std::int16_t, 3>& q) const {
  return {planes_.find(list_[list].planes), groupsFor(triangleCount(list)), q};
}

// @param winding with the changes by the triangles that planes decide.
CellLevel::ExactQuery CellLevel::exactQuery(const Vec3& q, std::int32_t winding) const {
  return {q, grid_.centre(firstCellOf(grid_.cellOf(q))), winding, false};
}

// Without planes.
void CellLevel::doubtAll(std::uint32_t query, std::uint32_t list, PlaneDoubts& doubts) const {
  const std::span<const std::uint32_t> triangles = trianglesIn(list);
  doubts.makeRoom(triangles.size());
  std::ranges::copy(triangles, doubts.nextTriangle());
  std::fill_n(doubts.nextChange(), triangles.size(), 0);
  doubts.append(query, triangles.size());
}

CellLevel::ExactQuery CellLevel::askExactly(const Vec3& q, std::uint32_t list) const {
  ExactQuery query = exactQuery(q, list_[list].winding);
  PlaneDoubts doubts;
  const PlaneQuery byPlanes = planeQuery(list, fixedPointOf(q, query.reference));
  if (byPlanes.groups != nullptr) {
    PlaneVerdict verdict{};
    evaluatePlanes(std::span(&byPlanes, 1), std::span(&verdict, 1), doubts);
    query.winding += verdict.change;
  } else {
    doubtAll(0, list, doubts);
  }
  askAll(doubts, std::span(&query, 1));
  return query;
}

// @param change as in PlaneDoubts.
void CellLevel::ask(std::uint32_t triangle, std::int32_t change, ExactQuery& query) const {
  const std::array<Vec3, 3> t = triangles_[triangle];
  const int side = orient3d(t[0], t[1], t[2], query.q);
  if (side == 0) {
    query.onSurface = query.onSurface || locateInPlane(query.q, t[0], t[1], t[2]) != OnTriangle::Outside;
    return;
  }
  const int farSide = change != 0 ? change : -orient3dPerturbed(t[0], t[1], t[2], query.reference);
  if (side == farSide && crosses(t, query.q, query.reference)) query.winding += side;
}

// What a triangle's test reads is fetched some triangles ahead: first which points are its corners, then
// these.
void CellLevel::askAll(const PlaneDoubts& doubts, std::span<ExactQuery> queries) const {
  constexpr std::size_t doubtsAhead =
      12;  // so many points are fetched at once: more would wait for each other
  constexpr std::size_t farAhead = 4 * doubtsAhead;
  const std::size_t count = doubts.size();
  for (std::size_t n = 0; n < std::min(farAhead, count); ++n) triangles_.fetchCorners(doubts.triangle(n));
  for (std::size_t n = 0; n < std::min(doubtsAhead, count); ++n) triangles_.fetchPoints(doubts.triangle(n));
  for (std::size_t n = 0; n < count; ++n) {
    if (n + farAhead < count) triangles_.fetchCorners(doubts.triangle(n + farAhead));
    if (n + doubtsAhead < count) triangles_.fetchPoints(doubts.triangle(n + doubtsAhead));
    ask(doubts.triangle(n), doubts.change(n), queries[doubts.query(n)]);
  }
}

Label CellLevel::labelOf(const ExactQuery& query, std::uint32_t list, bool wantWinding) const {
  if (query.onSurface) return {Side::OnSurface, wantWinding ? windingOnSurface(query.q, list) : 0.0};
  return labelOf(query.winding);
}

// The winding number at a point of the cell near q, plus the winding steps of the triangles that contain q.
// The point lies in a general direction from q: the cell's centre is often in line with an edge, where
// windingStep is ill-conditioned. Along no axis is it farther from q than the cell's smallest extent.
double CellLevel::windingOnSurface(const Vec3& q, std::uint32_t list) const {
  if (!options_.oriented) return 0.5;
  const Vec3& size = grid_.cellSize();
  const double thinnest = size.minCoeff() > 0 ? size.minCoeff() : size.maxCoeff();
  const Vec3 inCell =
      grid_.centre(grid_.cellOf(q)) + size.cwiseProduct(Vec3(0.2718281, -0.3141592, 0.1618033));
  const Vec3 reach = thinnest * Vec3(1, 0.7724539, 0.6180340);
  const Vec3 from = q + (inCell - q).cwiseMin(reach).cwiseMax(-reach);
  const Label start = labelOf(askExactly(from, list), list, false);
  if (start.side == Side::OnSurface || from == q) return 0.5;  // only if the surface contains that point
  double winding = start.winding;
  WindingSteps steps;
  for (const std::uint32_t triangle : trianglesIn(list)) {
    const std::array<Vec3, 3> t = triangles_[triangle];
    const int fromSide = orient3dPerturbed(t[0], t[1], t[2], from);
    const int side = orient3d(t[0], t[1], t[2], q);
    if (side == -fromSide && crosses(t, q, from)) winding += side;
    if (side != 0) continue;
    if (const OnTriangle place = locateInPlane(q, t[0], t[1], t[2]); place != OnTriangle::Outside)
      steps.add(windingStep(q, t, place, from - q, fromSide));
  }
  return winding + steps.sum();
}

// Labels the points that the masks decide. Returns the number of undecided points.
std::size_t CellLevel::lookUp(std::span<const Vec3> points, std::span<Side> sides, std::span<double> winding,
                              Workspace& work) const {
  findCells(grid_, points, {work.word.data(), work.bit.data(), work.octant.data()});
  for (std::size_t i = 0; i < points.size(); ++i) prefetch(cells_.from(work.word[i]));
  std::size_t count = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {  // without branches, which would be unpredictable
    const std::uint32_t bits = cells_[work.word[i]] >> work.bit[i];
    sides[i] = static_cast<Side>(CellBits::isInside(bits) * 2 - 1);
    work.waiting[count].point = static_cast<std::uint32_t>(i);
    count += CellBits::isBoundary(bits);
  }
  if (!winding.empty())
    for (std::size_t i = 0; i < points.size(); ++i)
      winding[i] = sides[i] == Side::Inside ? labelOf(block_[work.octant[i] / 8].winding).winding : 0.0;
  for (std::size_t n = 0; n < count; ++n) prefetch(&block_[work.octant[work.waiting[n].point] / 8]);
  for (std::size_t n = 0; n < count && options_.withPlanes; ++n) {
    const Vec3& p = points[work.waiting[n].point];
    work.rounded[work.waiting[n].point] = fixedPointOf(p, grid_.centre(firstCellOf(grid_.cellOf(p))));
  }
  findLists(count, work);
  return count;
}

void CellLevel::findLists(std::size_t count, Workspace& work) const {
  for (std::size_t n = 0; n < count; ++n) {
    const std::uint32_t octant = work.octant[work.waiting[n].point];
    work.waiting[n].list = listOf(block_[octant / 8], octant % 8);
    prefetch(&list_[work.waiting[n].list]);
  }
}

// Classifies the points in crowded octants by their nested levels. Returns the number of undecided points.
std::size_t CellLevel::classifyNested(std::span<const Vec3> points, std::span<Side> sides,
                                      std::span<double> winding, std::size_t count, Workspace& work) const {
  std::array<Vec3, Workspace::size> inLevel;
  std::array<Side, Workspace::size> sidesThere;
  std::array<double, Workspace::size> windingThere;
  std::array<std::uint32_t, Workspace::size> from;
  std::size_t waiting = 0;
  std::size_t gathered = 0;
  const CellLevel* level = nullptr;
  const auto flush = [&] {
    if (gathered == 0) return;
    work.ambiguous +=
        level->classify(std::span(inLevel).first(gathered), std::span(sidesThere).first(gathered),
                        std::span(windingThere).first(winding.empty() ? 0 : gathered));
    for (std::size_t i = 0; i < gathered; ++i)
      store({sidesThere[i], winding.empty() ? 0.0 : windingThere[i]}, from[i], sides, winding);
    gathered = 0;
  };
  for (std::size_t n = 0; n < count; ++n) {
    const auto [point, list] = work.waiting[n];
    const Nested* nested = triangleCount(list) == 0 ? nestedAt(list) : nullptr;
    if (nested == nullptr) {
      work.waiting[waiting++] = work.waiting[n];
      continue;
    }
    if (nested->level.get() != level) flush();
    level = nested->level.get();
    // No triangle lies between a point outside of the level's box and the nearest point of the box.
    const Box& box = level->grid_.bounds();
    inLevel[gathered] = points[point].cwiseMax(box.min()).cwiseMin(box.max());
    from[gathered++] = point;
  }
  flush();
  return waiting;
}

// Labels points [begin, end) of those that wait, as far as their verdicts are undecided, by their doubts.
void CellLevel::settle(std::size_t begin, std::size_t end, std::span<Side> sides, std::span<double> winding,
                       Workspace& work) const {
  askAll(work.doubts, std::span(work.exact).subspan(begin, end - begin));
  for (std::size_t n = begin; n < end; ++n) {
    if (!work.verdicts[n].undecided) continue;
    const auto [point, list] = work.waiting[n];
    const Label label = labelOf(work.exact[n], list, !winding.empty());
    work.ambiguous += isAmbiguous(label);
    store(label, point, sides, winding);
  }
}

void CellLevel::classifyByPlanes(std::span<const Vec3> points, std::span<Side> sides,
                                 std::span<double> winding, std::size_t waiting, Workspace& work) const {
  const std::size_t count = setQueries(waiting, work) ? waiting : findPlanes(points, waiting, work);
  if (count < waiting) classifyByTriangles(points, sides, winding, count, waiting, work);
  for (std::size_t begin = 0, end = 0; begin < count; begin = end) {
    work.doubts.clear();
    end = begin + evaluatePlanes(std::span(work.queries).subspan(begin, count - begin),
                                 std::span(work.verdicts).subspan(begin, count - begin), work.doubts);
    for (std::size_t n = begin; n < end; ++n) {
      const auto [point, list] = work.waiting[n];
      const std::int32_t number = list_[list].winding + work.verdicts[n].change;
      if (work.verdicts[n].undecided) {
        work.exact[n] = exactQuery(points[point], number);
        continue;
      }
      const Label label = labelOf(number);
      work.ambiguous += isAmbiguous(label);
      store(label, point, sides, winding);
    }
    settle(begin, end, sides, winding, work);
  }
}

// Of those that wait, points from `begin`. Without planes: some at a time, which bounds the memory where very
// many triangles meet.
void CellLevel::classifyByTriangles(std::span<const Vec3> points, std::span<Side> sides,
                                    std::span<double> winding, std::size_t begin, std::size_t count,
                                    Workspace& work) const {
  constexpr std::size_t doubtsAtATime = 128;  // triangles
  for (std::size_t end = begin; begin < count; begin = end) {
    work.doubts.clear();
    for (; end < count && work.doubts.size() < doubtsAtATime; ++end) {
      const auto [point, list] = work.waiting[end];
      work.verdicts[end] = {0, true};
      work.exact[end] = exactQuery(points[point], list_[list].winding);
      doubtAll(static_cast<std::uint32_t>(end - begin), list, work.doubts);
    }
    settle(begin, end, sides, winding, work);
  }
}

void CellLevel::classifyWaiting(std::span<const Vec3> points, std::span<Side> sides,
                                std::span<double> winding, std::size_t count, Workspace& work) const {
  if (!nested_.empty()) count = classifyNested(points, sides, winding, count, work);
  if (options_.withPlanes)
    classifyByPlanes(points, sides, winding, count, work);
  else
    classifyByTriangles(points, sides, winding, 0, count, work);
}

std::int64_t CellLevel::classify(std::span<const Vec3> points, std::span<Side> sides,
                                 std::span<double> winding) const {
  Workspace work;
  for (std::size_t begin = 0; begin < points.size(); begin += Workspace::size) {
    const std::size_t count = std::min(Workspace::size, points.size() - begin);
    const std::span<const Vec3> part = points.subspan(begin, count);
    const std::span<Side> partSides = sides.subspan(begin, count);
    const std::span<double> partWinding = subspanOrEmpty(winding, begin, count);
    classifyWaiting(part, partSides, partWinding, lookUp(part, partSides, partWinding, work), work);
  }
  return work.ambiguous;
}

}  // namespace talus
