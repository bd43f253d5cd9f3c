#include "geometry/exact/intersection.h"

#include <algorithm>

#include "geometry/exact/predicates.h"

namespace talus {

namespace {

constexpr std::array<std::size_t, 3> next{1, 2, 0};

// Whether r lies in the projected box of p–q; for a point on the segment's line: whether it lies on the
// segment.
bool withinExtent(const Vec3& p, const Vec3& q, const Vec3& r, int axis) {
  for (const int k : {(axis + 1) % 3, (axis + 2) % 3})
    if (r[k] < std::min(p[k], q[k]) || r[k] > std::max(p[k], q[k])) return false;
  return true;
}

bool segmentMeetsCoplanarTriangle(const Vec3& p, const Vec3& q, const Corners& t) {
  if (locateInPlane(p, t[0], t[1], t[2]) != OnTriangle::Outside) return true;
  const int axis = projectionAxis(t[0], t[1], t[2]);
  for (std::size_t i = 0; i < 3; ++i)
    if (segmentsMeet(p, q, t[i], t[next[i]], axis)) return true;
  return false;
}

// For a segment whose ends lie strictly on different sides of the triangle's plane: its line crosses the
// triangle unless it sees two edges with opposite orientations.
bool transversalMeetsTriangle(const Vec3& p, const Vec3& q, const Corners& t) {
  bool left = false;
  bool right = false;
  for (std::size_t i = 0; i < 3; ++i) {
    const int side = orient3d(p, q, t[i], t[next[i]]);
    left = left || side > 0;
    right = right || side < 0;
    if (left && right) return false;
  }
  return true;
}

// Whether all corners of s lie strictly on one side of the plane of t.
bool separatedByPlaneOf(const Corners& t, const Corners& s) {
  const int side = orient3d(t[0], t[1], t[2], s[0]);
  return side != 0 && side == orient3d(t[0], t[1], t[2], s[1]) && side == orient3d(t[0], t[1], t[2], s[2]);
}

// Whether s lies strictly beyond an edge of t in the projection along `axis`.
bool separatedByEdgeOf(const Corners& t, const Corners& s, int axis) {
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3& u = t[i];
    const Vec3& v = t[next[i]];
    const int inner = orient2d(u, v, t[next[next[i]]], axis);
    if (inner != 0 && orient2d(u, v, s[0], axis) == -inner && orient2d(u, v, s[1], axis) == -inner &&
        orient2d(u, v, s[2], axis) == -inner)
      return true;
  }
  return false;
}

// As segmentMeetsTriangle(), for ends on the given sides of the triangle's plane.
bool meetsFromSides(const Vec3& p, const Vec3& q, int sideP, int sideQ, const Corners& t) {
  if (sideP == 0 && sideQ == 0) return segmentMeetsCoplanarTriangle(p, q, t);
  if (sideP == sideQ) return false;
  if (sideP == 0) return locateInPlane(p, t[0], t[1], t[2]) != OnTriangle::Outside;
  if (sideQ == 0) return locateInPlane(q, t[0], t[1], t[2]) != OnTriangle::Outside;
  return transversalMeetsTriangle(p, q, t);
}

bool any(const std::array<bool, 3>& edges) {
  return edges[0] || edges[1] || edges[2];
}

}  // namespace

bool segmentsMeet(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s, int axis) {
  const int pqr = orient2d(p, q, r, axis);
  const int pqs = orient2d(p, q, s, axis);
  const int rsp = orient2d(r, s, p, axis);
  const int rsq = orient2d(r, s, q, axis);
  if (pqr * pqs < 0 && rsp * rsq < 0) return true;
  return (pqr == 0 && withinExtent(p, q, r, axis)) || (pqs == 0 && withinExtent(p, q, s, axis)) ||
         (rsp == 0 && withinExtent(r, s, p, axis)) || (rsq == 0 && withinExtent(r, s, q, axis));
}

bool segmentMeetsTriangle(const Vec3& p, const Vec3& q, const Corners& t) {
  return meetsFromSides(p, q, orient3d(t[0], t[1], t[2], p), orient3d(t[0], t[1], t[2], q), t);
}

std::array<bool, 3> edgesMeetTriangle(const Corners& s, const Corners& t) {
  std::array<int, 3> side{};
  for (std::size_t i = 0; i < 3; ++i) side[i] = orient3d(t[0], t[1], t[2], s[i]);
  std::array<bool, 3> meets{};
  for (std::size_t i = 0; i < 3; ++i) meets[i] = meetsFromSides(s[i], s[next[i]], side[i], side[next[i]], t);
  return meets;
}

// If two triangles intersect, an edge of one intersects the other, since the intersection of two convex sets
// ends on a boundary. The separation tests only save time; the test in the projection also decides coplanar
// pairs.
bool trianglesMeet(const Corners& s, const Corners& t) {
  const int axis = projectionAxis(t[0], t[1], t[2]);
  if (separatedByEdgeOf(t, s, axis) || separatedByEdgeOf(s, t, axis)) return false;
  if (separatedByPlaneOf(t, s) || separatedByPlaneOf(s, t)) return false;
  return any(edgesMeetTriangle(s, t)) || any(edgesMeetTriangle(t, s));
}

bool movedSegmentPierces(const Vec3& p, const Vec3& q, const Corners& t) {
  const int side = orient3dPerturbed(t[0], t[1], t[2], p);
  if (side == 0 || orient3dPerturbed(t[0], t[1], t[2], q) != -side) return false;
  const int turn = orient3dEdgePerturbed(p, q, t[0], t[1]);
  return turn != 0 && orient3dEdgePerturbed(p, q, t[1], t[2]) == turn &&
         orient3dEdgePerturbed(p, q, t[2], t[0]) == turn;
}

}  // namespace talus
