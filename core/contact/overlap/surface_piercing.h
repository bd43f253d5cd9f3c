#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/pose.h"
#include "contact/overlap/surface_cells.h"

namespace talus {

/// A point where an edge of one surface passes through a triangle of the other.
struct Piercing {
  Index edge = 0;        ///< index in SurfaceCells::edges() of the surface that has the edge
  Index triangle = 0;    ///< of the other surface
  bool first = true;     ///< whether the edge belongs to the first surface
  bool entering = true;  ///< whether the edge, from → to, enters the other body
  double at = 0;         ///< position on the edge: 0 at `from`, 1 at `to`
  Vec3 point = Vec3::Zero();
};

/// A triangle of the first surface and one of the second.
using TrianglePair = std::pair<Index, Index>;

/// The work of a search for piercings, both surfaces together.
struct PiercingWork {
  std::int64_t zoneTriangles = 0;  ///< in occupied cells of the zones that touch the other's occupied cells
  std::int64_t edges = 0;          ///< of these triangles, traced through the other surface's cells
  std::int64_t facets = 0;         ///< found in those cells, each once for each edge
  std::int64_t tests = 0;          ///< exact tests of an edge against a facet, if their boxes overlap
};

/// Two posed surfaces in the frame of the second.
///
/// All signs are exact for the rounded coordinates in that frame, with the first surface moved by an
/// infinitesimal (ε, ε², ε³) (simulation of simplicity, Edelsbrunner and Mücke 1990). So no edge touches an
/// edge or a vertex, nothing is coplanar, two triangles intersect in a segment or not at all, and coincident
/// faces either overlap or do not.
class SurfacePair {
 public:
  /// Both surfaces must outlive this object. Scales are > 0.
  SurfacePair(const SurfaceCells& first, const Pose& firstPose, const SurfaceCells& second,
              const Pose& secondPose);

  const SurfaceCells& surface(bool first) const { return first ? first_ : second_; }
  /// A point of a surface, in the frame of the second.
  Vec3 point(bool first, Index number) const;
  std::array<Vec3, 3> corners(bool first, Index triangle) const;

  /// All piercings, first those of the first surface's edges, in the order of edges and triangles.
  /// O(triangles in the zone where the boxes overlap + cells along their edges).
  /// @param work the numbers are added to it.
  std::vector<Piercing> piercings(PiercingWork& work) const;
  /// The same piercings from pairs of triangles among which are all that intersect. O(pairs · log pairs).
  std::vector<Piercing> piercings(std::span<const TrianglePair> near, PiercingWork& work) const;

  /// Whether a point of one surface lies inside the other body. O(cells along an axis).
  bool isInside(bool first, Index number) const;

  /// Whether a point of a shell of one surface, one for each, lies inside the other body.
  bool hasShellInside(bool first) const;

  /// The overlap of both bodies' boxes, in the frame of the second; may be empty.
  const Box& zone() const { return zone_; }
  /// The first body's unit, in that of the second.
  double scaleOfFirst() const { return relative_.scale; }
  /// Bound of the rounding error of a coordinate in that frame: 4 to 12 roundings of the greatest coordinate
  /// of the surfaces in their own frames, and in this one.
  double coordinateError() const { return rounding_ / 16; }

 private:
  struct Segment {
    Vec3 from, to;  // in the frame of the second
    Box box() const { return {from.cwiseMin(to), from.cwiseMax(to)}; }
  };
  struct TracedEdge {
    Index number;
    Segment segment;
  };
  struct PlacedTriangle {
    Index number;
    const std::array<Vec3, 3>& corners;
    Box box;
  };

  void pierce(bool first, std::vector<Piercing>& found, PiercingWork& work) const;
  void pierceNear(bool first, const PlacedTriangle& own, const PlacedTriangle& other,
                  std::vector<Piercing>& found, PiercingWork& work) const;
  void pierce(bool first, const TracedEdge& edge, std::span<const Index> near, std::vector<Piercing>& found,
              PiercingWork& work) const;
  void pierce(bool first, const TracedEdge& edge, const PlacedTriangle& triangle,
              std::vector<Piercing>& found, PiercingWork& work) const;
  Segment segment(bool first, Index edge) const;
  std::vector<Index> edgesInZone(bool first, PiercingWork& work) const;
  void trianglesAlong(bool first, const Segment& segment, std::vector<Index>& found) const;
  int sideOf(bool triangleOfFirst, const std::array<Vec3, 3>& triangle, const Vec3& p) const;
  bool crosses(bool triangleOfFirst, const std::array<Vec3, 3>& triangle, const Segment& segment) const;

  const SurfaceCells& first_;
  const SurfaceCells& second_;
  Pose relative_;  // of the first in the frame of the second
  Box zone_;
  double rounding_ = 0;  // generous bound of the rounding errors of coordinates
  double slack_ = 0;     // rounding margin of segments in the frame of the first
};

}  // namespace talus
