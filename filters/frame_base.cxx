#include "frame_base.h"

#include <vtkCharArray.h>
#include <vtkCommunicator.h>
#include <vtkFieldData.h>
#include <vtkNew.h>
#include <vtkPartitionedDataSetCollection.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>
#include <vtkTable.h>

#include <cstring>

#include "base/error.h"
#include "body_blocks.h"
#include "distributed/communicator.h"
#include "dynamics/run/simulation.h"
#include "scene_data.h"

namespace talus::filters {

namespace {

// The arrays of bodies that simulations do not write, and the field data.
vtkSmartPointer<vtkTable> passedArrays(vtkPolyData& bodies) {
  vtkNew<vtkPolyData> written;
  writeBodies({}, *written);
  const auto passed = vtkSmartPointer<vtkTable>::New();
  vtkPointData& arrays = *bodies.GetPointData();
  for (int i = 0; i < arrays.GetNumberOfArrays(); ++i)
    if (arrays.GetArrayName(i) && !written->GetPointData()->HasArray(arrays.GetArrayName(i)))
      passed->AddColumn(arrays.GetAbstractArray(i));
  passed->GetFieldData()->PassData(bodies.GetFieldData());
  return passed;
}

Message messageOf(vtkTable& table) {
  vtkNew<vtkCharArray> text;
  if (vtkCommunicator::MarshalDataObject(&table, text) == 0)
    throw Error("The arrays of the bodies cannot be sent to other ranks", "", "Remove unusual arrays");
  Message message(static_cast<std::size_t>(text->GetNumberOfValues()));
  std::memcpy(message.data(), text->GetPointer(0), message.size());
  return message;
}

vtkSmartPointer<vtkTable> tableOf(const Message& message) {
  vtkNew<vtkCharArray> text;
  text->SetNumberOfValues(static_cast<vtkIdType>(message.size()));
  std::memcpy(text->GetPointer(0), message.data(), message.size());
  return vtkTable::SafeDownCast(vtkCommunicator::UnMarshalDataObject(text));
}

}  // namespace

vtkSmartPointer<vtkPartitionedDataSetCollection> frameBase(vtkPartitionedDataSetCollection& input,
                                                           const Simulation& simulation,
                                                           Communicator& ranks) {
  const bool isFirst = ranks.rank() == 0;
  const Message message =
      ranks.broadcast(isFirst ? messageOf(*passedArrays(*sceneBlocks(input).bodies)) : Message{}, 0);
  if (isFirst) return &input;
  Scene shapes = simulation.scene();
  shapes.bodies = {};
  shapes.motions = {};
  auto base = vtkSmartPointer<vtkPartitionedDataSetCollection>::New();
  writeScene(shapes, *base);
  const vtkSmartPointer<vtkTable> passed = tableOf(message);
  vtkNew<vtkPolyData> bodies;
  bodies->GetPointData()->ShallowCopy(passed->GetRowData());
  bodies->GetFieldData()->ShallowCopy(passed->GetFieldData());
  putBlock(*base, "Bodies", *bodies);
  return base;
}

}  // namespace talus::filters
