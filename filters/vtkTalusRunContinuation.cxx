#include "vtkTalusRunContinuation.h"

#include <vtkInformation.h>
#include <vtkInformationVector.h>
#include <vtkObjectFactory.h>
#include <vtkPartitionedDataSetCollection.h>
#include <vtkPointSet.h>
#include <vtkPolyData.h>
#include <vtkStreamingDemandDrivenPipeline.h>

#include "answer.h"
#include "attempt.h"
#include "base/error.h"
#include "report/body_answer.h"
#include "run_state.h"
#include "scene_data.h"

using namespace talus::filters;

vtkStandardNewMacro(vtkTalusRunContinuation);

namespace {

vtkPointSet& bodiesOf(vtkDataObject& frame) {
  if (auto* collection = vtkPartitionedDataSetCollection::SafeDownCast(&frame))
    return *sceneBlocks(*collection).bodies;
  if (auto* points = vtkPointSet::SafeDownCast(&frame)) return *points;
  throw talus::Error("The frame is a " + std::string(frame.GetClassName()), "",
                     "Give a run's bodies, or what Time Stepper gives");
}

}  // namespace

int vtkTalusRunContinuation::RequestInformation(vtkInformation*, vtkInformationVector**,
                                                vtkInformationVector* outputs) {
  vtkInformation* info = outputs->GetInformationObject(0);
  info->Remove(vtkStreamingDemandDrivenPipeline::TIME_STEPS());
  info->Remove(vtkStreamingDemandDrivenPipeline::TIME_RANGE());
  return 1;
}

int vtkTalusRunContinuation::RequestUpdateExtent(vtkInformation*, vtkInformationVector** inputs,
                                                 vtkInformationVector*) {
  inputs[1]->GetInformationObject(0)->Set(vtkStreamingDemandDrivenPipeline::UPDATE_TIME_STEP(),
                                          this->FrameTime);
  return 1;
}

int vtkTalusRunContinuation::RequestData(vtkInformation*, vtkInformationVector** inputs,
                                         vtkInformationVector* outputs) {
  auto& input = *vtkPartitionedDataSetCollection::GetData(inputs[0]);
  vtkDataObject& frame = *vtkDataObject::GetData(inputs[1]);
  auto& output = *vtkPartitionedDataSetCollection::GetData(outputs);
  beginAnswer(*this);
  const Outcome outcome = attempt(*this, RankGroup(nullptr), [&] {
    this->RequireValid();
    const talus::Scene scene = readScene(input);
    talus::RunState state = runStateOf(bodiesOf(frame), scene);
    vtkInformation* about = frame.GetInformation();
    const bool tells = about->Has(vtkDataObject::DATA_TIME_STEP()) != 0;  // a file of one frame tells no time
    state.time = tells ? about->Get(vtkDataObject::DATA_TIME_STEP()) : this->FrameTime;
    state.law = this->ContactLaw;
    const talus::Scene later = talus::continued(scene, state);
    writeScene(later, output);
    setAnswer(*this, output, talus::sceneAnswer(later));
  });
  return ended(outcome, {&output});
}
