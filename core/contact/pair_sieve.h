#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "contact/contact_shape.h"
#include "contact/relative_placement.h"
#include "contact/triangle_pair.h"
#include "contact/triangle_pair_batch.h"

namespace talus {

/// Two triangles of two bodies that are near each other, in the world.
struct TriangleContact {
  Index triangleA = -1;
  Index triangleB = -1;
  TriangleFeature featureA = TriangleFeature::Face;  ///< holds pointA within
  TriangleFeature featureB = TriangleFeature::Face;
  bool intersecting = false;  ///< the triangles share a point
  double gap = 0;             ///< distance of the two triangles, ≥ 0
  /// Unit, from A to B. Where the triangles share a point: the difference of their outward normals.
  Vec3 normal = Vec3::Zero();
  Vec3 pointA = Vec3::Zero();  ///< nearest points
  Vec3 pointB = Vec3::Zero();
};

/// Two placed shapes and how near is near.
struct PairFrame {
  const ContactShape* a = nullptr;
  const ContactShape* b = nullptr;
  RelativePlacement aToB;     ///< from tree A into tree B
  RelativePlacement toWorld;  ///< from tree B
  Eigen::Matrix3d rotation;   ///< of toWorld
  double reach = 0;           ///< in the world: a pair is a contact if its distance is no more
  double margin = 0;          ///< in tree B's unit: more than rounding to float can move a distance

  double reachInB() const { return reach / toWorld.ratio; }
};

/// What becomes of the contacts that are found.
enum class Wanted {
  All,      ///< every one is kept
  Any,      ///< one is enough
  Nearest,  ///< only the nearest; the frame's reach shrinks to it
};

/// How fine pairs are judged.
struct SieveRule {
  TrianglePairMethod method = TrianglePairMethod::Certified;
  double iterationTolerance = 1;  ///< the paper's C
};

/// Takes pairs of fine triangles and finds out which are contacts: in float, then, where float does not
/// exclude them, in double. Keeps its buffers.
class PairSieve {
 public:
  /// Forgets everything. The frame must stay; contacts are appended.
  void begin(PairFrame& frame, Wanted wanted, const SieveRule& rule, std::vector<TriangleContact>& contacts);
  void push(Index triangleA, Index triangleB);
  /// Judges what still waits.
  void flush();
  /// Whether no more pairs need be pushed.
  bool done() const { return done_; }

  std::int64_t iterations() const { return iterations_; }
  std::int64_t fallbacks() const { return fallbacks_; }

 private:
  struct Ids {
    std::array<Index, PairBatch<float>::capacity> a, b;
  };

  void judgeInFloat();
  bool staysAfterIteration(std::size_t i, double halfSquaredReach, double tolerance);
  void pushDouble(Index triangleA, Index triangleB);
  void judgeInDouble();
  void keep(Index triangleA, Index triangleB, const TrianglePairDistance& distance);
  Vec3 normalOf(Index triangleA, Index triangleB, const TrianglePairDistance& distance) const;

  PairFrame* frame_ = nullptr;
  std::vector<TriangleContact>* contacts_ = nullptr;
  Wanted wanted_ = Wanted::All;
  SieveRule rule_;
  bool done_ = false;
  std::int64_t iterations_ = 0;
  std::int64_t fallbacks_ = 0;
  AffineMap<float> mapFloat_{};
  AffineMap<double> mapDouble_{};
  Ids floatIds_, doubleIds_;
  PairBatch<float> floats_;
  PairBatch<double> doubles_;
  std::array<float, PairBatch<float>::capacity> squared_;
  PairIterates iterates_;
  PairDistances distances_;
};

}  // namespace talus
