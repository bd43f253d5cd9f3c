#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "geometry/mesh/triangle_mesh.h"

namespace talus {

enum class FeatureKind : std::int32_t { Vertex, Edge, Face };

/// A vertex, edge or face of a convex body.
struct Feature {
  FeatureKind kind = FeatureKind::Vertex;
  Index index = 0;
  bool operator==(const Feature&) const = default;
};

/// A convex polyhedron with faces, edges and vertices, their adjacency, and the planes that bound their
/// Voronoi regions. Built once per shape, immutable, used from any number of threads.
///
/// A surface that is exactly convex is used unchanged. A surface with rounded coordinates, which is convex
/// only to within the flatness, is replaced by its convex hull, which is then treated as exact.
///
/// Coplanar triangles form one face. Vertices are numbered by their coordinates (x, then y, then z), edges
/// by their two vertices, faces by their loops: indices and all derived values depend only on the surface,
/// not on its triangulation, order or orientation.
///
/// Coordinates are relative to centre(), the centre of the surface's box, so that a body far from its origin
/// keeps its accuracy. Memory: about 600 bytes per vertex.
class ConvexBody {
 public:
  /// Tolerance of convexity and of the flatness of faces, as a fraction of the box's diagonal: 0 … 1e-3.
  /// The default allows for the rounding of a body rotated in double; STL files in single precision need
  /// 1e-6 (roundingFlatness). The surface lies within twice that of the hull; distances have the same
  /// error.
  static constexpr double defaultFlatness = 1e-12;

  /// An edge at one of its vertices. The vertex's Voronoi region consists of the points x with (x − vertex) ·
  /// direction ≤ 0 for all of its edges.
  struct Spoke {
    Vec3 direction = Vec3::Zero();  ///< unit, away from the vertex
    Index edge = -1;
    Index vertex = -1;  ///< the other end
  };
  /// The edge's Voronoi region lies between its ends, and on the outer side of both planes with the normals
  /// `inward`.
  struct Edge {
    Vec3 tail = Vec3::Zero();
    Vec3 direction = Vec3::Zero();                           ///< unit, tail to head
    std::array<Vec3, 2> inward{Vec3::Zero(), Vec3::Zero()};  ///< unit, into the left and the right face
    double length = 0;
    std::array<Index, 2> vertex{-1, -1};  ///< tail and head; the smaller number is the tail
    std::array<Index, 2> face{-1, -1};    ///< left and right, seen from outside along the direction
  };
  /// A side of a face's loop. The face's Voronoi region lies inside of all its sides: outward · x ≤ offset.
  struct Side {
    Vec3 outward = Vec3::Zero();  ///< unit, in the face's plane
    double offset = 0;
    Index edge = -1;
    Index vertex = -1;  ///< start of the side, counter-clockwise
  };
  struct Face {
    Vec3 normal = Vec3::Zero();  ///< unit, outward
    double offset = 0;           ///< maximum of normal · x over its vertices
    Index first = 0;             ///< first of its sides
    Index count = 0;
  };

  /// @param mesh a closed surface; duplicate points are merged. A surface that faces inwards is inverted.
  /// @param name its name in messages.
  /// @throws Error if the surface is unusable, open, non-manifold or not convex, or flatness is out of range.
  /// O(n log n); a surface that is convex only to within rounding takes a run of Qhull, 8 µs per point.
  ConvexBody(const TriangleMesh& mesh, const std::string& name, double flatness = defaultFlatness);

  std::span<const Vec3> vertices() const { return vertices_; }
  std::span<const Edge> edges() const { return edges_; }
  std::span<const Face> faces() const { return faces_; }

  const Vec3& vertex(Index v) const { return vertices_[static_cast<std::size_t>(v)]; }
  const Edge& edge(Index e) const { return edges_[static_cast<std::size_t>(e)]; }
  const Face& face(Index f) const { return faces_[static_cast<std::size_t>(f)]; }
  std::span<const Spoke> spokes(Index v) const {
    const auto first = firstSpoke_[static_cast<std::size_t>(v)];
    return std::span(spokes_).subspan(first, firstSpoke_[static_cast<std::size_t>(v) + 1] - first);
  }
  std::span<const Side> sides(Index f) const {
    const Face& face = faces_[static_cast<std::size_t>(f)];
    return std::span(sides_).subspan(static_cast<std::size_t>(face.first),
                                     static_cast<std::size_t>(face.count));
  }

  /// The origin of the coordinates in the frame of the mesh.
  const Vec3& centre() const { return centre_; }
  /// The largest distance of a vertex from centre().
  double radius() const { return radius_; }
  /// The body contains the ball of this radius about centre(); negative if centre() lies outside.
  double innerRadius() const { return innerRadius_; }
  /// The first triangle of the mesh on a face; −1 if all triangles there are assigned to other faces.
  Index triangle(Index face) const { return triangles_[static_cast<std::size_t>(face)]; }

  /// A support point: a vertex that is farthest in a direction, found by hill climbing from `start`.
  /// O(√vertices) steps, few if `start` is near.
  Index support(const Vec3& direction, Index start) const;
  /// The feature of highest dimension whose points are all farthest in a unit direction, within the angle
  /// `tolerance`; `at` is a vertex that is farthest.
  Feature supportFeature(const Vec3& direction, Index at, double tolerance) const;
  bool has(const Feature& feature) const;

 private:
  struct Polygons;

  void numberVertices(const TriangleMesh& mesh, std::vector<std::vector<Index>>& loops);
  void addFaces(const std::vector<std::vector<Index>>& loops);
  void addEdges();
  void addSpokes();
  void makePlane(Face& face);

  Vec3 centre_ = Vec3::Zero();
  double radius_ = 0;
  double innerRadius_ = 0;
  std::vector<Vec3> vertices_;
  std::vector<Edge> edges_;
  std::vector<Face> faces_;
  std::vector<Side> sides_;
  std::vector<Spoke> spokes_;
  std::vector<std::size_t> firstSpoke_;
  std::vector<Index> triangles_;
};

}  // namespace talus
