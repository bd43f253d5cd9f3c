#pragma once

#include <optional>

#include "contact/convex/convex_pair.h"
#include "dynamics/field/barrier_potential.h"
#include "dynamics/halo/edge_potential.h"
#include "dynamics/halo/halo_area.h"
#include "dynamics/law/contact_law.h"

namespace talus {

/// A vertex within reach of the other body.
struct HaloVertex {
  Of side;  ///< whose vertex
  Index number = 0;
  Vec3 place = Vec3::Zero();                  ///< in the world
  double gap = 0;                             ///< signed distance from the other body
  Vec3 outward = Vec3::Zero();                ///< unit: away from the other body
  double area = 0;                            ///< weight
  std::optional<BarrierPressure> pressure{};  ///< empty: that of the gap
};

/// To be called before forces of Barrier are computed. @throws Error the gap is not positive.
void requireApart(double gap);

/// The name of a contact point of the pressure on a face. @param number 0 … 2.
std::uint64_t nameOfPressure(Of side, Index face, int number);

/// Sets the point to a linear spring at a depth. Beyond `maximumDepth` its force is constant.
void pressSpring(double stiffness, double depth, double maximumDepth, ContactPoint& point);

/// Append the contact points of HaloArea or Barrier for a vertex, and for a pair of edges whose EdgeAction
/// is relative to action.sidePoint.
void addHaloVertex(const HaloVertex& vertex, const PairLaw& law, ElasticAction& action);
void addHaloEdges(const std::array<Index, 2>& numbers, const EdgeAction& edges, const PairLaw& law,
                  ElasticAction& action);

}  // namespace talus
