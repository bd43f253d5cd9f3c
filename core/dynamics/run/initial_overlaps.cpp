#include "dynamics/run/initial_overlaps.h"

#include <algorithm>
#include <limits>

#include "base/error.h"
#include "base/number_text.h"
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

class OverlapSearch {
 public:
  OverlapSearch(const ContactLibrary& library, double halo) : contacts_(library, {.halo = halo}) {}

  // The pairs that overlap by more than `tolerance`.
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
      if (deepest != last && deepest->gap < -tolerance)
        found.push_back({pair.bodies, deepest->normal, deepest->point, -deepest->gap});
    }
    return found;
  }

 private:
  SceneContacts contacts_;
};

InitialOverlaps reportOf(const std::vector<OverlappingPair>& overlaps) {
  InitialOverlaps report;
  report.pairs = report.remaining = static_cast<std::int64_t>(overlaps.size());
  for (const OverlappingPair& overlap : overlaps) {
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
  bool isReached(const std::vector<OverlappingPair>& overlaps) {
    double sum = 0;
    for (const OverlappingPair& overlap : overlaps) sum += overlap.depth;
    ++since_;
    if (sum < 0.99 * least_) {
      least_ = sum;
      since_ = 0;
    }
    return since_ > patience;
  }

 private:
  static constexpr int patience = 100;
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
                                 const std::vector<double>& inverseMass, double tolerance,
                                 const Context& context) {
  std::vector<OverlappingPair> overlaps = OverlapSearch(library, tolerance).find(bodies, tolerance, context);
  InitialOverlaps report = reportOf(overlaps);
  if (overlaps.empty()) return report;
  const std::vector<Pose> before = bodies.pose;
  OverlapSearch search(library, tolerance);
  Stagnation stagnation;
  while (!overlaps.empty() && !stagnation.isReached(overlaps)) {
    moveApart(overlaps, inverseMass, 2 * tolerance, bodies);
    overlaps = search.find(bodies, 0, context);  // the smallest overlap would store energy
  }
  report.remaining = static_cast<std::int64_t>(overlaps.size());
  for (std::size_t i = 0; i < before.size(); ++i)
    report.moved = std::max(report.moved, (bodies.pose[i].position - before[i].position).norm());
  return report;
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
  InitialOverlaps found = rule == OverlapRule::Refuse
                              ? findOverlaps(library, placed, tolerance, context)
                              : separateOverlaps(library, placed, inverseMass, tolerance, context);
  if (found.pairs == 0) return found;
  const auto idOf = [&scene](Index row) { return scene.bodies.id[static_cast<std::size_t>(row)]; };
  found.ids = {idOf(found.deepest.first), idOf(found.deepest.second)};
  if (rule == OverlapRule::Refuse)
    throw Error(textOf(found), "", "Move the bodies apart, or choose another rule for initial overlaps");
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
