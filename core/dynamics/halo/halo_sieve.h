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
  /// @param closest of the pair, in its frame. @param reach in its unit.
  void find(const ConvexPair& pair, const SieveShape& a, const SieveShape& b, const ClosestFeatures& closest,
            double reach);

  /// Vertices by index, ascending.
  template <Of side>
  std::span<const Index> vertices() const {
    return {found<side>().vertices, found<side>().vertexCount};
  }
  /// For each of these vertices a near face of the other body; −1 if that body has very many faces.
  template <Of side>
  std::span<const Index> faces() const {
    return {found<side>().faces, found<side>().vertexCount};
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
    std::vector<Index> vertices, faces, edges;
    std::vector<float> lines;

    void makeRoom(const SieveShape& shape);
  };
  template <Of side>
  const FoundParts& found() const {
    return side == Of::A ? parts_[0].found : parts_[1].found;
  }
  void pairEdges(double far, double slack);

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
/// Whether two convex bodies are certainly farther apart than `reach` along a unit vector from A to B.
/// About 20 ns for bodies of 20 vertices; false for bodies of more than 256 vertices.
bool partedAlong(const Vec3& axis, const SievedBody& a, const SievedBody& b, double reach);

}  // namespace talus
