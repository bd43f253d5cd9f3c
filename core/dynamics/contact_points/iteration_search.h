#pragma once

#include <memory>

#include "base/added_methods.h"
#include "dynamics/contact_points/triangle_contact_search.h"
#include "options/refinement_options.h"

namespace talus {

/// A search for near triangles that is spread over the iterations of implicit steps: a method that another
/// library adds. The searches of all threads share one object with the integrator that iterates.
class IterationSearch {
 public:
  virtual ~IterationSearch() = default;
  /// For a thread, with the arguments of TriangleContactSearch. Must not outlive this.
  virtual std::unique_ptr<TriangleContactSearch> triangleContacts(const BodyContactOptions& search,
                                                                  double skin) = 0;
};

/// The methods other than PairLists, which another library adds.
AddedMethods<RefinementMethod, std::shared_ptr<IterationSearch> (*)(const RefinementOptions&)>&
addedRefinements();

}  // namespace talus
