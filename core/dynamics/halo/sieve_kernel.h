#pragma once

#include <cstddef>

#include "base/types.h"
#include "dynamics/halo/sieve_shape.h"

namespace talus {

/// x ↦ linear · x + shift, in single precision.
struct FloatMap {
  float linear[3][3];
  float shift[3];
};

struct FloatBox {
  float low[3], high[3];
};

/// The query for the near parts of a body.
struct PartsQuery {
  const SieveShape* shape;
  const SieveShape* other;
  float towards[3], limit;  ///< where towards · x ≥ limit, in its own frame
  FloatMap toOther;         ///< into the other body's frame
  float half[3];            ///< vertices only where there all |xₖ| ≤ half[k]
  bool askFaces;            ///< and
  float near;               ///< no farther from the plane of any face,
  float slack;              ///< to which rounding does so much
  bool placeEdges;          ///< edges' boxes are in the other body's frame
  float margin;             ///< by which they are grown
  FloatBox wanted;          ///< what they have to overlap
};

/// What was found of a body, in the order of numbers. Arrays have room for all and SieveShape::lanes more.
struct FoundParts {
  Index* vertices;
  /// For each vertex the first of the other's faces that is highest beneath it; −1: not looked for.
  Index* faces;
  std::size_t vertexCount;
  Index* edges;
  std::size_t edgeCount;
  float* box[6];    ///< of edges' parts: least x, y, z, greatest x, y, z
  FloatBox bounds;  ///< of these, of A; inside out without any
};

/// How far a body reaches in a direction: the greatest direction · x of its vertices.
float reachAlong(const SieveShape& shape, const float (&direction)[3]);

/// Vertices, and edges whose part in the half-space has a wanted box.
void findParts(const PartsQuery& query, FoundParts& parts);

/// For each edge of B the edges of A whose boxes overlap with its own.
/// @param edges of A, one after the other; room for the product of both numbers and SieveShape::lanes more.
/// @param ends where those of each edge of B end.
void findEdgePairs(const FoundParts& a, const FoundParts& b, Index* edges, std::size_t* ends);

}  // namespace talus
