#pragma once

#include "contact/convex/convex_pair.h"

namespace talus {

/// The nearest points of a pair of features, in the pair's frame.
struct NearestPoints {
  FeaturePair features;
  Vec3 onA = Vec3::Zero(), onB = Vec3::Zero();
  Vec3 between = Vec3::Zero();  ///< from onA to onB; for a vertex and a face along the face's normal
  double squaredDistance = 0;   ///< in A's unit²
};

/// The search for the closest features of two convex bodies; see closest_features.h.
class FeatureDescent {
 public:
  FeatureDescent(const ConvexPair& pair, const FeaturePair& start)
      : pair_(pair), at_(start), slack_(rounding * pair.size()) {}

  /// Returns false if the bodies overlap; features() are then a start for the difference hull.
  bool run();

  const NearestPoints& nearest() const { return best_; }
  const FeaturePair& features() const { return at_; }
  int cycles() const { return cycles_; }

 private:
  enum class Next { Cycle, Found, Overlap };  // Overlap also if rounding hides the answer
  /// The feature behind the most violated Voronoi plane of either body.
  struct Exit {
    double violation;  ///< initial decrease of the distance per length moved on the new feature, times the
                       ///< distance
    Feature feature{};
    Of side = Of::A;
  };
  /// A violation of a Voronoi plane below this fraction of the pair's size is rounding error; crossing the
  /// plane decreases the distance by no more than that.
  static constexpr double rounding = 4e-16;

  Next cycle();
  Next vertexVertex();
  template <Of edgeOf>
  Next vertexEdge();
  template <Of faceOf>
  Next vertexFace();
  Next edgeEdge();
  template <Of faceOf>
  Next edgeFace();
  Next faceFace();

  template <Of side>
  const Feature& feature() const {
    return side == Of::A ? at_.a : at_.b;
  }
  template <Of side>
  void go(FeatureKind kind, Index index) {
    (side == Of::A ? at_.a : at_.b) = {kind, index};
  }
  bool settle(const Vec3& onA, const Vec3& onB, const Vec3& between);
  template <Of side>
  bool settleFrom(const Vec3& own, const Vec3& others, const Vec3& towards);
  template <Of side>
  void seekFromVertex(const Vec3& towards, Exit& exit) const;
  template <Of side>
  void seekFromEdge(const Vec3& towards, Exit& exit) const;
  Next leaveBy(const Exit& exit);
  Next stop() const;
  template <Of side>
  bool clampToEnd(double s, double length);
  template <Of faceOf>
  Next escape(const Vec3& x);

  const ConvexPair& pair_;
  FeaturePair at_;
  double slack_;
  NearestPoints best_;
  bool any_ = false;      // best_ is set
  double violation_ = 0;  // of the plane by which the search left best_
  int sideways_ = 0;      // accepted pairs that were not nearer, to within rounding
  int cycles_ = 0;
};

}  // namespace talus
