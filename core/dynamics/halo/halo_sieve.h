#pragma once

#include <span>
#include <vector>

#include "contact/convex/closest_features.h"
#include "dynamics/halo/sieve_kernel.h"

namespace talus {

/// Candidates for interaction of two convex bodies under HaloArea: vertices of each that may be within
/// reach of the other, and pairs of edges that may be within reach. Found in single precision by SIMD, with
/// margins above its rounding: excluded features are farther than the reach, candidates must be computed.
/// So results do not depend on the width of vectors. Keeps its buffers: use one object per thread.
///
/// About 0.1 µs for bodies of 20 vertices; O(vertices + pairs of edges near the other body).
class HaloSieve {
 public:
  /// How far B may move, seen from A, before it is asked again.
  struct Allowance {
    double way = 0;   ///< of each of its points
    double turn = 0;  ///< of its directions: the difference of unit vectors, below 1
  };
  /// @param closest of the pair, in its frame. @param reach in its unit.
  void find(const ConvexPair& pair, const SieveShape& a, const SieveShape& b, const ClosestFeatures& closest,
            double reach, const Allowance& motion);
  void find(const ConvexPair& pair, const SieveShape& a, const SieveShape& b, const ClosestFeatures& closest,
            double reach) {
    find(pair, a, b, closest, reach, {});
  }

  /// Vertices by index, ascending.
  template <Of side>
  std::span<const Index> vertices() const {
    return {found<side>().vertices, found<side>().vertexCount};
  }
  /// Edges of B near edges of A, ascending, and for each of them those of A.
  std::span<const Index> edgesOfB() const { return {parts_[1].found.edges, parts_[1].found.edgeCount}; }
  std::span<const Index> edgesOfA(std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
    return std::span(pairs_).subspan(begin, ends_[i] - begin);
  }

 private:
  struct Parts {
    FoundParts found;
    std::vector<Index> vertices, edges;
    std::vector<float> lines;

    void makeRoom(const SieveShape& shape);
  };
  template <Of side>
  const FoundParts& found() const {
    return side == Of::A ? parts_[0].found : parts_[1].found;
  }
  void pairEdges(double far, double slack, const Allowance& motion);

  Parts parts_[2];
  std::vector<Index> pairs_;
  std::vector<std::size_t> ends_;
};

/// A convex body for partedAlong().
struct SievedBody {
  const ConvexBody* body = nullptr;
  const SieveShape* sieve = nullptr;
  const Pose* pose = nullptr;
};
/// A lower bound of the distance of two convex bodies along a unit vector.
struct AxisGap {
  double least = 0;
  double error = 0;  ///< by how much the bound may differ from the true distance is twice this
};
/// @param axis from A to B. About 20 ns for bodies of 20 vertices; −∞ for bodies of more than 256 vertices.
AxisGap gapAlong(const Vec3& axis, const SievedBody& a, const SievedBody& b);

/// A face of a body from which to search the one that is nearest to a point: one over whose plane the point
/// is highest, to within rounding in single precision. Faces of bodies of more than 256 are not searched.
struct FaceBelow {
  Index face = -1;      ///< −1: not searched
  bool beyond = false;  ///< the point is farther away than the reach
};
/// @param x in the frame of the body's centre. @param size bound of the coordinates, for rounding.
FaceBelow faceBelow(const SieveShape& body, const Vec3& x, double reach, double size);

}  // namespace talus
