#include "assembly/prepared_part.h"

#include <utility>

#include "arrangement/result/surface_arrangement.h"
#include "assembly/part_context.h"
#include "base/error.h"
#include "geometry/check/crossing_parity.h"
#include "geometry/check/self_intersection.h"
#include "geometry/check/solid_surface.h"
#include "geometry/exact/predicates.h"
#include "geometry/mesh/edge_table.h"
#include "geometry/mesh/point_merge.h"
#include "geometry/mesh/union_find.h"
#include "geometry/mesh/used_points.h"

namespace talus {

PreparedPart::PreparedPart(const AssemblyPart& part, InsideRule rule) : name_(part.name) {
  requireUsable(part.mesh, name_);
  mesh_ = mergeDuplicatePoints(part.mesh).mesh;
  bounds_ = mesh_.bounds();
  requireMeasurable();
  checkEdges();
  if (rule == InsideRule::NonZero && isClosed()) uniteShells();
  signedVolume_ = sumOfVolumes();
}

// Where they overlap, so that each place is inside once.
void PreparedPart::uniteShells() {
  Context context;
  const SurfaceArrangement arrangement(std::span(&mesh_, 1), std::span(&name_, 1), context);
  ArrangementBody united = arrangement.body(BooleanOperation::Union, InsideRule::NonZero, context);
  if (!arrangement.dependsOnRule()) return;
  mesh_ = std::move(united.mesh);
  given_ = std::move(united.cell);
  shellPoints_.clear();
  checkEdges();
}

// Areas must fit doubles.
void PreparedPart::requireMeasurable() const {
  constexpr double limit = 1e150;
  if (!(bounds_.min().cwiseAbs().cwiseMax(bounds_.max().cwiseAbs()).array() <= limit).all())
    throw Error(name_ + " has a coordinate beyond 1e150", "", "Choose a larger unit of length",
                {.surface = name_});
}

double PreparedPart::sumOfVolumes() const {
  const Vec3 origin = bounds_.center();
  double volume = 0;
  for (std::size_t t = 0; t < mesh_.triangleCount(); ++t) {
    const auto [a, b, c] = mesh_.corners(t);
    volume += (a - origin).dot((b - origin).cross(c - origin));
  }
  return volume / 6;
}

void PreparedPart::checkEdges() {
  UnionFind sets(mesh_.pointCount());
  std::vector<bool> used(mesh_.pointCount(), false);
  EdgeTable(mesh_).forEachEdge([&](Index low, std::span<const EdgeUse> uses) {
    const Index high = uses.front().high;
    sets.unite(low, high);
    used[static_cast<std::size_t>(low)] = used[static_cast<std::size_t>(high)] = true;
    if (uses.size() % 2 == 1 && openEdges_++ == 0)
      firstOpening_ = 0.5 * (mesh_.point(low) + mesh_.point(high));
  });
  for (std::size_t p = 0; p < mesh_.pointCount(); ++p) {
    const auto point = static_cast<Index>(p);
    if (used[p] && sets.find(point) == point) shellPoints_.push_back(point);
  }
}

const std::vector<Vec3>& PreparedPart::corners() const {
  return corners_.get([this] { return std::make_unique<const std::vector<Vec3>>(usedPoints(mesh_)); });
}

const BoxTree& PreparedPart::tree() const {
  return tree_.get([this] {
    std::vector<Box> boxes;
    boxes.reserve(mesh_.triangleCount());
    for (std::size_t t = 0; t < mesh_.triangleCount(); ++t) boxes.push_back(mesh_.bounds(t));
    return std::make_unique<const BoxTree>(boxes);
  });
}

bool PreparedPart::isSimple() const {
  return simple_.get([this] {
    Context context;
    for (std::size_t t = 0; t < mesh_.triangleCount(); ++t)
      if (const auto [a, b, c] = mesh_.corners(t); collinear(a, b, c))
        return std::make_unique<const bool>(false);
    const std::vector<std::uint8_t> all(mesh_.triangleCount(), 1);
    return std::make_unique<const bool>(findSelfIntersections(mesh_, all, context).pairs == 0);
  });
}

bool PreparedPart::holds(const Vec3& p) const {
  if (!bounds_.contains(p)) return false;
  const auto counts = [this](Index t) {
    const auto [a, b, c] = mesh_.corners(static_cast<std::size_t>(t));
    return !collinear(a, b, c);
  };
  if (const std::optional<bool> odd = oddCrossings(mesh_, tree(), counts, p)) return *odd;
  return cells().holds(p);  // every ray hits an edge
}

const SurfaceCells& PreparedPart::cells() const {
  return cells_.get([this] {
    Context context;
    return std::make_unique<const SurfaceCells>(makeSolid(mesh_, context).solid());
  });
}

const SurfaceDistance& PreparedPart::distance() const {
  return distance_.get([this] { return std::make_unique<const SurfaceDistance>(mesh_.properTriangles()); });
}

void PreparedPart::releaseSearches() {
  corners_ = {};
  tree_ = {};
  cells_ = {};
  distance_ = {};
  geometry_ = {};
}

const ContactGeometry& PreparedPart::geometry(Context& context) const {
  return geometry_.get([&] {
    PartContext own(context, 5 * static_cast<std::int64_t>(mesh_.triangleCount()));
    auto made = std::make_unique<const ContactGeometry>(mesh_, name_, SurrogateOptions{}, own, Vec3::Zero(),
                                                        SurrogateSearch::Brief);  // for few pairs
    if (made->convex() == nullptr) made->prepareTriangles(own);                   // here it can be cancelled
    return made;
  });
}

}  // namespace talus
