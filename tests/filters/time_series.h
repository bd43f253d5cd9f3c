#pragma once

#include <vtkDataObject.h>
#include <vtkInformation.h>
#include <vtkInformationVector.h>
#include <vtkObjectFactory.h>
#include <vtkPolyData.h>
#include <vtkPolyDataAlgorithm.h>
#include <vtkStreamingDemandDrivenPipeline.h>

#include <functional>
#include <utility>
#include <vector>

#include "fixtures.h"

namespace fixtures {

using Numbers = std::vector<double>;

/// Polygons that change in time, as a reader of a series gives them: a time between steps is taken as the
/// step before.
class Series : public vtkPolyDataAlgorithm {
 public:
  static Series* New() { VTK_STANDARD_NEW_BODY(Series); }
  vtkTypeMacro(Series, vtkPolyDataAlgorithm)  // brings its own semicolon

      Numbers steps;
  std::function<Ptr<vtkPolyData>(double)> at;
  int executions = 0;

 protected:
  Series() { this->SetNumberOfInputPorts(0); }

  int RequestInformation(vtkInformation*, vtkInformationVector**, vtkInformationVector* outputs) override {
    vtkInformation* info = outputs->GetInformationObject(0);
    info->Set(vtkStreamingDemandDrivenPipeline::TIME_STEPS(), steps.data(), static_cast<int>(steps.size()));
    const double range[2] = {steps.front(), steps.back()};
    info->Set(vtkStreamingDemandDrivenPipeline::TIME_RANGE(), range, 2);
    return 1;
  }

  int RequestData(vtkInformation*, vtkInformationVector**, vtkInformationVector* outputs) override {
    ++executions;
    vtkInformation* info = outputs->GetInformationObject(0);
    double time = steps.front();
    if (info->Has(vtkStreamingDemandDrivenPipeline::UPDATE_TIME_STEP()))
      for (const double step : steps)
        if (step <= info->Get(vtkStreamingDemandDrivenPipeline::UPDATE_TIME_STEP())) time = step;
    vtkPolyData* output = vtkPolyData::GetData(info);
    output->ShallowCopy(at(time));
    output->GetInformation()->Set(vtkDataObject::DATA_TIME_STEP(), time);
    return 1;
  }
};

inline Ptr<Series> series(const Numbers& steps, std::function<Ptr<vtkPolyData>(double)> at) {
  auto source = Ptr<Series>::New();
  source->steps = steps;
  source->at = std::move(at);
  return source;
}

}  // namespace fixtures
