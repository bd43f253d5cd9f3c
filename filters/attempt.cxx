#include "attempt.h"

#include <vtkAlgorithm.h>
#include <vtkSetGet.h>

#include <new>
#include <string>

#include "base/error.h"

namespace talus::filters {

Outcome attempt(vtkAlgorithm& filter, const RankGroup& ranks, const std::function<void()>& work) {
  std::string error;
  bool cancelled = false;
  try {
    work();
  } catch (const Cancelled&) {
    cancelled = true;
  } catch (const std::bad_alloc&) {
    error = "Not enough memory. Use fewer points or a smaller surface, or more MPI ranks.";
  } catch (const std::exception& e) {
    error = e.what();
  }
  error = ranks.firstText(error);
  if (!error.empty()) {
    vtkErrorWithObjectMacro(&filter, << error);
    return Outcome::Failed;
  }
  return ranks.any(cancelled) ? Outcome::Cancelled : Outcome::Done;
}

}  // namespace talus::filters
