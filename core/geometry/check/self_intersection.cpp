#include "geometry/check/self_intersection.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "base/parallel.h"
#include "geometry/check/crossing_candidates.h"
#include "geometry/exact/intersection.h"
#include "geometry/exact/orientation_filter.h"
#include "geometry/exact/predicates.h"

namespace talus {

namespace {

using CornerIds = std::array<Index, 3>;

// The common corners of two triangles: their positions in each.
struct Shared {
  std::size_t count = 0;
  std::array<std::size_t, 3> inS{};
  std::array<std::size_t, 3> inT{};
};

Shared sharedCorners(const CornerIds& s, const CornerIds& t) {
  Shared shared;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      if (s[i] == t[j]) {
        shared.inS[shared.count] = i;
        shared.inT[shared.count++] = j;
      }
  return shared;
}

bool haveSameCorners(const TriangleMesh& mesh, Index s, Index t) {
  return sharedCorners(mesh.triangle(static_cast<std::size_t>(s)), mesh.triangle(static_cast<std::size_t>(t)))
             .count == 3;
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

Corners rotated(const Corners& t, std::size_t first) {
  return {t[first], t[(first + 1) % 3], t[(first + 2) % 3]};
}

// A test in double whether two triangles are disjoint except for common corners; a positive result is
// certain. It mostly separates narrow triangles whose boxes overlap: side by side, or around a common point.
class ApartInDouble {
 public:
  /// @param usable the triangles that may be asked about.
  ApartInDouble(const TriangleMesh& mesh, const std::vector<std::uint8_t>& usable)
      : mesh_(mesh), slabs_(mesh.triangleCount()) {
    double farthest = 0;
    for (const auto* coordinates : {&mesh.x, &mesh.y, &mesh.z})
      for (const double x : *coordinates)
        if (std::isfinite(x)) farthest = std::max(farthest, std::abs(x));
    margin_ = 64 * std::numeric_limits<double>::epsilon() * farthest;
    for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
      if (usable[t]) slabs_[t] = slabOf(mesh.corners(t));
  }

  bool operator()(Index s, Index t) const {
    const Slab& p = slabs_[static_cast<std::size_t>(s)];
    const Slab& q = slabs_[static_cast<std::size_t>(t)];
    const Shared shared = sharedCorners(mesh_.triangle(static_cast<std::size_t>(s)),
                                        mesh_.triangle(static_cast<std::size_t>(t)));
    switch (shared.count) {
      case 0:
        return p.isBeyond(q.corners) || q.isBeyond(p.corners);
      case 1:
        return areApart(rotated(p.corners, shared.inS[0]), rotated(q.corners, shared.inT[0]));
      case 2:  // not folded onto each other if the fourth corner is off the plane
        return sideOf(p.corners, q.corners[3 - shared.inT[0] - shared.inT[1]]) != 0;
      default:
        return false;
    }
  }

 private:
  // A triangle and its extent in its plane, perpendicular to its longest side.
  struct Slab {
    Corners corners;
    Vec3 axis;
    double low, high;  // along it

    bool isBeyond(const Corners& t) const {
      const auto [least, most] = std::minmax({axis.dot(t[0]), axis.dot(t[1]), axis.dot(t[2])});
      return least > high || most < low;
    }
  };

  Slab slabOf(const Corners& corners) const {
    std::size_t longest = 0;
    for (std::size_t k = 1; k < 3; ++k)
      if ((corners[(k + 1) % 3] - corners[k]).squaredNorm() >
          (corners[(longest + 1) % 3] - corners[longest]).squaredNorm())
        longest = k;
    const Corners t = rotated(corners, longest);
    const Vec3 side = t[1] - t[0];
    // Any axis no longer than 1 will do: where this one underflows or overflows, nothing is beyond.
    const Vec3 across = side.cross(side.cross(t[2] - t[0]));
    const Vec3 axis = across / across.norm();
    const auto [low, high] = std::minmax({axis.dot(t[0]), axis.dot(t[1]), axis.dot(t[2])});
    return {corners, axis, low - margin_, high + margin_};
  }

  // On which side of a triangle's plane a point lies; 0: perhaps on it.
  static int sideOf(const Corners& t, const Vec3& p) { return filteredOrient3d(t[0], t[1], t[2], p).sign; }

  // Whether triangles, whose corner 0 is common, share no other point: one lies on one side of the other's
  // plane, or some plane through that corner lies between them.
  static bool areApart(const Corners& s, const Corners& t) {
    if (const int side = sideOf(s, t[1]); side != 0 && side == sideOf(s, t[2])) return true;
    if (const int side = sideOf(t, s[1]); side != 0 && side == sideOf(t, s[2])) return true;
    return lookApart(s, t);
  }

  // Whether the triangles, whose corner 0 is common, lie on different sides of a plane through that corner.
  static bool lookApart(const Corners& s, const Corners& t) {
    const Vec3 a = s[1] - s[0], b = s[2] - s[0], c = t[1] - t[0], d = t[2] - t[0];
    const Vec3 axis = c.normalized() + d.normalized() - a.normalized() - b.normalized();
    const double slack = 64 * std::numeric_limits<double>::epsilon() * axis.norm();
    return axis.dot(a) < -slack * a.norm() && axis.dot(b) < -slack * b.norm() &&
           axis.dot(c) > slack * c.norm() && axis.dot(d) > slack * d.norm();
  }

  const TriangleMesh& mesh_;
  std::vector<Slab> slabs_;
  double margin_ = 0;
};

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

void keepFirst(Found& found, const std::array<Index, 2>& pair) {
  if (found.pairs++ == 0 || pair < found.first) found.first = pair;
}

}  // namespace

bool meetBeyondSharedCorners(const TriangleMesh& mesh, Index s, Index t) {
  const Corners p = mesh.corners(static_cast<std::size_t>(s));
  const Corners q = mesh.corners(static_cast<std::size_t>(t));
  const Shared shared =
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
  const ApartInDouble apart(mesh, usable);
  SelfIntersections result;
  result.involved.assign(mesh.triangleCount(), 0);
  std::vector<Found> found(candidates.groupCount());
  forEachGroup(candidates, mesh, context, [&](std::size_t group) {
    Found& own = found[group];
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
  const CrossingCandidates candidates(mesh, usable);
  const ApartInDouble apart(mesh, usable);
  std::vector<std::vector<std::array<Index, 2>>> found(candidates.groupCount());
  const auto enter = [](Index) { return true; };
  forEachGroup(candidates, mesh, context, [&](std::size_t group) {
    candidates.forEachPairOf(group, enter, [&](Index s, Index t) {
      if (!apart(s, t) && (haveSameCorners(mesh, s, t) || meetBeyondSharedCorners(mesh, s, t)))
        found[group].push_back({std::min(s, t), std::max(s, t)});
    });
  });
  std::vector<std::array<Index, 2>> pairs;
  for (const auto& chunk : found) pairs.insert(pairs.end(), chunk.begin(), chunk.end());
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

}  // namespace talus
