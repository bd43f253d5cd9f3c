#include "arrangement/cut/triangle_contacts.h"

#include <algorithm>
#include <array>

#include "geometry/exact/predicates.h"

namespace talus {

namespace {

constexpr std::array<std::size_t, 3> following{1, 2, 0};

// A triangle with the side of each corner with respect to the plane of the other one.
struct PlacedTriangle {
  Index number;
  std::array<Index, 3> ids;
  std::array<Vec3, 3> corners;
  std::array<int, 3> sides{};

  PlacedTriangle(const TriangleMesh& mesh, Index t)
      : number(t),
        ids(mesh.triangle(static_cast<std::size_t>(t))),
        corners(mesh.corners(static_cast<std::size_t>(t))) {}

  void placeAgainst(const PlacedTriangle& other) {
    const auto& [a, b, c] = other.corners;
    for (std::size_t i = 0; i < 3; ++i) sides[i] = orient3d(a, b, c, corners[i]);
  }
  bool isInPlane() const { return sides[0] == 0 && sides[1] == 0 && sides[2] == 0; }
};

class ContactSearch {
 public:
  ContactSearch(const ExactGeometry& geometry, TriangleContacts& contacts)
      : geometry_(geometry), contacts_(contacts) {}

  void addOneWay(const PlacedTriangle& s, const PlacedTriangle& t) {
    for (std::size_t i = 0; i < 3; ++i) {
      if (s.sides[i] == 0) addCorner(s, i, t);
      if (s.sides[i] * s.sides[following[i]] < 0) addPiercing(s, i, t);
    }
  }

  void addCoplanar(const PlacedTriangle& s, const PlacedTriangle& t) {
    const int axis = projectionAxis(t.corners[0], t.corners[1], t.corners[2]);
    for (std::size_t i = 0; i < 3; ++i) {
      addCorner(s, i, t);
      addCorner(t, i, s);
      for (std::size_t k = 0; k < 3; ++k)
        if (cross(s, i, t, k, axis)) addEdges(s, i, t, k);
    }
    contacts_.coplanar = true;
    contacts_.overlap = !edgeSeparates(s, t, axis) && !edgeSeparates(t, s, axis);
  }

 private:
  void add(const PointOrigin& origin) {
    if (std::find(contacts_.points.begin(), contacts_.points.end(), origin) == contacts_.points.end())
      contacts_.points.push_back(origin);
  }

  void addCorner(const PlacedTriangle& s, std::size_t i, const PlacedTriangle& t) {
    const auto& [a, b, c] = t.corners;
    if (locateInPlane(s.corners[i], a, b, c) != OnTriangle::Outside) add(PointOrigin::corner(s.ids[i]));
  }

  void addEdges(const PlacedTriangle& s, std::size_t i, const PlacedTriangle& t, std::size_t k) {
    add(geometry_.crossing(s.ids[i], s.ids[following[i]], t.ids[k], t.ids[following[k]]));
  }

  // The point where edge i of s, whose ends lie on different sides of the plane of t, passes through t.
  void addPiercing(const PlacedTriangle& s, std::size_t i, const PlacedTriangle& t) {
    std::array<int, 3> turns{};
    for (std::size_t k = 0; k < 3; ++k)
      turns[k] = orient3d(s.corners[i], s.corners[following[i]], t.corners[k], t.corners[following[k]]);
    const auto [least, most] = std::minmax({turns[0], turns[1], turns[2]});
    if (least < 0 && most > 0) return;
    const auto touched = std::count(turns.begin(), turns.end(), 0);
    for (std::size_t k = 0; k < 3; ++k) {
      if (touched == 1 && turns[k] == 0) addEdges(s, i, t, k);
      if (touched == 2 && turns[k] == 0 && turns[following[k]] == 0)
        add(PointOrigin::corner(t.ids[following[k]]));
    }
    if (touched == 0) add(PointOrigin::onEdge(s.ids[i], s.ids[following[i]], t.number));
  }

  // Whether edge i of s and edge k of t cross in the interior of both.
  static bool cross(const PlacedTriangle& s, std::size_t i, const PlacedTriangle& t, std::size_t k,
                    int axis) {
    const Vec3 &p = s.corners[i], &q = s.corners[following[i]];
    const Vec3 &u = t.corners[k], &v = t.corners[following[k]];
    return orient2d(p, q, u, axis) * orient2d(p, q, v, axis) < 0 &&
           orient2d(u, v, p, axis) * orient2d(u, v, q, axis) < 0;
  }

  // Whether no point of t lies strictly on the inner side of an edge of s.
  static bool edgeSeparates(const PlacedTriangle& s, const PlacedTriangle& t, int axis) {
    const int inner = orient2d(s.corners[0], s.corners[1], s.corners[2], axis);
    for (std::size_t i = 0; i < 3; ++i) {
      const auto isOutside = [&](const Vec3& x) {
        return orient2d(s.corners[i], s.corners[following[i]], x, axis) != inner;
      };
      if (std::all_of(t.corners.begin(), t.corners.end(), isOutside)) return true;
    }
    return false;
  }

  const ExactGeometry& geometry_;
  TriangleContacts& contacts_;
};

}  // namespace

void findContacts(const ExactGeometry& geometry, Index s, Index t, TriangleContacts& contacts) {
  contacts.points.clear();
  contacts.coplanar = contacts.overlap = false;
  PlacedTriangle first(geometry.mesh(), s), second(geometry.mesh(), t);
  first.placeAgainst(second);
  second.placeAgainst(first);
  ContactSearch search(geometry, contacts);
  if (first.isInPlane()) return search.addCoplanar(first, second);
  search.addOneWay(first, second);
  search.addOneWay(second, first);
}

}  // namespace talus
