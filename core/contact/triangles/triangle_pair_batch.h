#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "contact/triangles/affine_map.h"
#include "contact/triangles/triangle_pair.h"

namespace talus {

/// Up to `capacity` pairs of triangles as a structure of arrays, in a frame in which coordinates are about
/// 1 at most: float resolves 1e-7 of the distance from the frame's origin. Plain data.
template <class T>
struct PairBatch {
  static constexpr std::size_t capacity = 128;
  /// From one row to the next: not a power of two, which would put all rows into the same few cache sets.
  static constexpr std::size_t stride = capacity + 16;

  /// x y z of corner a, b, c of triangle A, then of triangle B.
  alignas(64) T corner[18][stride];
  /// The pair is a contact if its distance is no more than this.
  alignas(64) T reach[capacity];
  std::size_t size = 0;

  void set(std::size_t i, const Corners& a, const Corners& b) { set(i, a, 0, b, 0); }
  /// With corner `turnA` of A and `turnB` of B first.
  void set(std::size_t i, const Corners& a, std::size_t turnA, const Corners& b, std::size_t turnB) {
    static constexpr std::size_t after[5] = {0, 1, 2, 0, 1};
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t c = 0; c < 3; ++c) {
        corner[3 * k + c][i] = static_cast<T>(a[after[turnA + k]].data()[c]);
        corner[9 + 3 * k + c][i] = static_cast<T>(b[after[turnB + k]].data()[c]);
      }
  }
  /// Repeats the last pair up to a multiple of the widest SIMD unit's lanes. The kernels read whole lanes:
  /// call it once a batch of at least one pair is complete.
  void pad() {
    const std::size_t end = (size + 15) / 16 * 16;
    for (std::size_t i = size; i < end; ++i) {
      for (auto& c : corner) c[i] = c[size - 1];
      reach[i] = reach[size - 1];
    }
  }
};

/// Moves the triangles A of a complete batch.
void placeFirst(const AffineMap<float>& map, PairBatch<float>& batch);
void placeFirst(const AffineMap<double>& map, PairBatch<double>& batch);

/// Which lower bounds are tried.
enum class PairBounds {
  Centroids,            ///< along the axis through the centroids
  CentroidsAndNormals,  ///< and along both triangles' normals
};

/// One bit a pair, the lowest of byte 0 first.
using PairBits = std::array<std::uint8_t, PairBatch<float>::capacity / 8>;

/// Clears bit i if a lower bound proves that the distance of pair i exceeds its reach; otherwise sets it.
///
/// For any direction u, min_B u·b − max_A u·a ≤ |u| · distance. Rounding moves a bound by less than 1e-6
/// times the coordinates' magnitude, which the reach must include. About 0.7 and 1.9 ns per pair (16 lanes).
void boundPairs(const PairBatch<float>& batch, PairBounds bounds, PairBits& open);

/// Numbers of the distances in a comparison: 3 i + j for edge i of A and edge j of B, 9 + k for corner k of B
/// above the face of A, 12 + k for corner k of A above the face of B, or:
constexpr float edgePiercesFace = 15;

/// Results of the comparison in float for each pair.
struct PairEstimates {
  alignas(64) float squared[128];  ///< distance², 0 if an edge pierces a face
  alignas(64) float nearest[128];  ///< the number of the smallest distance, as above
};

/// Compares 9 pairs of edges, 6 pairs of a corner and a face, and 6 pairs of an edge and a face for piercing.
/// Errors of the distances are below 1e-6 times the coordinates' magnitude. About 13 ns per pair (16 lanes).
void comparePairs(const PairBatch<float>& batch, PairEstimates& result);

/// Results of the comparison in double for each pair.
struct PairDistances {
  static constexpr std::size_t capacity = PairBatch<double>::capacity;

  alignas(64) double squared[capacity];    ///< distance²
  alignas(64) double pointA[3][capacity];  ///< the nearest points, x y z
  alignas(64) double pointB[3][capacity];
  alignas(64) double featureA[capacity];  ///< as numbers of TriangleFeature
  alignas(64) double featureB[capacity];
  /// 1 if an edge pierces a face, up to rounding. The distance ignores piercing: it is that of the boundaries
  /// and of corners from faces.
  alignas(64) double pierced[capacity];
};

/// The same in double, with nearest points: errors are below 1e-14 times the coordinates' magnitude. About 35
/// ns per pair (8 lanes).
void comparePairs(const PairBatch<double>& batch, PairDistances& result);

/// Pair i of the result: gap, points and features, in the batch's frame; decides exactly whether the two
/// triangles, as stored in the batch, share a point.
TrianglePairDistance resolvePair(const PairBatch<double>& batch, const PairDistances& distances,
                                 std::size_t i);

/// The kind of the smallest distance of a pair, if it is known. In the batch, the corners of the triangles
/// are permuted so that it is the distance of their first edges, or of a first corner and a face.
enum class NearestKind { Edges, CornerOfB, CornerOfA };

/// Computes only that distance; features refer to the permuted corners. `pierced` is 0 only if the points lie
/// on their triangles and both triangles' extents along the line between the points prove that the distance
/// is the smallest to 1e-13 of the frame's unit; otherwise comparePairs() must be called. About 5 ns per
/// pair.
void refinePairs(const PairBatch<double>& batch, NearestKind kind, PairDistances& result);

/// From the batch's frame into the world.
struct WorldMap {
  AffineMap<double> map{};
  AffineMap<double> rotation{};  ///< without scale and shift
  double unit = 1;               ///< scale of lengths
};

/// Nearest points in the world.
struct WorldPoints {
  alignas(64) double gap[128];
  alignas(64) double pointA[3][128];
  alignas(64) double pointB[3][128];
  alignas(64) double normal[3][128];  ///< unit, from A to B; zero where the points coincide
};

void toWorld(const WorldMap& to, const PairDistances& distances, std::size_t size, WorldPoints& points);

}  // namespace talus
