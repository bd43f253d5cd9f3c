#include "contact/scene/posed_relation.h"

#include "contact/overlap/exact_overlap.h"
#include "geometry/mesh/placed_mesh.h"

namespace talus {

namespace {

SurfaceCells posedSolid(const ContactBody& body) {
  return SurfaceCells(placed(body.geometry->solid().mesh(), body.pose));
}

}  // namespace

Relation posedRelation(const ContactBody& a, const ContactBody& b) {
  return relationOf(posedSolid(a), posedSolid(b));
}

bool isStrict(const ContactBody& a, const ContactBody& b, const Piercing& piercing) {
  const ContactBody& own = piercing.first ? a : b;
  const ContactBody& other = piercing.first ? b : a;
  const SurfaceCells::Edge& edge = own.geometry->solid().edges()[static_cast<std::size_t>(piercing.edge)];
  const TriangleMesh& mesh = own.geometry->solid().mesh();
  return piercesStrictly({own.pose.toWorld(mesh.point(edge.from)), own.pose.toWorld(mesh.point(edge.to))},
                         placedTriangle(other.geometry->solid().mesh(), other.pose, piercing.triangle));
}

}  // namespace talus
