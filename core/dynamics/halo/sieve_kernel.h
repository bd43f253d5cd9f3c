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
  float towards[3], limit;  ///< half-space towards · x ≥ limit, in the body's own frame
  FloatMap toOther;         ///< into the other body's frame
  float half[3];            ///< of a box there; vertices must have all |xₖ| ≤ half[k]
  bool askFaces;            ///< vertices must also be
  float near;               ///< at most this high above the plane of any face
  bool placeEdges;          ///< place edges in the other body's frame
  float scale;              ///< of lengths in the other body's frame
  float margin;             ///< by which boxes of edges are grown
  FloatBox wanted;          ///< box that they must overlap
};

/// Edges, coordinate by coordinate.
struct FoundEdges {
  float *tail[3], *direction[3], *length;
};

/// The parts of a body that were found, by index. Arrays have room for all and SieveShape::lanes more.
struct FoundParts {
  Index* vertices;
  std::size_t vertexCount;
  Index* edges;
  std::size_t edgeCount;
  FoundEdges edge;
  FloatBox bounds;  ///< box of the edges' parts, of A only; inverted if there are none
};

/// The support value of a body in a direction: the maximum of direction · x over its vertices.
float reachAlong(const SieveShape& shape, const float (&direction)[3]);

/// Up to which height a face is searched below a point, and the bound of the rounding of heights.
struct HeightLimit {
  float near, slack;
};
constexpr Index beyondReach = -2;
/// The first face over whose plane the height of a point is greatest, within the slack; beyondReach: that
/// height is above the limit.
Index highestFace(const SieveShape& shape, const float (&point)[3], const HeightLimit& limit);

/// Finds vertices, and edges whose part in the half-space has a wanted box.
void findParts(const PartsQuery& query, FoundParts& parts);

/// When two edges may interact.
struct EdgeReach {
  float far;          ///< maximum distance between their lines
  float leastSquare;  ///< of the sine of their angle
  float slack;        ///< bound of the change of triple products of lengths and unit vectors …
  float slackOfEnds;  ///< … that tell where lines are nearest along an edge, …
  float turn;         ///< … and by how much they may be greater per sum of both lengths: five times at ends
};

/// Finds for each edge of B the edges of A that may interact with it. Both must be in one frame.
/// @param edges of A, consecutive; room for the product of both edge counts and SieveShape::lanes more.
/// @param ends for each edge of B the end of its range in `edges`.
void findEdgePairs(const FoundParts& a, const FoundParts& b, const EdgeReach& reach, Index* edges,
                   std::size_t* ends);

}  // namespace talus
