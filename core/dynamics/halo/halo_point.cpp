#include "dynamics/halo/halo_point.h"

#include <algorithm>

#include "base/error.h"
#include "base/number_text.h"

namespace talus {

namespace {

// Names of contact points: their kind in the two highest bits.
enum class PointKind : std::uint64_t { Pressure, VertexOfA, VertexOfB, Edges };
std::uint64_t nameOf(PointKind kind, Index i, Index j) {
  return static_cast<std::uint64_t>(kind) << 62 | static_cast<std::uint64_t>(i) << 31 |
         static_cast<std::uint64_t>(j);
}

void pressBy(const BarrierPressure& pressure, double foundation, double depth, ContactPoint& point) {
  point.depth = depth;
  point.force = foundation * pressure.force;
  point.stiffness = foundation * pressure.stiffness;
  point.energy = foundation * pressure.energy;
}

// The weight is that of a barrier that has this stiffness at the gap.
void pressBarrier(const HaloVertex& vertex, const PairLaw& law, ContactPoint& point) {
  requireApart(vertex.gap);
  const BarrierPressure alone =
      vertex.gap < law.reach ? barrierAt(vertex.gap, law.reach, law.range) : BarrierPressure{};
  BarrierPressure pressure = vertex.pressure.value_or(alone);
  pressure.stiffness = std::max(pressure.stiffness, alone.stiffness);
  const double foundation = law.foundation * vertex.area;
  point.weight = alone.stiffness > 0 ? foundation * pressure.stiffness / alone.stiffness : foundation;
  pressBy(pressure, foundation, law.reach - vertex.gap, point);
}

}  // namespace

void requireApart(double gap) {
  if (gap > 0) return;
  throw Error("Two bodies overlap, for which the contact law Barrier has no force",
              "gap " + numberText(gap) + " m", "Move them apart, or use another law");
}

// From 1 on: points without a name have 0.
std::uint64_t nameOfPressure(Of side, Index face, int number) {
  return nameOf(PointKind::Pressure, face, 1 + number + (side == Of::A ? 0 : 4));
}

void pressSpring(double stiffness, double depth, double maximumDepth, ContactPoint& point) {
  const double pressed = std::min(depth, maximumDepth);
  point.depth = depth;
  point.stiffness = stiffness;
  point.force = stiffness * pressed;
  point.energy = point.force * (depth - 0.5 * pressed);
}

void addHaloVertex(const HaloVertex& vertex, const PairLaw& law, ElasticAction& action) {
  const bool ofA = vertex.side == Of::A;
  ContactPoint& point = action.points.emplace_back();
  point.name = nameOf(ofA ? PointKind::VertexOfA : PointKind::VertexOfB, vertex.number, 0);
  point.point = vertex.place - 0.5 * vertex.gap * vertex.outward;
  point.normal = ofA ? Vec3(-vertex.outward) : vertex.outward;
  point.area = vertex.area;
  if (law.barrier)
    pressBarrier(vertex, law, point);
  else if (vertex.pressure)
    pressBy(*vertex.pressure, law.foundation * vertex.area, law.reach - vertex.gap, point);
  else
    pressSpring(law.foundation * vertex.area, law.reach - vertex.gap, law.reach + law.range, point);
  const double pull = law.cohesion * vertex.area;
  point.force -= pull;
  point.energy -= pull * point.depth;
}

void addHaloEdges(const std::array<Index, 2>& numbers, const EdgeAction& edges, const PairLaw& law,
                  ElasticAction& action) {
  if (edges.area == 0) return;
  ContactPoint& point = action.points.emplace_back();
  point.name = nameOf(PointKind::Edges, numbers[0], numbers[1]);
  point.point = action.sidePoint + edges.point;
  point.normal = edges.normal;
  point.depth = law.reach - edges.gap;
  point.part = edges.part;
  point.force = law.foundation * edges.force;
  point.stiffness = law.foundation * edges.stiffness;
  point.energy = law.foundation * edges.energy;
  if (law.barrier) point.weight = law.foundation * edges.area;
  const Vec3 side = law.foundation * edges.sideForce;
  action.sideForce += side;
  action.couple += law.foundation * edges.couple + edges.point.cross(side);
}

}  // namespace talus
