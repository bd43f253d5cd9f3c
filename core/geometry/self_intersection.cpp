#include "geometry/self_intersection.h"

#include <atomic>

#include "base/parallel.h"
#include "geometry/box_tree.h"
#include "geometry/intersection.h"
#include "geometry/predicates.h"

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

// Triangles u, v, p and u, v, q: coplanar, with p and q on the same side of u–v. The projection is looked at
// first because it settles nearly every pair, flat ones too.
bool foldedOver(const Vec3& u, const Vec3& v, const Vec3& p, const Vec3& q) {
  const int axis = projectionAxis(u, v, p);
  if (orient2d(u, v, p, axis) != orient2d(u, v, q, axis)) return false;
  return orient3d(u, v, p, q) == 0;
}

// c and d lie strictly beyond the line v–a, seen from b, in the projection along `axis`.
bool lineSeparates(const Vec3& v, const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, int axis) {
  const int inner = orient2d(v, a, b, axis);
  return inner != 0 && orient2d(v, a, c, axis) == -inner && orient2d(v, a, d, axis) == -inner;
}

// Triangles s and t whose corner 0 is common. If they share more, a common segment starts there and ends
// where it leaves one of them through the side opposite that corner.
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

std::vector<Box> boxesOf(const TriangleMesh& mesh, const std::vector<std::uint8_t>& usable) {
  std::vector<Box> boxes(mesh.triangleCount());
  for (std::size_t t = 0; t < boxes.size(); ++t)
    if (usable[t]) boxes[t] = mesh.bounds(t);
  return boxes;
}

void mark(std::vector<std::uint8_t>& flags, Index t) {
  std::atomic_ref(flags[static_cast<std::size_t>(t)]).store(1, std::memory_order_relaxed);
}

constexpr std::size_t grain = 1024;
constexpr std::int64_t mostPairs = 64 * grain;  // of the triangles that are taken together

struct Found {
  std::int64_t pairs = 0;
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
  const std::vector<Box> boxes = boxesOf(mesh, usable);
  const BoxTree tree(boxes);
  SelfIntersections result;
  result.involved.assign(mesh.triangleCount(), 0);
  std::vector<Found> found(mesh.triangleCount() / grain + 1);

  parallelChunks(mesh.triangleCount(), grain, context, [&](std::size_t begin, std::size_t end) {
    Found& own = found[begin / grain];
    for (std::size_t i = begin; i < end; ++i) {
      if (!usable[i]) continue;
      const auto s = static_cast<Index>(i);
      if (own.pairs >= mostPairs) mark(result.involved, s);
      if (own.pairs >= mostPairs) continue;
      tree.queryBox(boxes[i], [&](Index t) {
        if (t <= s || !meetBeyondSharedCorners(mesh, s, t)) return true;
        mark(result.involved, s);
        mark(result.involved, t);
        keepFirst(own, {s, t});
        return own.pairs < mostPairs;
      });
    }
  });

  for (const Found& chunk : found) {
    if (result.pairs == 0) result.first = chunk.first;
    result.pairs += chunk.pairs;
    result.all = result.all && chunk.pairs < mostPairs;
  }
  return result;
}

}  // namespace talus
