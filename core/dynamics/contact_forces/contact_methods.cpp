#include "dynamics/contact_forces/contact_methods.h"

#include "base/error.h"
#include "dynamics/contact_points/halo_area_points.h"
#include "dynamics/contact_points/reference/active_contacts.h"
#include "dynamics/contact_points/reference/halo_spring.h"
#include "dynamics/contact_points/shared_points.h"
#include "dynamics/halo/barrier_law.h"
#include "dynamics/law/hertz_mindlin.h"
#include "dynamics/law/linear_spring.h"

namespace talus {

const ContactLaw& contactLaw(ContactLawKind kind) {
  static const HaloAreaLaw haloArea;
  static const HaloSpring haloSpring;
  static const LinearSpring linearSpring;
  static const HertzMindlin hertzMindlin;
  static const BarrierLaw barrier;
  switch (kind) {
    case ContactLawKind::HaloArea:
      return haloArea;
    case ContactLawKind::HaloSpring:
      return haloSpring;
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

std::unique_ptr<ContactPointFinder> makeContactPointFinder(ContactLawKind kind, const BodyPairOptions& search,
                                                           const RefinementOptions& refinement) {
  const ContactLaw& law = contactLaw(kind);
  BodyContactOptions options;
  options.search = search;
  options.exactDepth = false;  // so that forces are continuous
  std::unique_ptr<IteratedSearch> iterated;
  if (refinement.method == RefinementMethod::ActiveSets)
    iterated = std::make_unique<ActiveContacts>(search, refinement);
  if (kind == ContactLawKind::HaloArea || kind == ContactLawKind::Barrier)
    return std::make_unique<HaloAreaPointFinder>(law, options, refinement.skin, std::move(iterated));
  if (kind != ContactLawKind::HaloSpring)
    return std::make_unique<SharedPointFinder>(law, options, refinement.skin, std::move(iterated));
  options.merge = ContactMerge::Paper;
  options.convexManifold = false;
  return std::make_unique<HaloSpringPointFinder>(law, options, refinement.skin, std::move(iterated));
}

}  // namespace talus
