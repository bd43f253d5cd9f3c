#pragma once

#include <array>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "geometry/mesh/edge_table.h"
#include "geometry/mesh/triangle_mesh.h"
#include "geometry/mesh/union_find.h"

namespace talus {

/// The parts of a closed, oriented surface that touch each other in points and along edges: at each such
/// point the triangles of a part are one fan. Along an edge of more than two triangles those bound one part
/// that enclose the same wedge, of the inside or of the outside.
class TouchingFans {
 public:
  /// Two points of an edge, the smaller number first.
  using Edge = std::array<Index, 2>;
  /// Whether parts are bodies, which touch in the outside, or hollows.
  enum class Parts { Bodies, Hollows };
  /// The fan of a point that stays where it is, by the angle that its triangles have there.
  enum class Stays { Greatest, Least };

  /// @param mesh outlives this. @param other an edge at which the parts are of the other kind.
  TouchingFans(const TriangleMesh& mesh, Parts parts, const std::optional<Edge>& other = {});

  /// The points that several parts have: those that edges of the parts connect are one place.
  std::vector<std::vector<Index>> places() const;

  /// The surface with corners for each part at the points of some places. @param distance by which corners
  /// recede towards the middle of their triangles.
  TriangleMesh separated(std::span<const std::vector<Index>> places, double distance, Stays which) const;

 private:
  struct Fan {
    std::vector<std::size_t> corners;  // 3 · triangle + corner
    double angle = 0;
    Vec3 ahead = Vec3::Zero();  // sum of the directions into the triangles, weighted by angles
  };

  void separate(Index point, const std::vector<Fan>& fans, double distance, Stays which,
                TriangleMesh& apart) const;
  void join(Index low, std::span<const EdgeUse> uses);
  void join(const EdgeUse& one, const EdgeUse& other);
  void collectFans();
  void addCorner(Fan& fan, std::size_t t, std::size_t k) const;

  const TriangleMesh& mesh_;
  Parts parts_;
  std::optional<Edge> other_;
  UnionFind joined_;         // of corners of triangles, by part
  std::vector<Edge> edges_;  // of more than two triangles
  std::map<Index, std::vector<Fan>> fans_;
};

/// The edges of more than two triangles.
std::vector<TouchingFans::Edge> touchingEdges(const TriangleMesh& mesh);

}  // namespace talus
