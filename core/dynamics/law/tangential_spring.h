#pragma once

#include <cstdint>

#include "base/pose.h"
#include "dynamics/law/contact_point.h"

namespace talus {

/// The part of a contact's tangential spring at one point (Cundall and Strack, "A discrete numerical model
/// for granular assemblies", Géotechnique 29 (1979)): the tangential displacement of B relative to A since
/// they touched, limited by slip according to Coulomb's law.
///
/// The spring belongs to the contact: a new point starts with the mean shift of the others, see respond().
///
/// Stored as two end points, each fixed to a body. So the shift at a later time follows from the poses at
/// that time, not from a sum over time steps: a trial state gives the same force however it was reached.
/// Plain data.
struct TangentialSpring {
  std::uint64_t name = 0;                       ///< of its contact point
  Vec3 onA = Vec3::Zero(), onB = Vec3::Zero();  ///< its ends, in the bodies' frames
  Vec3 normal = Vec3::Zero();                   ///< of the contact, in the frame of A
  double stiffness = 0;                         ///< N/m
  double gain = 1;                              ///< of the contact point; stiffness ∝ gain²

  /// @param shift of B relative to A, in the world, tangential.
  /// @param stiffness N/m.
  static TangentialSpring make(const ContactPoint& at, const Vec3& shift, double stiffness, const Pose& a,
                               const Pose& b) {
    return {at.name,
            a.toBody(at.point - 0.5 * shift),
            b.toBody(at.point + 0.5 * shift),
            a.rotation.transpose() * at.normal,
            stiffness,
            at.gain};
  }

  /// The spring at the current poses, in the world.
  struct Placed {
    Vec3 normal = Vec3::Zero();  ///< of the contact, rotated with A
    Vec3 across = Vec3::Zero();  ///< between its ends, perpendicular to that
    double stiffness = 0;

    /// The shift, rotated with the contact normal so that it keeps its length.
    Vec3 shift(const Vec3& normalNow) const {
      const double cosine = normal.dot(normalNow);
      if (cosine <= 0) return across - normalNow.dot(across) * normalNow;  // the normal jumped: projected
      return across - normalNow.dot(across) / (1 + cosine) * (normal + normalNow);
    }
    /// The stored energy, J.
    double energy() const { return 0.5 * stiffness * shift(normal).squaredNorm(); }
  };
  Placed placed(const Pose& a, const Pose& b) const {
    const Vec3 turned = a.rotation * normal;
    const Vec3 between = b.toWorld(onB) - a.toWorld(onA);
    return {turned, between - turned.dot(between) * turned, stiffness};
  }
  /// The stored energy at the current poses, J.
  double energy(const Pose& a, const Pose& b) const { return placed(a, b).energy(); }
  /// Its midpoint in the world.
  Vec3 place(const Pose& a, const Pose& b) const { return 0.5 * (b.toWorld(onB) + a.toWorld(onA)); }
};

}  // namespace talus
