#include "dynamics/contact_points/iteration_search.h"

namespace talus {

AddedMethods<RefinementMethod, std::shared_ptr<IterationSearch> (*)(const RefinementOptions&)>&
addedRefinements() {
  static AddedMethods<RefinementMethod, std::shared_ptr<IterationSearch> (*)(const RefinementOptions&)>
      methods;
  return methods;
}

}  // namespace talus
