#pragma once

#include <functional>
#include <memory>

#include "dynamics/contact_points/contact_point_finder.h"
#include "dynamics/contact_points/iteration_search.h"

namespace talus {

/// The law of that name; valid until the program ends.
/// @throws Error there is none, or no linked library has it.
const ContactLaw& contactLaw(ContactLawKind kind);

/// The search that is spread over the iterations of steps; null for PairLists.
/// @throws Error no linked library has the method.
std::shared_ptr<IterationSearch> makeIterationSearch(const RefinementOptions& refinement);

/// The finder of the contact points of a law.
/// @param iterations null: PairLists. Must outlive the finder.
/// @throws Error there is no such law, or no linked library has it.
std::unique_ptr<ContactPointFinder> makeContactPointFinder(ContactLawKind kind,
                                                           const BodyPairOptions& search = {},
                                                           const RefinementOptions& refinement = {},
                                                           IterationSearch* iterations = nullptr);

/// A law that another library adds.
struct AddedLaw {
  using MakeTriangles = std::function<std::unique_ptr<TriangleContactSearch>(const BodyContactOptions&)>;

  const ContactLaw& (*law)() = nullptr;
  std::unique_ptr<ContactPointFinder> (*finder)(const BodyContactOptions& options,
                                                const MakeTriangles& triangles) = nullptr;
};
AddedMethods<ContactLawKind, AddedLaw>& addedLaws();

}  // namespace talus
