#include "dynamics/contact_forces/contact_methods.h"

#include "base/error.h"
#include "dynamics/contact_points/halo_area_points.h"
#include "dynamics/contact_points/shared_points.h"
#include "dynamics/halo/barrier_law.h"
#include "dynamics/law/hertz_mindlin.h"
#include "dynamics/law/linear_spring.h"

namespace talus {

const ContactLaw& contactLaw(ContactLawKind kind) {
  static const HaloAreaLaw haloArea;
  static const LinearSpring linearSpring;
  static const HertzMindlin hertzMindlin;
  static const BarrierLaw barrier;
  switch (kind) {
    case ContactLawKind::HaloArea:
      return haloArea;
    case ContactLawKind::HaloSpring:
      return addedLaws().at(kind).law();
    case ContactLawKind::LinearSpringDashpot:
      return linearSpring;
    case ContactLawKind::HertzMindlin:
      return hertzMindlin;
    case ContactLawKind::Barrier:
      return barrier;
  }
  throw Error("There is no such contact law", std::to_string(static_cast<int>(kind)),
              "Use 0 (HaloArea) to 4 (Barrier)");
}

AddedMethods<ContactLawKind, AddedLaw>& addedLaws() {
  static AddedMethods<ContactLawKind, AddedLaw> laws;
  return laws;
}

std::shared_ptr<IterationSearch> makeIterationSearch(const RefinementOptions& refinement) {
  if (refinement.method == RefinementMethod::PairLists) return nullptr;
  return addedRefinements().at(refinement.method)(refinement);
}

std::unique_ptr<ContactPointFinder> makeContactPointFinder(ContactLawKind kind, const BodyPairOptions& search,
                                                           const RefinementOptions& refinement,
                                                           IterationSearch* iterations) {
  const ContactLaw& law = contactLaw(kind);
  BodyContactOptions options;
  options.search = search;
  options.exactDepth = false;  // so that forces are continuous
  const auto triangles = [&](const BodyContactOptions& merge) {
    return iterations != nullptr ? iterations->triangleContacts(merge, refinement.skin)
                                 : std::make_unique<TriangleContactSearch>(merge, refinement.skin);
  };
  if (kind == ContactLawKind::HaloSpring) return addedLaws().at(kind).finder(options, triangles);
  if (kind == ContactLawKind::HaloArea || kind == ContactLawKind::Barrier)
    return std::make_unique<HaloAreaPointFinder>(law, triangles(options), refinement.skin);
  return std::make_unique<SharedPointFinder>(law, triangles(options), refinement.skin);
}

}  // namespace talus
