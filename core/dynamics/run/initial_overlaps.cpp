#include "dynamics/run/initial_overlaps.h"

#include <algorithm>
#include <limits>

#include "base/error.h"
#include "base/number_text.h"
#include "contact/overlap/surface_intersection.h"
#include "contact/scene/scene_contacts.h"
#include "dynamics/field/wall_motions.h"

namespace talus {

namespace {

// The deepest contact of a pair that overlaps.
struct OverlappingPair {
  BodyPair bodies;
  Vec3 normal;  // from the first body to the second
  Vec3 point;
  double depth;
};

// The region of an overlap that is thickest in the mean.
struct Layer {
  double thickness = 0;        // m
  Vec3 normal = Vec3::Zero();  // from the first body to the second; zero: there is none, as all around a peg
  Vec3 point = Vec3::Zero();
};

Layer thickestLayer(const SurfaceIntersection& hit) {
  Layer thickest;
  for (const OverlapRegion& region : hit.regions) {
    if (region.meanDepth() > thickest.thickness)
      thickest = {region.meanDepth(), region.area > 0 ? region.normal : Vec3(Vec3::Zero()), region.point};
  }
  return thickest;
}

class OverlapSearch {
 public:
  // @param thinnest the least mean thickness of an overlap of bodies that are not convex, m.
  OverlapSearch(const ContactLibrary& library, double thinnest)
      : library_(library), contacts_(library, {.halo = thinnest}), thinnest_(thinnest) {}

  // The pairs that overlap by more than `tolerance`; a negative one is a gap that they should have.
  std::vector<OverlappingPair> find(const ContactBodies& bodies, double tolerance, const Context& context) {
    context.throwIfCancelled();
    Context quiet;
    contacts_.update(bodies, quiet);
    std::vector<OverlappingPair> found;
    const ContactState& state = contacts_.state();
    for (const PairContacts& pair : state.pairs) {
      const auto first = state.contacts.begin() + static_cast<std::ptrdiff_t>(pair.first);
      const auto last = first + static_cast<std::ptrdiff_t>(pair.count);
      const auto deepest =
          std::min_element(first, last, [](const Contact& a, const Contact& b) { return a.gap < b.gap; });
      if (deepest == last || !(deepest->gap < -tolerance)) continue;
      OverlappingPair overlap{pair.bodies, deepest->normal, deepest->point, -deepest->gap};
      if (deepest->kind == ContactKind::Overlap) boundByThickness(bodies, overlap);
      if (overlap.depth > tolerance) found.push_back(overlap);
    }
    return found;
  }

 private:
  // Bodies that fit each other, or are hooked together, come free only far away. What separates them where
  // they are is about the thickness of their overlap.
  void boundByThickness(const ContactBodies& bodies, OverlappingPair& overlap) const {
    constexpr double most = 4;  // depths of grains over their thickness are below that
    const auto solid = [&](Index body) -> const ContactGeometry& {
      return library_.geometry(bodies.shape[static_cast<std::size_t>(body)]);
    };
    const auto [i, j] = overlap.bodies;
    const ContactGeometry &a = solid(i), &b = solid(j);
    if (a.isOpen() || b.isOpen()) return;
    const Layer layer = thickestLayer(intersectSurfaces(a.solid(), bodies.pose[static_cast<std::size_t>(i)],
                                                        b.solid(), bodies.pose[static_cast<std::size_t>(j)]));
    if (overlap.depth <= most * layer.thickness) return;
    if (layer.thickness > thinnest_)
      overlap = {overlap.bodies, layer.normal, layer.point, layer.thickness};
    else
      overlap.depth = 0;
  }

  const ContactLibrary& library_;
  SceneContacts contacts_;
  double thinnest_;
};

InitialOverlaps reportOf(const std::vector<OverlappingPair>& overlaps) {
  InitialOverlaps report;
  for (const OverlappingPair& overlap : overlaps) {
    if (overlap.depth > 0) report.remaining = ++report.pairs;
    if (overlap.depth <= report.depth) continue;
    report.deepest = overlap.bodies;
    report.depth = overlap.depth;
    report.where = overlap.point;
  }
  return report;
}

// Whether iterations no longer lessen the overlaps: where there is no room, they never end.
class Stagnation {
 public:
  // @param tolerance the depth down to which they are to be lessened, m.
  bool isReached(const std::vector<OverlappingPair>& overlaps, double tolerance) {
    double sum = 0;
    for (const OverlappingPair& overlap : overlaps) sum += overlap.depth - tolerance;
    ++since_;
    if (sum < 0.99 * least_) {
      least_ = sum;
      since_ = 0;
    }
    return since_ > maximumIdleTrials;
  }

