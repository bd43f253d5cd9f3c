#pragma once

#include <cstdint>

#include "base/pose.h"
#include "geometry/convex/convex_body.h"
#include "geometry/distance/segment_pair.h"

namespace talus {

/// A feature of each of two bodies.
struct FeaturePair {
  Feature a, b;
  bool operator==(const FeaturePair&) const = default;
};

/// Their name: 2 bits for the kind and 30 for the index of each; never 0, as indices are counted from 1.
inline std::uint64_t nameOfFeatures(const FeaturePair& features) {
  const auto code = [](const Feature& f) {
    return static_cast<std::uint64_t>(f.index + 1) << 2 | static_cast<std::uint64_t>(f.kind);
  };
  return code(features.a) << 32 | code(features.b);
}

/// One of two bodies.
enum class Of { A, B };
constexpr Of other(Of side) {
  return side == Of::A ? Of::B : Of::A;
}

/// Two convex bodies in the frame of the first's centre, in its units, for the contact methods of convex
/// bodies. Cheap to make; refers to the bodies.
class ConvexPair {
 public:
  ConvexPair(const ConvexBody& a, const Pose& poseA, const ConvexBody& b, const Pose& poseB)
      : a_(a), b_(b), pose_(poseA.relative(poseB)) {
    pose_.position += pose_.rotation * (pose_.scale * b.centre()) - a.centre();
    size_ = a.radius() + pose_.scale * b.radius() + pose_.position.lpNorm<1>();
  }

  template <Of side>
  const ConvexBody& body() const {
    return side == Of::A ? a_ : b_;
  }
  /// Pose of the centre of B.
  const Pose& pose() const { return pose_; }
  /// Upper bound of the coordinates of both; rounding errors are relative to it.
  double size() const { return size_; }

  /// A point of a body in the common frame, and back.
  template <Of side>
  Vec3 toCommon(const Vec3& x) const {
    return side == Of::A ? x : pose_.toWorld(x);
  }
  template <Of side>
  Vec3 toOwn(const Vec3& x) const {
    return side == Of::A ? x : pose_.toBody(x);
  }
  /// A direction of the common frame in the body's frame, and back.
  template <Of side>
  Vec3 turnedToOwn(const Vec3& v) const {
    return side == Of::A ? v : Vec3(pose_.rotation.transpose() * v);
  }
  template <Of side>
  Vec3 turnedToCommon(const Vec3& v) const {
    return side == Of::A ? v : Vec3(pose_.rotation * v);
  }
  /// Factor from the body's own lengths to lengths in the common frame.
  template <Of side>
  double scale() const {
    return side == Of::A ? 1 : pose_.scale;
  }

  template <Of side>
  Vec3 vertex(Index v) const {
    return toCommon<side>(body<side>().vertex(v));
  }
  template <Of side>
  Segment edge(Index e) const {
    const ConvexBody::Edge& edge = body<side>().edge(e);
    return {toCommon<side>(edge.tail), turnedToCommon<side>(edge.direction), edge.length * scale<side>()};
  }
  template <Of side>
  Vec3 normal(Index f) const {
    return turnedToCommon<side>(body<side>().face(f).normal);
  }

 private:
  const ConvexBody& a_;
  const ConvexBody& b_;
  Pose pose_;
  double size_;
};

}  // namespace talus
