#pragma once

#include <cstdint>
#include <vector>

#include "geometry/check/shared_corners.h"
#include "geometry/exact/intersection.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// A mesh with what ApartInDouble knows of its points.
struct UnfoldedMesh {
  const TriangleMesh& mesh;
  std::vector<std::uint8_t> unfolded;  ///< see unfoldedPoints()
  double margin;                       ///< bounds the rounding of products with unit vectors

  /// @param usable the triangles that may be asked about.
  UnfoldedMesh(const TriangleMesh& mesh, const std::vector<std::uint8_t>& usable);
};

/// A test in double whether two triangles are disjoint except for common corners and edges; a positive result
/// is certain. It excludes neighbours in smooth surfaces, and separates narrow triangles whose boxes overlap:
/// side by side, or around a common point. Fastest if all pairs of one triangle follow each other. For one
/// thread at a time.
class ApartInDouble {
 public:
  explicit ApartInDouble(const UnfoldedMesh& known) : known_(known) {}

  bool operator()(Index s, Index t);

 private:
  // A triangle and its extent in its plane, perpendicular to its longest side.
  struct Slab {
    Vec3 axis;
    double low, high;  // along it

    bool isBeyond(const Corners& t) const;
  };

  // The first triangle of a pair.
  struct Asked {
    Index number = -1;
    std::array<Index, 3> points{};
    Corners corners;
    bool isUnfolded = false;  // all of its corners are
  };

  Asked asked(Index s) const;
  bool isUnfolded(Index point) const { return known_.unfolded[static_cast<std::size_t>(point)] != 0; }
  Corners cornersOf(Index t) const { return known_.mesh.corners(static_cast<std::size_t>(t)); }
  Slab slabOf(const Corners& corners) const;
  const Slab& slabOf(Index t, const Corners& corners);
  bool slabsSeparate(Index s, Index t);

  const UnfoldedMesh& known_;
  // The slabs of triangles that were asked about, each at its number modulo the size.
  struct KnownSlab {
    Index triangle = -1;
    Slab slab{};
  };
  std::vector<KnownSlab> slabs_ = std::vector<KnownSlab>(256);
  Asked last_;
};

}  // namespace talus
