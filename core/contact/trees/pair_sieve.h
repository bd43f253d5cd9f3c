#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "contact/trees/contact_shape.h"
#include "contact/trees/pair_packing.h"
#include "contact/trees/relative_placement.h"
#include "contact/trees/triangle_method.h"
#include "contact/triangles/triangle_pair.h"
#include "contact/triangles/triangle_pair_batch.h"

namespace talus {

/// Two triangles of two bodies that are near each other, in the world.
struct TriangleContact {
  TriangleContact() {}  // no default: emplace_back() would set all to zero before

  Index triangleA = -1;
  Index triangleB = -1;
  TriangleFeature featureA = TriangleFeature::Face;  ///< has pointA in its interior
  TriangleFeature featureB = TriangleFeature::Face;
  bool intersecting = false;  ///< the triangles share a point
  double gap = 0;             ///< distance of the two triangles, ≥ 0
  /// Unit, from A to B. If the triangles share a point: the direction of the difference of their outward
  /// normals.
  Vec3 normal = Vec3::Zero();
  Vec3 pointA = Vec3::Zero();  ///< nearest points
  Vec3 pointB = Vec3::Zero();
};

/// Two placed shapes and the search distance.
struct PairFrame {
  const ContactShape* a = nullptr;
  const ContactShape* b = nullptr;
  RelativePlacement aToB;     ///< from tree A into tree B
  RelativePlacement toWorld;  ///< from tree B
  Eigen::Matrix3d rotation;   ///< of toWorld
  double reach = 0;           ///< in the world: a pair is a contact if its distance is at most this
  double margin = 0;          ///< in tree B's unit: bound of the error of distances in float

  double reachInB() const { return reach / toWorld.ratio; }
};

/// Which of the contacts found are kept.
enum class Wanted {
  All,         ///< all contacts
  Any,         ///< the first one, which ends the search
  Nearest,     ///< only the nearest; the frame's reach shrinks to its gap
  Candidates,  ///< all pairs that float does not exclude: their triangles, and a lower bound as the gap
};

/// The method that decides fine pairs.
struct SieveRule {
  TrianglePairMethod method = TrianglePairMethod::Certified;
  double iterationTolerance = 1;  ///< C in the paper
};

/// Finds which pairs of fine triangles are contacts: float excludes most pairs, the others are decided in
/// double. Keeps its buffers.
class PairSieve {
 public:
  /// Starts a search. The frame must outlive it; contacts are appended.
  void begin(PairFrame& frame, Wanted wanted, const SieveRule& rule, std::vector<TriangleContact>& contacts);
  /// From now on appends the distance in float of each pair, in tree B's unit, unless the method is another
  /// one than Certified. @param distances null: no longer.
  void noteDistances(std::vector<float>* distances) { distances_ = distances; }
  /// By slots, see ContactShape.
  void push(Index slotA, Index slotB);
  /// Decides the waiting pairs.
  void flush();
  /// Whether no more pairs are needed.
  bool done() const { return done_; }

  std::int64_t iterations() const { return iterations_; }
  std::int64_t fallbacks() const { return fallbacks_; }

 private:
  // What is computed in double: only the distance that is smallest in float, or all of them.
  enum Queue { Edges, CornerOfB, CornerOfA, All, queues };

  struct Results {
    PairDistances distances;
    WorldPoints points;
  };

  void judgeInFloat();
  void judgeByMethod();
  void route(Index slotA, Index slotB, int nearest);
  void wait(Queue queue, Index slotA, Index slotB, std::size_t turnA = 0, std::size_t turnB = 0);
  void judge(Queue queue);
  void judgePair(Queue queue, const Results& results, std::size_t i);
  void resolve(const PairSlots& waiting, const Results& results, std::size_t i);
  bool wanted(double gap) const;
  TriangleContact& add(const PairSlots& waiting, std::size_t i);
  TriangleContact& add(const PairSlots& waiting, std::size_t i, double gap);
  Vec3 commonNormal(Index slotA, Index slotB) const;

  PairBatch<float> floats_{};            // zero: SIMD also computes lanes after the last pair
  PairBatch<double> doubles_{}, all_{};  // for one distance, for all
  PairEstimates estimates_;
  Results refined_, compared_;
  PairFrame* frame_ = nullptr;
  std::vector<TriangleContact>* contacts_ = nullptr;
  std::vector<float>* distances_ = nullptr;
  Wanted wanted_ = Wanted::All;
  SieveRule rule_;
  std::unique_ptr<TriangleMethod> method_;  // of a rule that is neither Certified nor Comparison
  bool done_ = false;
  std::int64_t iterations_ = 0;
  std::int64_t fallbacks_ = 0;
  AffineMap<float> mapFloat_{};
  AffineMap<double> mapDouble_{};
  WorldMap toWorld_;
  PairSlots waitingForFloat_;
  std::array<PairSlots, queues> waiting_;
};

}  // namespace talus
