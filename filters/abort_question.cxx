#include "abort_question.h"

#include <vtkAlgorithm.h>
#include <vtkDataObject.h>
#include <vtkInformation.h>
#include <vtkStreamingDemandDrivenPipeline.h>

#include <map>
#include <vector>

namespace talus::filters {

namespace {

using Pipeline = vtkStreamingDemandDrivenPipeline;

AbortQuestion current = nullptr;

struct Request {
  std::vector<vtkMTimeType> stamps;  // of the filter, then of its inputs
  double time = 0;

  explicit Request(vtkAlgorithm& filter) : stamps{filter.GetMTime()} {
    for (int port = 0; port < filter.GetNumberOfInputPorts(); ++port)
      for (int i = 0; i < filter.GetNumberOfInputConnections(port); ++i)
        if (vtkDataObject* input = filter.GetInputDataObject(port, i))
          stamps.push_back(input->GetUpdateTime());
    vtkInformation* output = filter.GetOutputInformation(0);
    if (output->Has(Pipeline::UPDATE_TIME_STEP())) time = output->Get(Pipeline::UPDATE_TIME_STEP());
  }
  bool operator==(const Request&) const = default;
};

std::map<vtkAlgorithm*, Request> aborted;  // no two requests have the same stamps, even of other filters

}  // namespace

void askForAborts(AbortQuestion question) {
  current = question;
}

bool userAborts(vtkAlgorithm& filter) {
  if (!current || !current(filter)) return false;
  aborted.insert_or_assign(&filter, Request(filter));
  return true;
}

bool staysAborted(vtkAlgorithm& filter) {
  const auto found = aborted.find(&filter);
  if (found == aborted.end()) return false;
  if (found->second == Request(filter)) return true;
  aborted.erase(found);
  return false;
}

}  // namespace talus::filters
