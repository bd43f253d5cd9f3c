#pragma once

#include "base/types.h"

namespace talus {

/// A convex edge of a body's surface, for the potential between edges.
struct HaloEdge {
  Vec3 tail = Vec3::Zero();
  Vec3 direction = Vec3::Zero();  ///< unit
  double length = 0;
  Vec3 outward = Vec3::Zero();  ///< unit: the bisector of the normals of its two faces
  double halfCosine = 1;        ///< cosine between outward and either of the normals
  double sharpness = 1;         ///< 0 for a flat edge … 1 from a right angle on
};

/// The interaction of two edges per foundation stiffness κ: energy/κ and so on.
struct EdgeAction {
  Vec3 point = Vec3::Zero();   ///< midway between the nearest points of the two lines
  Vec3 normal = Vec3::Zero();  ///< unit, from the first edge's body to the second's
  double gap = 0;              ///< along the normal, negative if the edges have passed each other
  double area = 0;             ///< weight; 0: no interaction
  double part = 0;             ///< of the greatest weight of such edges
  double stiffness = 0;        ///< along the normal, m²
  double energy = 0;           ///< m⁴
  double force = 0;  ///< on the second along the normal, m³; negative for edges far past each other
  Vec3 sideForce = Vec3::Zero();  ///< additional force on the second, m³
  Vec3 couple = Vec3::Zero();     ///< torque on the second about `point`, m⁴
};

/// Edges whose directions have a smaller squared sine are parallel: they do not interact.
constexpr double leastSquaredSine = 1e-10;

/// The parameters of the potential between edges.
struct EdgePress {
  double reach = 0;      ///< the gap at which the potential begins, ≤ range
  double range = 0;      ///< > 0
  bool barrier = false;  ///< the potential of BarrierLaw
  double sight = 0;      ///< if greater than the reach: gap up to which edges without force are found
};

/// The potential between two edges: weight · P(gap), with the signed gap between the lines.
///
/// P = (reach − gap)²/2, but if edges have passed each other by more than reach/4 it falls smoothly to 0 at
/// −reach: it must vanish for edges on opposite sides of the bodies. Under Barrier P is 0 for edges that
/// have passed each other: these are on opposite sides, and the potential stays finite as long as surfaces
/// do not intersect. The weight is ¼ min(ℓ, ℓ')² with the edge lengths ℓ and ℓ', times both sharpnesses,
/// times windows that vanish where the edges become parallel (sin²), where the nearest points leave the
/// edges (there vertices take over), and where the normal turns away from the outside of either edge. So
/// the energy is a continuous function of the poses, and force, side force and couple are its exact
/// derivatives: no work is gained on a closed path. About 10 ns without interaction.
EdgeAction edgeAction(const HaloEdge& a, const HaloEdge& b, const EdgePress& press);

}  // namespace talus
