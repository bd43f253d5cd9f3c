#pragma once

#include "base/types.h"

namespace talus {

/// A convex edge of a body's surface, for the potential between edges.
struct HaloEdge {
  Vec3 tail = Vec3::Zero();
  Vec3 direction = Vec3::Zero();  ///< unit
  double length = 0;
  Vec3 outward = Vec3::Zero();  ///< unit: between the normals of its two faces
  double halfCosine = 1;        ///< of outward with either of the normals
  double sharpness = 1;         ///< 0 for a flat edge … 1 from a right angle on
};

/// What two edges do to each other, per foundation stiffness κ: energy/κ and so on.
struct EdgeAction {
  Vec3 point = Vec3::Zero();   ///< midway between the lines, on both edges' nearest points
  Vec3 normal = Vec3::Zero();  ///< unit, from the first edge's body to the second's
  double gap = 0;              ///< along the normal, negative where the edges have passed each other
  double area = 0;             ///< weight; 0: nothing
  double stiffness = 0;        ///< along the normal, m²
  double energy = 0;           ///< m⁴
  double force = 0;            ///< on the second along the normal, m³; negative where they have passed far
  Vec3 sideForce = Vec3::Zero();  ///< on the second besides, m³
  Vec3 couple = Vec3::Zero();     ///< on the second about `point`, m⁴
};

/// What two edges press each other by.
struct EdgePress {
  double reach = 0;      ///< the gap at which the potential begins, ≤ range
  double range = 0;      ///< > 0
  bool barrier = false;  ///< of BarrierLaw
};

/// The potential between two edges: weight · P(gap), with the signed gap between the lines.
///
/// P = (reach − gap)²/2, but for edges that have passed each other by more than range/4 it falls smoothly to
/// 0 at −range: it must vanish for edges on far sides of the bodies. A barrier is 0 for edges that have
/// passed each other: such ones are on far sides, and the potential between stays finite as long as surfaces
/// do not meet. The weight is ¼ min(ℓ, ℓ')² times sharpnesses, times windows that make it vanish where the
/// edges become parallel (sin²), where the nearest points leave the edges (there vertices take over) and
/// where the normal turns away from the outside of either edge. So the energy is a continuous function of
/// where the bodies are, and force, side force and couple are its exact derivative: no work is gained on any
/// closed path. About 10 ns where there is nothing.
EdgeAction edgeAction(const HaloEdge& a, const HaloEdge& b, const EdgePress& press);

}  // namespace talus
