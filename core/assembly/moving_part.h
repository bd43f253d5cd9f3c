#pragma once

#include <span>

#include "assembly/part_motion.h"
#include "assembly/prepared_part.h"
#include "base/context.h"
#include "contact/scene/contact_body.h"
#include "dynamics/certificate/certified_gap.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// A part and how it moves.
class MovingPart {
 public:
  /// @param part must outlive this. @param motion must, too; null: the part rests.
  MovingPart(const PreparedPart& part, const PartMotion* motion, Context& context);

  /// For proven distances.
  CertifiedBody at(double time) const { return {geometry_, pose(time), extent_ * (1 + 1e-12)}; }
  ContactBody bodyAt(double time) const { return {geometry_, pose(time), 0}; }
  TriangleMesh meshAt(double time) const;
  const PreparedPart& part() const { return part_; }
  /// An upper bound of the speed of its points between two times.
  double speedBetween(double begin, double end) const;
  /// How far its points move along a unit vector between two times, to and fro, at most.
  double wayAlong(const Vec3& direction, double begin, double end) const;
  /// The rows of its tables; none of a part that rests.
  std::span<const double> times() const;
  Vec3 displacementAt(double time) const;
  /// How far its points move by turning between two times, at most, if it turns one way.
  double turnBetween(double begin, double end) const;

 private:
  Pose pose(double time) const { return motion_ == nullptr ? Pose{} : motion_->poseAt(time); }
  double distanceFromAxis(const Vec3& p) const {
    return (p - motion_->centre).cross(motion_->axis.normalized()).norm();
  }

  const PreparedPart& part_;
  const PartMotion* motion_;
  const ContactGeometry* geometry_;
  double extent_ = 0, distance_ = 0;
};

}  // namespace talus
