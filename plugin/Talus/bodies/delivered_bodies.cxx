#include "bodies/delivered_bodies.h"

#include <vtkCompositeDataIterator.h>
#include <vtkDataArray.h>
#include <vtkPointData.h>

#include "bodies/instances.h"
#include "bodies/shape_table.h"

namespace talus::plugin {

namespace {

bool anyIn(vtkDataArray* mask) {
  for (vtkIdType i = 0; i < mask->GetNumberOfTuples(); ++i)
    if (mask->GetComponent(i, 0) != 0) return true;
  return false;
}

}  // namespace

void DeliveredBodies::take(vtkDataObject* instances, vtkDataObject* shapes) {
  auto* given = vtkMultiBlockDataSet::SafeDownCast(instances);
  auto* table = vtkMultiBlockDataSet::SafeDownCast(shapes);
  if (!given || !table || table->GetNumberOfBlocks() == 0) {
    drawn_ = nullptr;
    taken_ = vtkTimeStamp();
    return;
  }
  const bool changed = !shapes_ || given->GetMTime() > taken_ || table->GetMTime() > taken_;
  if (changed) this->takeShapes(*table);
  if (changed) this->takeInstances(*given);
  taken_.Modified();
}

void DeliveredBodies::takeInstances(vtkMultiBlockDataSet& given) {
  drawn_ = nullptr;
  const auto at = vtk::TakeSmartPointer(given.NewIterator());
  for (at->InitTraversal(); !at->IsDoneWithTraversal(); at->GoToNextItem()) {
    auto* leaf = vtkPolyData::SafeDownCast(at->GetCurrentDataObject());
    if (!leaf || leaf->GetNumberOfPoints() == 0) continue;
    bodies_->ShallowCopy(leaf);
    box_ = boxAround(*bodies_, boxesOf(*shapes_));
    haveWalls_ = anyIn(leaf->GetPointData()->GetArray(walls));
    drawn_ = bodies_;
    if (at->GetCurrentFlatIndex() < 2) return;  // the data are no composite
    const auto blocks = vtkSmartPointer<vtkMultiBlockDataSet>::New();
    blocks->CopyStructure(&given);
    blocks->SetDataSet(at, bodies_);
    drawn_ = blocks;
    return;
  }
}

// Shapes of frames are the same objects: what is made of them stays.
void DeliveredBodies::takeShapes(vtkMultiBlockDataSet& given) {
  bool isSame = shapes_ && shapes_->GetNumberOfBlocks() == given.GetNumberOfBlocks();
  for (unsigned int i = 0; isSame && i < given.GetNumberOfBlocks(); ++i)
    isSame = shapes_->GetBlock(i) == given.GetBlock(i) && given.GetBlock(i)->GetMTime() < taken_;
  if (isSame) return;
  shapes_ = vtkSmartPointer<vtkMultiBlockDataSet>::New();
  shapes_->ShallowCopy(&given);
  coarse_ = nullptr;
}

vtkMultiBlockDataSet& DeliveredBodies::coarseShapes() {
  if (!coarse_) coarse_ = coarseOf(*shapes_);
  return *coarse_;
}

}  // namespace talus::plugin
