#include "geometry/check/self_intersection.h"

#include <algorithm>
#include <atomic>
#include <functional>

#include "base/bucket_sort.h"
#include "base/parallel.h"
#include "geometry/check/apart_in_double.h"
#include "geometry/check/crossing_candidates.h"
#include "geometry/exact/intersection.h"
#include "geometry/exact/predicates.h"
#include "geometry/mesh/axis_across.h"

namespace talus {

namespace {

std::size_t commonCorners(const TriangleMesh& mesh, Index s, Index t) {
  return sharedCorners(mesh.triangle(static_cast<std::size_t>(s)), mesh.triangle(static_cast<std::size_t>(t)))
      .count;
}

// Whether triangles u, v, p and u, v, q are coplanar with p and q on the same side of u–v. The projection is
// tested first because it decides nearly every pair, also in flat surfaces.
bool foldedOver(const Vec3& u, const Vec3& v, const Vec3& p, const Vec3& q) {
  const int axis = projectionAxis(u, v, p);
  if (orient2d(u, v, p, axis) != orient2d(u, v, q, axis)) return false;
  return orient3d(u, v, p, q) == 0;
}

// Whether c and d lie strictly beyond the line v–a, seen from b, in the projection along `axis`.
bool lineSeparates(const Vec3& v, const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, int axis) {
  const int inner = orient2d(v, a, b, axis);
  return inner != 0 && orient2d(v, a, c, axis) == -inner && orient2d(v, a, d, axis) == -inner;
}

// Whether triangles s and t, whose corner 0 is common, share other points. If they do, a common segment
// starts at that corner and ends where it leaves one of the triangles through the side opposite the corner.
bool meetBeyondVertex(const Corners& s, const Corners& t) {
  const auto& [v, a, b] = s;
  const auto& [w, c, d] = t;
  const int axis = projectionAxis(v, a, b);
  if (lineSeparates(v, a, b, c, d, axis) || lineSeparates(v, b, a, c, d, axis) ||
      lineSeparates(v, c, d, a, b, axis) || lineSeparates(v, d, c, a, b, axis))
    return false;
  return segmentMeetsTriangle(a, b, t) || segmentMeetsTriangle(c, d, s);
}

void mark(std::vector<std::uint8_t>& flags, Index t) {
  std::atomic_ref(flags[static_cast<std::size_t>(t)]).store(1, std::memory_order_relaxed);
}

constexpr std::size_t maximumPairs = 64;  // per triangle of a group

// Calls search(group) for the groups of candidates, in parallel; the context advances by the triangles.
void forEachGroup(const CrossingCandidates& candidates, const TriangleMesh& mesh, Context& context,
                  const std::function<void(std::size_t group)>& search) {
  const auto triangles = static_cast<std::int64_t>(mesh.triangleCount());
  const auto groups = static_cast<std::int64_t>(candidates.groupCount());
  Context unheard;  // groups are not triangles
  parallelChunks(candidates.groupCount(), 1, unheard, [&](std::size_t group, std::size_t) {
    search(group);
    const auto done = static_cast<std::int64_t>(group);
    context.advance((done + 1) * triangles / groups - done * triangles / groups);
  });
  if (groups == 0) context.advance(triangles);
}

struct Found {
  std::int64_t pairs = 0;
  bool stopped = false;
  std::array<Index, 2> first{-1, -1};
};

// The pairs that may intersect and fulfil condition(apart, s, t). Ascending.
template <class Condition>
std::vector<std::array<Index, 2>> pairsWith(const TriangleMesh& mesh, const std::vector<std::uint8_t>& usable,
                                            Context& context, const Condition& condition) {
  const CrossingCandidates candidates(mesh, usable);
  const UnfoldedMesh unfolded(mesh, usable);
  std::vector<std::vector<std::array<Index, 2>>> found(candidates.groupCount());
  const auto enter = [](Index) { return true; };
  forEachGroup(candidates, mesh, context, [&](std::size_t group) {
    ApartInDouble apart(unfolded);
    candidates.forEachPairOf(group, enter, [&](Index s, Index t) {
      if (condition(apart, s, t)) found[group].push_back({std::min(s, t), std::max(s, t)});
    });
  });
  std::vector<std::array<Index, 2>> pairs;
  for (const auto& chunk : found) pairs.insert(pairs.end(), chunk.begin(), chunk.end());
  for (const std::size_t k : {1, 0})
    countingSort(pairs, mesh.triangleCount(),
                 [k](const std::array<Index, 2>& pair) { return static_cast<std::size_t>(pair[k]); });
  return pairs;
}

// Whether two triangles intersect beyond common corners, or have all corners in common.
bool meetOrRepeat(const TriangleMesh& mesh, Index s, Index t) {
  return commonCorners(mesh, s, t) == 3 || meetBeyondSharedCorners(mesh, s, t);
}

void keepFirst(Found& found, const std::array<Index, 2>& pair) {
  if (found.pairs++ == 0 || pair < found.first) found.first = pair;
}

}  // namespace

bool meetBeyondSharedCorners(const TriangleMesh& mesh, Index s, Index t) {
  const Corners p = mesh.corners(static_cast<std::size_t>(s));
  const Corners q = mesh.corners(static_cast<std::size_t>(t));
  const SharedCorners shared =
      sharedCorners(mesh.triangle(static_cast<std::size_t>(s)), mesh.triangle(static_cast<std::size_t>(t)));
  switch (shared.count) {
    case 0:
      return trianglesMeet(p, q);
    case 1:
      return meetBeyondVertex(rotated(p, shared.inS[0]), rotated(q, shared.inT[0]));
    case 2:
      return foldedOver(p[shared.inS[0]], p[shared.inS[1]], p[3 - shared.inS[0] - shared.inS[1]],
                        q[3 - shared.inT[0] - shared.inT[1]]);
    default:
      return false;
  }
}

SelfIntersections findSelfIntersections(const TriangleMesh& mesh, const std::vector<std::uint8_t>& usable,
                                        Context& context) {
  const CrossingCandidates candidates(mesh, usable);
  const UnfoldedMesh unfolded(mesh, usable);
  SelfIntersections result;
  result.involved.assign(mesh.triangleCount(), 0);
  std::vector<Found> found(candidates.groupCount());
  forEachGroup(candidates, mesh, context, [&](std::size_t group) {
    Found& own = found[group];
    ApartInDouble apart(unfolded);
    const auto limit = static_cast<std::int64_t>(maximumPairs * candidates.trianglesIn(group));
    const auto enter = [&](Index s) {
      if (own.stopped) mark(result.involved, s);
      return !own.stopped;
    };
    candidates.forEachPairOf(group, enter, [&](Index s, Index t) {
      if (own.stopped || apart(s, t) || !meetBeyondSharedCorners(mesh, s, t)) return;
      mark(result.involved, s);
      mark(result.involved, t);
      keepFirst(own, {std::min(s, t), std::max(s, t)});
      own.stopped = own.pairs >= limit;
    });
  });

  for (const Found& chunk : found) {
    if (chunk.pairs == 0) continue;
    result.first = result.pairs == 0 ? chunk.first : std::min(result.first, chunk.first);
    result.pairs += chunk.pairs;
    result.all = result.all && !chunk.stopped;
  }
  return result;
}

std::vector<std::array<Index, 2>> meetingPairs(const TriangleMesh& mesh,
                                               const std::vector<std::uint8_t>& usable, Context& context) {
  return pairsWith(mesh, usable, context, [&](ApartInDouble& apart, Index s, Index t) {
    return !apart(s, t) && meetOrRepeat(mesh, s, t);
  });
}

std::vector<std::array<Index, 2>> meetingPairsOf(const TriangleMesh& mesh,
                                                 const std::vector<std::uint8_t>& marked, Context& context) {
  const std::vector<std::uint8_t> all(mesh.triangleCount(), 1);
  return pairsWith(mesh, all, context, [&](ApartInDouble& apart, Index s, Index t) {
    return (marked[static_cast<std::size_t>(s)] || marked[static_cast<std::size_t>(t)]) && !apart(s, t) &&
           meetOrRepeat(mesh, s, t);
  });
}

std::vector<std::array<Index, 2>> pairsThatMayMeet(const TriangleMesh& mesh,
                                                   const std::vector<std::uint8_t>& usable,
                                                   Context& context) {
  const std::vector<signed char> axes = axesAcross(mesh);
  const auto lieAcrossTwoAxes = [&axes](Index s, Index t) {
    const int ofS = axes[static_cast<std::size_t>(s)], ofT = axes[static_cast<std::size_t>(t)];
    return ofS >= 0 && ofT >= 0 && ofS != ofT;
  };
  return pairsWith(mesh, usable, context, [&](ApartInDouble& apart, Index s, Index t) {
    if (lieAcrossTwoAxes(s, t) && commonCorners(mesh, s, t) == 0) return true;  // their boxes tell enough
    return !apart(s, t) && (commonCorners(mesh, s, t) == 0 || meetOrRepeat(mesh, s, t));
  });
}

}  // namespace talus