 private:
  static constexpr int maximumIdleTrials = 100;
  double least_ = std::numeric_limits<double>::infinity();
  int since_ = 0;
};

// What the pairs of a body ask for.
struct Displacement {
  Vec3 sum = Vec3::Zero();
  int pairs = 0;
};

void moveApart(const std::vector<OverlappingPair>& overlaps, const std::vector<double>& inverseMass,
               double gap, ContactBodies& bodies) {
  constexpr double relaxation = 1.3;  // the mean alone converges more slowly
  std::vector<Displacement> wanted(bodies.size());
  for (const OverlappingPair& overlap : overlaps) {
    const auto a = static_cast<std::size_t>(overlap.bodies.first);
    const auto b = static_cast<std::size_t>(overlap.bodies.second);
    const double sum = inverseMass[a] + inverseMass[b];
    const Vec3 apart = (overlap.depth + gap) / sum * overlap.normal;
    wanted[a].sum -= inverseMass[a] * apart;
    wanted[b].sum += inverseMass[b] * apart;
    ++wanted[a].pairs;
    ++wanted[b].pairs;
  }
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (wanted[i].pairs > 0)
      bodies.pose[i].position += (wanted[i].pairs > 1 ? relaxation : 1.0) / wanted[i].pairs * wanted[i].sum;
}

// The bodies at the start, with prescribed ones where they are then.
ContactBodies placedAtStart(const Scene& scene, BodyState& state) {
  const WallMotions motions(scene);
  motions.impose(state, 0);
  ContactBodies placed = contactBodies(scene.bodies);
  for (std::size_t i = 0; i < placed.size(); ++i) {
    placed.pose[i] = {state.position[i], state.orientation[i].matrix(), scene.bodies.scale[i]};
    if (motions.isRemoved(i, 0)) placed.role[i] = BodyRole::Absent;
  }
  return placed;
}

}  // namespace

InitialOverlaps findOverlaps(const ContactLibrary& library, const ContactBodies& bodies, double tolerance,
                             const Context& context) {
  return reportOf(OverlapSearch(library, tolerance).find(bodies, tolerance, context));
}

InitialOverlaps separateOverlaps(const ContactLibrary& library, ContactBodies& bodies,
                                 const std::vector<double>& inverseMass, const SeparationRule& separation,
                                 const Context& context) {
  const double tolerance = separation.tolerance, least = separation.gap ? -tolerance : 0;
  OverlapSearch search(library, tolerance);
  std::vector<OverlappingPair> overlaps = search.find(bodies, separation.gap ? least : tolerance, context);
  InitialOverlaps report = reportOf(overlaps);
  if (overlaps.empty()) return report;
  const std::vector<Pose> before = bodies.pose;
  Stagnation stagnation;
  while (!overlaps.empty() && !stagnation.isReached(overlaps, least)) {
    moveApart(overlaps, inverseMass, 2 * tolerance, bodies);
    overlaps = search.find(bodies, least, context);  // the smallest overlap would store energy
  }
  report.remaining = reportOf(overlaps).pairs;
  for (std::size_t i = 0; i < before.size(); ++i)
    report.moved = std::max(report.moved, (bodies.pose[i].position - before[i].position).norm());
  return report;
}

// Whether bodies must not touch at the start.
static bool startsApart(const SimulationOptions& options) {
  return options.contacts.law == ContactLawKind::Barrier ||
         options.integrator == IntegratorMethod::ContactDynamics;
}

InitialOverlaps resolveOverlaps(const SimulationOptions& options, const Scene& scene,
                                const ContactLibrary& library, double halo, const BodyInertia& inertia,
                                BodyState& state, const Context& context) {
  constexpr double part = 1e-4;  // of the halo: rounding of poses is far below
  const OverlapRule rule = options.initialOverlaps;
  if (!startsAtRest(scene, name(options.contacts.law)) || rule == OverlapRule::Keep) return {};
  ContactBodies placed = placedAtStart(scene, state);
  std::vector<double> inverseMass(placed.size());
  for (std::size_t i = 0; i < placed.size(); ++i) inverseMass[i] = inertia.inverseMass(i);
  const double tolerance = part * halo;
  InitialOverlaps found = withBodyIds(scene.bodies.id, [&] {
    return rule == OverlapRule::Refuse
               ? findOverlaps(library, placed, tolerance, context)
               : separateOverlaps(library, placed, inverseMass, {tolerance, startsApart(options)}, context);
  });
  const auto idOf = [&scene](Index row) { return scene.bodies.id[static_cast<std::size_t>(row)]; };
  if (found.pairs > 0) found.ids = {idOf(found.deepest.first), idOf(found.deepest.second)};
  if (found.pairs > 0 && rule == OverlapRule::Refuse)
    throw Error(textOf(found), "", "Move the bodies apart, or choose another rule for initial overlaps",
                {.body = {found.ids.first, found.ids.second}});
  for (std::size_t i = 0; i < placed.size(); ++i) state.position[i] = placed.pose[i].position;
  return found;
}

std::string textOf(const InitialOverlaps& overlaps) {
  if (overlaps.pairs == 0) return {};
  const Vec3& at = overlaps.where;
  return std::to_string(overlaps.pairs) +
         (overlaps.pairs == 1 ? " pair of bodies overlaps" : " pairs of bodies overlap") +
         " at the start, deepest bodies " + std::to_string(overlaps.ids.first) + " and " +
         std::to_string(overlaps.ids.second) + " by " + numberText(overlaps.depth) + " m near (" +
         numberText(at.x()) + ", " + numberText(at.y()) + ", " + numberText(at.z()) + ")";
}

}  // namespace talus
