#include "contact/verdict/solid_relation.h"

#include <algorithm>
#include <vector>

#include "contact/overlap/exact_overlap.h"
#include "contact/overlap/surface_piercing.h"
#include "geometry/exact/intersection.h"
#include "geometry/exact/predicates.h"

namespace talus {

namespace {

bool hasArea(const std::array<Vec3, 3>& t) {
  return !collinear(t[0], t[1], t[2]);
}

// Whether a triangle of the first surface and one of the second share a point. Triangles without area are
// covered by their neighbours.
bool surfacesMeet(const SurfaceCells& first, const SurfaceCells& second) {
  const Box zone = first.bounds().intersection(second.bounds());
  if (zone.isEmpty()) return false;
  const auto any = [](const Box&) { return true; };
  for (const Index s : first.trianglesWhere(zone, any)) {
    const auto own = first.mesh().corners(static_cast<std::size_t>(s));
    const Box box = boxOf(own);
    if (!box.intersects(zone) || !hasArea(own)) continue;
    for (const Index t : second.trianglesWhere(box, any)) {
      const auto other = second.mesh().corners(static_cast<std::size_t>(t));
      if (box.intersects(boxOf(other)) && hasArea(other) && trianglesMeet(own, other)) return true;
    }
  }
  return false;
}

}  // namespace

bool isOverlap(Relation relation) {
  return relation == Relation::Interfering || relation == Relation::Contained ||
         relation == Relation::Duplicate;
}

Relation relationOf(const SurfaceCells& first, const SurfaceCells& second) {
  if (first.bounds().intersection(second.bounds()).isEmpty()) return Relation::Apart;
  if (first.mesh() == second.mesh()) return Relation::Duplicate;
  const SurfacePair pair(first, {}, second, {});
  PiercingWork work;
  const std::vector<Piercing> piercings = pair.piercings(work);
  if (std::any_of(piercings.begin(), piercings.end(), [&](const Piercing& p) { return isStrict(pair, p); }))
    return Relation::Interfering;
  const ExactOverlap overlap = exactOverlap(pair, piercings);
  if (!overlap.positive) return surfacesMeet(first, second) ? Relation::Touching : Relation::Apart;
  if (overlap.wholeFirst && overlap.wholeSecond) return Relation::Duplicate;
  return overlap.wholeFirst || overlap.wholeSecond ? Relation::Contained : Relation::Interfering;
}

}  // namespace talus
