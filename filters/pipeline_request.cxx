#include "pipeline_request.h"

#include <vtkAlgorithm.h>
#include <vtkDataObject.h>
#include <vtkExecutive.h>
#include <vtkInformation.h>
#include <vtkInformationVector.h>
#include <vtkPolyData.h>
#include <vtkStreamingDemandDrivenPipeline.h>

#include <algorithm>
#include <array>
#include <set>

namespace talus::filters {

namespace {

using Pipeline = vtkStreamingDemandDrivenPipeline;

std::vector<vtkInformation*> connections(vtkInformationVector& port) {
  std::vector<vtkInformation*> all;
  for (int i = 0; i < port.GetNumberOfInformationObjects(); ++i) all.push_back(port.GetInformationObject(i));
  return all;
}

std::vector<vtkInformation*> connections(vtkAlgorithm& filter, vtkInformationVector** inputs) {
  std::vector<vtkInformation*> all;
  for (int port = 0; port < filter.GetNumberOfInputPorts(); ++port)
    for (vtkInformation* info : connections(*inputs[port])) all.push_back(info);
  return all;
}

// The union of the inputs' times.
struct Times {
  std::set<double> steps;
  std::array<double, 2> range{1, -1};
  bool changesInformation = false;

  bool empty() const { return range[0] > range[1]; }
  void add(vtkInformation& input);
  void write(vtkInformation& output) const;
};

void Times::add(vtkInformation& input) {
  if (input.Has(Pipeline::TIME_DEPENDENT_INFORMATION())) changesInformation = true;
  if (!input.Has(Pipeline::TIME_RANGE())) return;  // its data do not depend on time
  const double* ends = input.Get(Pipeline::TIME_RANGE());
  range = empty() ? std::array{ends[0], ends[1]}
                  : std::array{std::min(range[0], ends[0]), std::max(range[1], ends[1])};
  const double* own = input.Get(Pipeline::TIME_STEPS());
  if (own) steps.insert(own, own + input.Length(Pipeline::TIME_STEPS()));
}

void Times::write(vtkInformation& output) const {
  const std::vector<double> all(steps.begin(), steps.end());
  output.Set(Pipeline::TIME_RANGE(), range.data(), 2);
  if (all.empty())
    output.Remove(Pipeline::TIME_STEPS());
  else
    output.Set(Pipeline::TIME_STEPS(), all.data(), static_cast<int>(all.size()));
  if (changesInformation) output.Set(Pipeline::TIME_DEPENDENT_INFORMATION(), 1);
}

bool isStructured(vtkInformation& connection) {
  vtkDataObject* data = vtkDataObject::GetData(&connection);
  return data && data->GetExtentType() == VTK_3D_EXTENT;
}

bool isGrid(vtkInformation& connection) {
  vtkDataObject* data = vtkDataObject::GetData(&connection);
  return data && data->IsA("vtkDataSet") && !vtkPolyData::SafeDownCast(data);
}

bool hasTime(vtkDataObject* data, double time) {
  return data && data->GetInformation()->Has(vtkDataObject::DATA_TIME_STEP()) &&
         data->GetInformation()->Get(vtkDataObject::DATA_TIME_STEP()) == time;
}

std::optional<double> askedTime(vtkInformation& request, vtkInformationVector& outputs) {
  const int port = request.Has(vtkExecutive::FROM_OUTPUT_PORT())
                       ? std::max(request.Get(vtkExecutive::FROM_OUTPUT_PORT()), 0)
                       : 0;
  vtkInformation* output = outputs.GetInformationObject(port);
  if (!output->Has(Pipeline::UPDATE_TIME_STEP())) return {};
  return output->Get(Pipeline::UPDATE_TIME_STEP());
}

}  // namespace

std::vector<vtkDataObject*> dataOf(vtkInformationVector& port) {
  std::vector<vtkDataObject*> all;
  for (vtkInformation* connection : connections(port))
    if (vtkDataObject* data = vtkDataObject::GetData(connection)) all.push_back(data);
  return all;
}

void mergeTimes(vtkAlgorithm& filter, vtkInformationVector** inputs, vtkInformationVector& outputs) {
  Times times;
  for (vtkInformation* input : connections(filter, inputs)) times.add(*input);
  if (times.empty()) return;
  for (vtkInformation* output : connections(outputs)) times.write(*output);
}

void separateExtents(vtkAlgorithm& filter, vtkInformationVector** inputs) {
  for (vtkInformation* input : connections(filter, inputs))
    if (!isStructured(*input)) input->Remove(Pipeline::UPDATE_EXTENT());
}

void requestWhole(vtkInformationVector& port, const RankGroup& ranks) {
  for (vtkInformation* input : connections(port)) {
    input->Set(Pipeline::UPDATE_PIECE_NUMBER(), ranks.rank());
    input->Set(Pipeline::UPDATE_NUMBER_OF_PIECES(), ranks.size());
    input->Set(Pipeline::UPDATE_NUMBER_OF_GHOST_LEVELS(), 0);
    input->Set(Pipeline::UPDATE_EXTENT_INITIALIZED(), 0);
    // Without an extent every source upstream produces its whole extent.
    input->Remove(Pipeline::UPDATE_EXTENT());
    if (isStructured(*input) && input->Has(Pipeline::WHOLE_EXTENT()))
      input->Set(Pipeline::UPDATE_EXTENT(), input->Get(Pipeline::WHOLE_EXTENT()), 6);
  }
}

void requestOuterFaces(vtkInformationVector& port, const RankGroup& ranks) {
  requestWhole(port, ranks);
  for (vtkInformation* input : connections(port))
    if (ranks.size() > 1 && isGrid(*input)) input->Set(Pipeline::UPDATE_NUMBER_OF_GHOST_LEVELS(), 1);
}

std::optional<double> timeOfInputs(vtkAlgorithm& filter, vtkInformation& request,
                                   vtkInformationVector** inputs, vtkInformationVector& outputs) {
  std::vector<vtkDataObject*> timed;
  for (vtkInformation* input : connections(filter, inputs))
    if (input->Has(Pipeline::TIME_RANGE())) timed.push_back(vtkDataObject::GetData(input));
  if (timed.empty()) return {};
  if (timed.front() && timed.front()->GetInformation()->Has(vtkDataObject::DATA_TIME_STEP())) {
    const double time = timed.front()->GetInformation()->Get(vtkDataObject::DATA_TIME_STEP());
    if (std::all_of(timed.begin(), timed.end(), [&](vtkDataObject* data) { return hasTime(data, time); }))
      return time;
  }
  return askedTime(request, outputs);
}

void setDataTime(vtkAlgorithm& filter, vtkInformation& request, vtkInformationVector** inputs,
                 vtkInformationVector& outputs) {
  const std::optional<double> time = timeOfInputs(filter, request, inputs, outputs);
  if (!time) return;
  for (vtkInformation* output : connections(outputs))
    if (vtkDataObject* data = vtkDataObject::GetData(output))
      data->GetInformation()->Set(vtkDataObject::DATA_TIME_STEP(), *time);
}

}  // namespace talus::filters
