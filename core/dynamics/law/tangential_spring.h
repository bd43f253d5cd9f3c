#pragma once

#include <cstdint>

#include "base/pose.h"
#include "dynamics/law/contact_point.h"

namespace talus {

/// The part of a contact's tangential spring that is at one point (Cundall and Strack, "A discrete numerical
/// model for granular assemblies", Géotechnique 29 (1979)): how far B has moved along A since they touched,
/// cut where Coulomb's law makes it slip.
///
/// The spring belongs to the contact: a point that is new to it begins with the mean shift of the others, see
/// respond().
///
/// Kept as its two ends, each fixed to a body. So what it is at a later moment follows from where the bodies
/// are then, not from a sum over time steps: a trial state gives the same force however it was reached. Plain
/// data.
struct TangentialSpring {
  std::uint64_t name = 0;                       ///< that of its contact point
  Vec3 onA = Vec3::Zero(), onB = Vec3::Zero();  ///< its ends, in the bodies' frames
  Vec3 normal = Vec3::Zero();                   ///< of the contact, in the frame of A
  double stiffness = 0;                         ///< N/m
  double gain = 1;                              ///< that of the contact point: the stiffness has its square

  /// @param shift of B along A, in the world, across the normal.
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

  /// The shift where the bodies are now, turned with the contact's normal so that it keeps its length.
  Vec3 shift(const Pose& a, const Pose& b, const Vec3& normalNow) const {
    const Vec3 before = a.rotation * normal;
    const Vec3 between = b.toWorld(onB) - a.toWorld(onA);
    const Vec3 across = between - before.dot(between) * before;
    const double cosine = before.dot(normalNow);
    if (cosine <= 0) return across - normalNow.dot(across) * normalNow;  // it jumped: no way to turn it
    return across - normalNow.dot(across) / (1 + cosine) * (before + normalNow);
  }
  /// What it stores where the bodies are now, J.
  double energy(const Pose& a, const Pose& b) const {
    return 0.5 * stiffness * shift(a, b, a.rotation * normal).squaredNorm();
  }
  /// Where it sat, in the world.
  Vec3 place(const Pose& a, const Pose& b) const { return 0.5 * (b.toWorld(onB) + a.toWorld(onA)); }
};

}  // namespace talus
