#include "filter_progress.h"

#include <vtkAlgorithm.h>

namespace talus::filters {

Context::Report reportTo(vtkAlgorithm& filter, double begin, double end) {
  return [&filter, begin, end](double fraction) {
    filter.UpdateProgress(begin + fraction * (end - begin));
    return !filter.CheckAbort();
  };
}

}  // namespace talus::filters
