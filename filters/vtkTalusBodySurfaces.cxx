#include "vtkTalusBodySurfaces.h"

#include <vtkCellData.h>
#include <vtkInformation.h>
#include <vtkInformationVector.h>
#include <vtkNew.h>
#include <vtkObjectFactory.h>
#include <vtkPartitionedDataSetCollection.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>
#include <vtkUnstructuredGrid.h>

#include "answer.h"
#include "attempt.h"
#include "base/parallel.h"
#include "body_instances.h"
#include "filter_progress.h"
#include "report/body_answer.h"
#include "scene_data.h"

using namespace talus::filters;

vtkStandardNewMacro(vtkTalusBodySurfaces);

int vtkTalusBodySurfaces::RequestDataObject(vtkInformation*, vtkInformationVector**,
                                            vtkInformationVector* outputs) {
  vtkSmartPointer<vtkPointSet> output = vtkSmartPointer<vtkPolyData>::New();
  if (this->OutputType == UNSTRUCTURED_GRID) output = vtkSmartPointer<vtkUnstructuredGrid>::New();
  vtkDataObject* last = vtkDataObject::GetData(outputs, 0);
  if (!last || last->GetDataObjectType() != output->GetDataObjectType())
    outputs->GetInformationObject(0)->Set(vtkDataObject::DATA_OBJECT(), output);
  return 1;
}

int vtkTalusBodySurfaces::RequestData(vtkInformation*, vtkInformationVector** inputs,
                                      vtkInformationVector* outputs) {
  auto& input = *vtkPartitionedDataSetCollection::GetData(inputs[0]);
  vtkPointSet& output = *vtkPointSet::GetData(outputs);
  beginAnswer(*this);
  const Outcome outcome = attempt(*this, RankGroup(nullptr), [&] {
    this->RequireValid();
    const talus::ThreadLimit threads(this->NumberOfThreads);
    const talus::Scene scene = readScene(input);
    vtkDataSetAttributes& arrays = *sceneBlocks(input).bodies->GetPointData();
    talus::Context context(reportTo(*this, 0, 1));
    const auto bodies = static_cast<std::int64_t>(scene.bodies.size());
    context.beginStage(1, bodies * (1 + arrays.GetNumberOfArrays()));
    expandBodies(scene, output, context);
    const bool onPoints = this->ArraysOn == POINTS;
    vtkDataSetAttributes& to =
        onPoints ? static_cast<vtkDataSetAttributes&>(*output.GetPointData()) : *output.GetCellData();
    expandArrays(scene, onPoints ? InstanceItems::Points : InstanceItems::Triangles, arrays, to, context);
    setAnswer(*this, output, talus::instancesAnswer(bodies, output.GetNumberOfCells()));
  });
  return ended(outcome, {&output});
}
