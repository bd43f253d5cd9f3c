#include "bodies/scene_parts.h"

#include <vtkCellArray.h>
#include <vtkCompositeDataIterator.h>
#include <vtkCompositeDataSet.h>
#include <vtkDataArray.h>
#include <vtkInformation.h>
#include <vtkNew.h>
#include <vtkPartitionedDataSetCollection.h>
#include <vtkPointData.h>
#include <vtkTalusContactDrawing.h>

#include <string_view>

#include "bodies/surfaces_of_run.h"

namespace talus::plugin {

namespace {

constexpr std::string_view shapesPrefix = "Shapes/";

bool areBodies(vtkPointSet& points) {
  vtkPointData& data = *points.GetPointData();
  vtkDataArray* shape = data.GetArray("Shape");
  vtkDataArray* orientation = data.GetArray("Orientation");
  return data.GetArray("BodyId") && shape && shape->GetNumberOfComponents() == 1 && orientation &&
         orientation->GetNumberOfComponents() == 4;
}

std::string_view nameOf(vtkPartitionedDataSetCollection& scene, unsigned int block) {
  const char* name =
      scene.HasMetaData(block) ? scene.GetMetaData(block)->Get(vtkCompositeDataSet::NAME()) : nullptr;
  return name ? name : "";
}

vtkSmartPointer<vtkPolyData> onlyPartition(vtkPartitionedDataSetCollection& scene, unsigned int block) {
  const unsigned int count = scene.GetNumberOfPartitions(block);
  vtkSmartPointer<vtkPolyData> data =
      count == 1 ? vtkPolyData::SafeDownCast(scene.GetPartitionAsDataObject(block, 0)) : nullptr;
  return data ? data : vtkSmartPointer<vtkPolyData>::New();
}

/// Each block counts as one, and each of its partitions.
unsigned int flatIndexOf(vtkPartitionedDataSetCollection& scene, unsigned int block) {
  unsigned int index = 0;
  for (unsigned int i = 0; i < block; ++i) index += 1 + scene.GetNumberOfPartitions(i);
  return index + 2;
}

vtkSmartPointer<vtkPolyData> marksOf(vtkPolyData& contacts, vtkDataSet& bodies, int style) {
  auto marks = vtkSmartPointer<vtkPolyData>::New();
  vtkTalusContactDrawing::Mark(&contacts, &bodies, style, marks);
  return marks;
}

SceneParts partsOfScene(vtkPartitionedDataSetCollection& scene, int contacts) {
  SceneParts parts;
  const auto rest = vtkSmartPointer<vtkPartitionedDataSetCollection>::New();
  rest->CompositeShallowCopy(&scene);
  const vtkNew<vtkPolyData> nothing;
  for (unsigned int i = 0; i < scene.GetNumberOfPartitionedDataSets(); ++i) {
    const std::string_view name = nameOf(scene, i);
    const vtkSmartPointer<vtkPolyData> data = onlyPartition(scene, i);
    if (name == "Bodies" && (areBodies(*data) || data->GetNumberOfPoints() == 0)) {
      parts.bodies = data;
      parts.flatIndex = flatIndexOf(scene, i);
    }
    const bool isShape = name.starts_with(shapesPrefix);
    if (isShape) parts.shapes.push_back(data);
    if (name == "Contacts" && scene.GetNumberOfPartitions(i) == 1) {
      parts.contacts = data;
      parts.contactsIndex = flatIndexOf(scene, i);
    }
    if ((isShape || name == "Bodies" || name == "Contacts") && scene.GetNumberOfPartitions(i) == 1)
      rest->SetPartition(i, 0, nothing);
  }
  if (!parts.bodies || parts.shapes.empty()) return {};
  if (parts.contacts) parts.contacts = marksOf(*parts.contacts, *parts.bodies, contacts);
  parts.rest = rest;
  return parts;
}

vtkSmartPointer<vtkPolyData> asBodies(vtkDataObject* data) {
  auto* points = vtkPointSet::SafeDownCast(data);
  auto bodies = vtkSmartPointer<vtkPolyData>::New();
  if (!points || points->GetNumberOfPoints() == 0 || !areBodies(*points)) return bodies;
  bodies->SetPoints(points->GetPoints());
  bodies->GetPointData()->ShallowCopy(points->GetPointData());
  return bodies;
}

}  // namespace

vtkSmartPointer<vtkPolyData> selectedBodies(vtkDataObject& extracted) {
  auto* blocks = vtkCompositeDataSet::SafeDownCast(&extracted);
  if (!blocks) return asBodies(&extracted);
  const auto at = vtk::TakeSmartPointer(blocks->NewIterator());
  for (at->InitTraversal(); !at->IsDoneWithTraversal(); at->GoToNextItem())
    if (auto found = asBodies(at->GetCurrentDataObject()); found->GetNumberOfPoints() > 0) return found;
  return vtkSmartPointer<vtkPolyData>::New();
}

SceneParts partsOf(vtkDataObject& data, vtkAlgorithm* producer, RunParts& ofRun, int contacts) {
  if (auto* scene = vtkPartitionedDataSetCollection::SafeDownCast(&data))
    return partsOfScene(*scene, contacts);
  auto* bodies = vtkPointSet::SafeDownCast(&data);
  if (!bodies) return {};
  SceneParts parts = partsOfSurfaces(data);
  if (!parts.bodies && producer && areBodies(*bodies))
    parts = {bodies, 0, ofRun.shapes.of(*producer), vtkSmartPointer<vtkPolyData>::New(), nullptr, 0};
  if (!parts.bodies || parts.shapes.empty()) return {};
  vtkInformation& about = *data.GetInformation();
  if (producer && contacts != vtkTalusContactDrawing::Hidden && about.Has(vtkDataObject::DATA_TIME_STEP())) {
    const auto network = ofRun.contacts.of(*producer, about.Get(vtkDataObject::DATA_TIME_STEP()));
    parts.contacts = marksOf(*network, *bodies, contacts);
  }
  return parts;
}

}  // namespace talus::plugin
